import Foundation
import Requests
import RequestsEndpoints

enum Lookup {
    case found(User)
    case missing
    case broken(String)
}

struct ResponseSamples<Session: Transport> {
    let session: Session
    let api: GitHub

    func kinds() -> [String] {
        let user = api.get(.json(User.self), from: "/users/ada")
        // nil if the body is empty
        let boss = api.get(.json(User?.self), from: "/users/ada/boss")
        let readme = api.get(.text, from: "/readme")
        let avatar = api.get(.data, from: "/users/ada/avatar")
        return [user.description, boss.description, readme.description, avatar.description]
    }

    func byStatus(_ login: String) -> Request<GitHub, Lookup> {
        let lookup = api.get(
            .byStatus(
                .on(200, .json(User.self), as: Lookup.found),
                .on(404, as: .missing),
                .on(.range(500...599), .text, as: Lookup.broken)),
            from: "/users/\(login)")
        return lookup
    }

    func optional(_ login: String) -> Request<GitHub, User?> {
        let user = api.get(
            .byStatus(.on(200, .json(User?.self)), .on(404, as: nil)),
            from: "/users/\(login)")
        return user
    }

    func checked() -> Request<GitHub, User> {
        let me = api.get(.json(User.self), from: "/me").validating { head, data in
            if head.header["X-Maintenance"] != nil { throw Closed() }
        }
        return me
    }

    func declared() async throws -> SearchResponse {
        let response = try await session.perform(
            api.get(.declared(SearchResponse.self), from: "/search"))
        return response
    }

    func cookies(token: String) async throws -> (User, String?) {
        // Cookie: session=31d4d96e; theme=dark
        let request = api.get(.json(User.self), from: "/me")
            .adding(cookie: "session", token).adding(cookie: "theme", "dark")
        let (head, user) = try await session.response(for: request)
        let renewed = head.cookies.first { $0.name == "session" && !$0.value.isEmpty }
        return (user, renewed?.value)
    }
}

extension ResponseSamples {
    func login(name: String, password: String) async throws -> Request<GitHub, User> {
        let login = api.post(.form(["name": name, "password": password]), to: "/login")
            .setting(\.policy.redirects, .stop).accepting(302)
        let (head, _) = try await session.response(for: login)
        let me = api.get(.json(User.self), from: "/me").adding(cookies: head.cookies)
        return me
    }
}

extension ResponseSamples {
    func links() async throws -> ([User], Request<GitHub, [User]>?) {
        let (head, users) = try await session.response(
            for: api.get(.json([User].self), from: "/users"))
        let next = head.links.first { $0.relations.contains("next") }
        let more = next.map { api.get(.json([User].self), from: URLPath(link: $0.target)) }
        return (users, more)
    }

    func made(_ user: User) async throws -> Request<GitHub, User>? {
        let (head, _) = try await session.response(for: api.post(.json(user), to: "/users"))
        let made = head.location.map {
            api.get(.json(User.self), from: URLPath(absolute: $0))
        }
        return made
    }

    func listing() -> Request<GitHub, Listing<User>> { api.get(.json(), from: "/listing") }
}

extension ResponseSamples {
    func anyJSON(_ text: String) async throws -> (JSONValue, Request<GitHub, Void>) {
        var order = try await session.perform(
            api.get(.json(JSONValue.self), from: "/orders/1"))
        let name = order["customer"]?["name"]?.string  // String?
        let id = try order["id"]?.decode(UInt64.self)  // UInt64?
        print(order["items"]?[0]?["price"] ?? .null)  // 1.10, as the server wrote it

        order["note"] = [
            "text": JSONValue(text), "to": JSONValue(name ?? ""),
            "id": id.map { JSONValue($0) } ?? .null,
        ]
        order["items"]?[0] = nil  // removes the item; .null writes a null
        let update = api.put(.json(order), to: "/orders/1")
        return (order, update)
    }
}

/// Some items, and the total number of items.
public struct Listing<Item: Codable & Sendable>: Codable, Sendable {
    /// The items.
    public let items: [Item]

    /// The total number of items.
    public let total: Int
}

struct GetReadme: RequestConvertible {
    let repo: String
    var baseURL: URL { URL("https://api.github.com") }
    var endpoint: URLPath { "/repos/ada/\(repo)/readme" }
    var method: HTTPMethod { .get }
    var responseDecoder: ResponseDecoder<String> { .text }
}

struct Closed: Error {}

struct SearchResponse: Decodable {
    // Rate-Limit-Remaining; a coding key such as "X-Rate" is used unchanged
    @HeaderValue var rateLimitRemaining: Int?
    @CookieValue var session: String?
    @ResponseStatus var status: HTTPStatus
    @ErrorBody var problem: Refusal?  // the body if the status is 400 or more
    @BodyValue var users: [User]?  // the whole body if the status is a success
}

struct ResponseTypes {
    struct Bank: RequestProviding {
        typealias Failure = ProblemDetails
        let baseURL: URL

        func replacement(
            for error: RequestError<ProblemDetails>
        ) -> RequestError<ProblemDetails> {
            guard error.head?.status == .unauthorized,
                error.failure?["reason"] == "expired"
            else { return error }
            return error.replacing(
                code: .sessionExpired, userText: "Your session is over. Sign in again.")
        }
    }

    func details(of error: RequestError<ProblemDetails>) -> Details? {
        print(String(decoding: error.body, as: UTF8.self))
        return try? error.decodeBody(.json(Details.self))
    }
}

nonisolated extension RequestErrorCode {
    static let sessionExpired = RequestErrorCode(rawValue: "sessionExpired")
}

struct Weather: RequestProviding {
    typealias Failure = String
    let baseURL: URL
    var failureDecoder: ResponseDecoder<String> {
        .json(Refusal.self, as: \.error.text)
    }
}

struct Cloud: RequestProviding {
    struct Failure: Decodable {
        var message: String
        var httpCode: Int?
    }

    let baseURL: URL
    var failureDecoder: ResponseDecoder<Failure> {
        ResponseDecoder { head, data, coding in
            var failure = try coding.value(Failure.self, fromJSON: data)
            failure.httpCode = head.status.code
            return failure
        }
    }
}

nonisolated struct Refusal: Decodable {
    struct Reason: Decodable { let text: String }
    let error: Reason
}

nonisolated struct Details: Decodable { let reason: String }

struct Store: RequestProviding {
    let baseURL: URL
    var envelope: Envelope {
        Envelope(Outcome.self, content: "data") { outcome in
            if !outcome.success {
                throw StoreError(outcome.message ?? "It did not work.")
            }
        }
    }
}

nonisolated struct Outcome: Decodable {
    let success: Bool
    let message: String?
}

struct StoreError: LocalizedError {
    let errorDescription: String?

    init(_ message: String) {
        errorDescription = message
    }
}

struct Statistics: RequestProviding {
    let baseURL: URL
    @GET("/statistics") var statistics: Endpoint<Void, LoanStatistics>
}

enum LoanStatistics: StatusAlternatives {
    case ok([LoanCount])  // 200, with a body
    case accepted  // 202, without one
}

nonisolated struct LoanCount: Codable {
    let month: Int
    let count: Int
}

struct TryLater: Error {}

extension Statistics {
    func counts(_ session: some Transport) async throws -> [LoanCount] {
        let library = self
        switch try await session.perform(library.request(\.statistics)) {
        case .ok(let counts): return counts
        case .accepted: throw TryLater()
        }
    }
}
