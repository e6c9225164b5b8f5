import Foundation
import Requests
import RequestsEndpoints
import Testing

/// Functions that check credentials, as people write them.
///
/// A result that reads like a refusal refuses the credentials.
@Suite("Functions that check credentials", .timeLimit(.minutes(1)))
struct AuthenticatingFunctionTests {
    struct Session: Sendable {
        var isActive: Bool
        var owner: User?
    }

    struct User: Sendable { var name: String }

    struct DiaryAPI: RequestProviding {
        let baseURL: URL = URL("http://127.0.0.1")
        let write = Endpoint<String, String>(.post, "/diary").authentication(.required)
    }

    typealias Make = @Sendable (Routes<DiaryAPI>) -> Routes<DiaryAPI>

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The accepted ones of the tokens `open`, `blocked` and `unknown`.
        let accepted: [String]
        let make: Make

        init(_ name: String, accepts accepted: [String], _ make: @escaping Make) {
            (testDescription, self.accepted, self.make) = (name, accepted, make)
        }
    }

    private static let sessions = [
        "open": Session(isActive: true, owner: User(name: "ada")), "blocked": Session(isActive: false, owner: nil),
    ]

    @Sendable private static func check(_ token: String) throws -> Session {
        guard let session = sessions[token] else { throw ServingError(.unauthorized, "unknown") }
        return session
    }

    @Sendable private static func isActive(_ token: String) async -> Bool { sessions[token]?.isActive ?? false }

    /// The cases are computed, because the compiler (6.3.1) crashes on an initializer with these closures.
    static var cases: [Case] {
        [
            Case("Bool", accepts: ["open", "blocked"]) {
                $0.authenticating(by: .bearerToken) { token in sessions[token] != nil }
            },
            Case("Bool? from optional chaining", accepts: ["open"]) {
                $0.authenticating(by: .bearerToken) { token in sessions[token]?.isActive }
            },
            Case("Bool? after a statement", accepts: ["open"]) {
                $0.authenticating(by: .bearerToken) { token in
                    let session = sessions[token]
                    return session?.isActive
                }
            },
            Case("Bool? from try?", accepts: ["open"]) {
                $0.authenticating(by: .bearerToken) { token in try? check(token).isActive }
            },
            Case("Bool? from map", accepts: ["open"]) {
                $0.authenticating(by: .bearerToken) { token in sessions[token].map(\.isActive) }
            },
            Case("Bool? from try? and optional chaining", accepts: ["open"]) {
                $0.authenticating(by: .bearerToken) { token in try? check(token).owner?.name.isEmpty == false }
            },
            Case("a function", accepts: ["open"]) { $0.authenticating(by: .bearerToken, isActive) },
            Case("an asynchronous call", accepts: ["open"]) {
                $0.authenticating(by: .bearerToken) { token in await isActive(token) }
            },
            Case("a caller", accepts: ["open", "blocked"]) {
                $0.authenticating(by: .bearerToken) { token in sessions[token] }
            },
            Case("a caller from optional chaining", accepts: ["open"]) {
                $0.authenticating(by: .bearerToken) { token in sessions[token]?.owner }
            },
            Case("a caller from flatMap", accepts: ["open"]) {
                $0.authenticating(by: .bearerToken) { token in sessions[token].flatMap(\.owner) }
            },
            Case("a caller or an error", accepts: ["open", "blocked"]) {
                $0.authenticating(by: .bearerToken) { token in try check(token) }
            },
            Case("no result", accepts: []) { $0.authenticating(by: .bearerToken) { token in _ = try check(token) } },
            Case("Bool??", accepts: ["open"]) {
                $0.authenticating(by: .bearerToken) { token -> Bool?? in .some(sessions[token]?.isActive) }
            },
            Case("two credentials", accepts: []) {
                $0.authenticating(by: .basic(realm: "")) { user, password in sessions[user]?.isActive }
            },
        ]
    }

    private static func status(_ token: String, _ routes: Routes<DiaryAPI>) async -> Int {
        let request = IncomingRequest(
            method: .post, target: "/diary", header: [HeaderField(.authorization, "Bearer \(token)")],
            body: MessageBody(Data("tea".utf8)))
        return await routes.respond(to: request).head.status.code
    }

    @Test(arguments: cases) func `credentials are accepted only if the function says so`(_ row: Case) async {
        let routes = row.make(Routes(DiaryAPI())).on(\.write) { text in text }
        for token in ["open", "blocked", "unknown"] {
            #expect(await Self.status(token, routes) == (row.accepted.contains(token) ? 200 : 401), "\(token)")
        }
    }
}
