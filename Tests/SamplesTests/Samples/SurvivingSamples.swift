import Foundation
import Requests
import RequestsEndpoints

struct PaymentsAPI: RequestProviding {
    let baseURL: URL

    let pay = Endpoint<Payment, PaymentReceipt>(.post, "/payments")
        .idempotent(.keyed)
    let search = Endpoint<PaymentQuery, [PaymentReceipt]>(.post, "/payments/search")
        .idempotent()
    let remind = Endpoint<PaymentID, Void>(.put, "/payments/{id}/reminder")
        .idempotent(.refused)
    let report = Endpoint<Void, [PaymentReceipt]>(.get, "/report").retrying(.never)
}

struct Payment: Codable, Equatable {
    var amount: Int
}

struct PaymentReceipt: Codable, Equatable {
    var id: Int
}

struct PaymentQuery: Codable {
    var after: Date
}

struct PaymentID: Codable {
    var id: Int
}

struct SurvivingSamples {
    let api = PaymentsAPI(baseURL: URL("https://pay.example"))

    func chain(_ tokens: BearerTokens, _ log: @escaping @Sendable (RequestLogEntry) -> Void) -> some Transport {
        let session = URLSession.shared
            .retrying()
            .authenticating(with: tokens)
            .identified()
            .logging(to: log)
        return session
    }

    func first(_ session: some Transport) async throws -> [PaymentReceipt] {
        let session = session.retrying()
        let receipts = try await session.perform(
            api.get(.json([PaymentReceipt].self), from: "/payments"))
        return receipts
    }

    func patient() -> some Transport {
        var patient = RetryPolicy.default
        patient.attemptLimit = 6
        patient.timeLimit = .seconds(300)
        patient.longestDelay = .seconds(60)
        patient.statuses.remove(.internalServerError)
        let session = URLSession.shared.retrying(patient)
        return session
    }

    func budget() -> (some Transport, some Transport) {
        let budget = RetryBudget(ratio: 0.1, reserve: 5)
        let catalog = URLSession.shared.retrying(budget: budget)
        let orders = URLSession.shared.retrying(
            RetryPolicy(attemptLimit: 2), budget: budget)
        return (catalog, orders)
    }

    func requests(_ query: PaymentQuery, _ payment: Payment) -> [any RequestConvertible] {
        let search = api.post(.json(query), to: "/payments/search").idempotent()
        let pay = api.post(.json(payment), to: "/payments").idempotent(.keyed)
        let remind = api.put(.none, to: "/payments/7/reminder").idempotent(.refused)
        let report = api.get(.data, from: "/report").retrying(.never)
        return [search, pay, remind, report]
    }

    func limits() -> Request<PaymentsAPI, Data> {
        let slow = api.get(.data, from: "/report")
            .timeout(after: .seconds(10))
            .setting(\.policy.totalTimeout, .seconds(45))
        return slow
    }

    func breaking(_ base: some Transport) -> some Transport {
        let breaker = CircuitBreaker(
            after: 5, pause: .seconds(30), clock: ContinuousClock())
        let session = base.breaking(by: breaker).retrying()
        return session
    }
}

/// A client that waits until the server has written its report.
struct ReportClient<Session: Transport, Time: Clock> where Time.Duration == Duration {
    let api = PaymentsAPI(baseURL: URL("https://pay.example"))
    let session: Session
    let clock: Time

    /// Returns the report as soon as it contains receipts.
    func report() async throws -> [PaymentReceipt] {
        for delay in RetryPolicy(attemptLimit: 8, delay: .seconds(1)).delays {
            let receipts = try await session.perform(api.request(\.report))
            if !receipts.isEmpty { return receipts }
            // a ContinuousClock, or an ImmediateClock in tests
            try await clock.sleep(for: delay)
        }
        return try await session.perform(api.request(\.report))  // the last attempt
    }
}

extension Transport {
    /// Gives each call an identifier, which all its attempts share.
    func identified(
        by id: @escaping @Sendable () -> String = { UUID().uuidString }
    ) -> some Transport {
        adapting { request, next in
            var request = request
            request.header["X-Request-ID"] = id()
            return try await next(request)
        }
    }
}

enum CallID { @TaskLocal static var current: String? }

extension Transport {
    /// Sends the task's identifier, or a new one if the task has none.
    func correlated() -> some Transport {
        adapting { request, next in
            var request = request
            request.header["X-Request-ID"] = CallID.current ?? UUID().uuidString
            return try await next(request)
        }
    }
}

enum CorrelationSamples {
    static func correlating(_ network: some Transport, _ id: String) async throws -> (User, [Issue]) {
        let session = network.retrying().correlated()
        let (user, issues) = try await CallID.$current.withValue(id) {
            let user = try await session.perform(
                GitHub.live.get(.json(User.self), from: "/user"))
            let issues = try await session.perform(
                GitHub.live.get(.json([Issue].self), from: "/issues"))
            return (user, issues)
        }
        return (user, issues)
    }
}

/// Sends nothing to a server that failed several times in a row. After a pause,
/// one message tests the server.
actor CircuitBreaker<Time: Clock> where Time.Duration == Duration {
    private let limit: Int
    private let pause: Duration
    private let clock: Time
    private var failures = 0
    private var restsUntil: Time.Instant?

    init(after limit: Int, pause: Duration, clock: Time) {
        self.limit = limit
        self.pause = pause
        self.clock = clock
    }

    func letsPass() -> Bool {
        guard let end = restsUntil else { return true }
        guard clock.now >= end else { return false }
        // until then, no other message passes
        restsUntil = clock.now.advanced(by: pause)
        return true
    }

    func note(success: Bool) {
        failures = success ? 0 : failures + 1
        restsUntil = failures < limit ? nil : clock.now.advanced(by: pause)
    }
}

extension RequestErrorCode {
    static let leftAlone = RequestErrorCode(rawValue: "leftAlone")
}

extension Transport {
    func breaking(
        by breaker: CircuitBreaker<some Clock<Duration>>
    ) -> some Transport {
        adapting { request, next in
            guard await breaker.letsPass() else {
                throw TransportError(
                    code: .leftAlone,
                    message: "the server failed too often, and is left alone")
            }
            do {
                let response = try await next(request)
                await breaker.note(success: response.head.status.code < 500)
                return response
            } catch {
                if (error as? any AnyRequestError)?.code != .cancelled {
                    await breaker.note(success: false)
                }
                throw error
            }
        }
    }
}
