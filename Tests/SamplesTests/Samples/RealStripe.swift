import Foundation
import Requests

/// The API of Stripe.
///
/// https://docs.stripe.com/api
struct Stripe: RequestProviding {
    var baseURL = URL("https://api.stripe.com/v1")
    let credentials: AuthenticationProvider  // .bearerToken(secretKey)

    var coding: Coding { .stripe }

    struct Failure: Decodable, Sendable {
        struct Details: Decodable, Sendable {
            let type: String
            let code, param, message: String?
        }

        let error: Details
    }

    func request(
        to endpoint: URLPath, using method: HTTPMethod
    ) -> Request<Stripe, Void> {
        Request(api: self, endpoint: endpoint, method: method)
            .setting(headerField: "Stripe-Version", "2024-06-20")
            .authenticated(with: credentials)
    }

    func replacement(for error: RequestError<Failure>) -> RequestError<Failure> {
        // Stripe writes the messages about cards for the owner of the card.
        guard let details = error.failure?.error, details.type == "card_error"
        else { return error }
        return error.replacing(code: .cardDeclined, userText: details.message)
    }
}

nonisolated extension Coding {
    static let stripe = Coding(
        keys: .snakeCase, dates: .secondsSince1970, arrays: .brackets)
}

nonisolated extension RequestErrorCode {
    static let cardDeclined = RequestErrorCode(rawValue: "cardDeclined")
}

nonisolated extension Stripe {
    struct Customer: Decodable, Sendable {
        let id: String
        let name, email: String?
        let created: Date
    }

    struct NewCustomer: Encodable, Sendable {
        struct Address: Encodable, Sendable { var line1, city, country: String }

        var name: String
        var email: String?
        var address: Address?  // address[city]=London
        var preferredLocales: [String]?  // preferred_locales[]=en
        var metadata: [String: String]?  // metadata[plan]=pro
    }

    struct Payment: Decodable, Sendable {
        let id, status: String
        let amount: Int
    }

    struct NewPayment: Encodable, Sendable {
        var amount: Int  // in cents
        var currency: String
        var customer, paymentMethod: String
        var confirm = true
    }

    struct List<Item: Decodable & Sendable>: Decodable, Sendable {
        let data: [Item]
        let hasMore: Bool
    }

    func create(_ customer: NewCustomer) -> Request<Stripe, Customer> {
        post(.form(customer), to: "/customers")
            .idempotent(.keyed).receiving(.json(Customer.self))
    }

    /// Makes a payment once: every attempt has the same key.
    func create(_ payment: NewPayment) -> Request<Stripe, Payment> {
        post(.form(payment), to: "/payment_intents")
            .idempotent(.keyed).receiving(.json(Payment.self))
    }

    /// Returns the customers page by page: each begins after the previous one.
    func customers(
        email: String? = nil
    ) -> PagedRequest<Stripe, List<Customer>, Customer> {
        get(.json(List<Customer>.self), from: "/customers")
            .adding(query: "email", email)
            .adding(query: "limit", 100)
            .pages(
                .cursor("starting_after") { page in
                    page.hasMore ? page.data.last?.id : nil
                }
            )
            .items(\.data)
    }
}

struct StripeSamples<Session: Transport> {
    let session: Session
    let stripe: Stripe

    func pay(show: (String) -> Void) async throws {
        let ada = Stripe.NewCustomer(
            name: "Ada",
            address: .init(line1: "12 St James’s Square", city: "London", country: "GB"),
            preferredLocales: ["en"], metadata: ["orderID": "7"])
        do throws(RequestError<Stripe.Failure>) {
            let customer = try await session.perform(stripe.create(ada))
            let payment = Stripe.NewPayment(
                amount: 1999, currency: "eur", customer: customer.id,
                paymentMethod: "pm_card_visa")
            show(try await session.perform(stripe.create(payment)).status)
        } catch {
            show(error.localizedDescription)
        }
    }

    func customers() async throws -> [String] {
        var ids: [String] = []
        for try await customer in session.stream(stripe.customers()) { ids.append(customer.id) }
        return ids
    }
}
