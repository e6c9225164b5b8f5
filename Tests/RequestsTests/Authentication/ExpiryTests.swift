import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

/// The dates on which credentials expire, and refreshes before these dates.
@Suite("Transport.authenticating, expiry", .timeLimit(.minutes(1))) struct ExpiryTests {
    private let api = ExpiringAPI()
    private static let start = Date(timeIntervalSince1970: 1_000_000)

    /// Makes a server that echoes the credentials, and refuses some of them.
    private func server(refusing tokens: String...) -> Stub<ExpiringAPI> {
        Stub(api).on(.post, "/orders") { request in
            let sent = request.header[.authorization] ?? "none"
            return tokens.contains { sent == "Bearer \($0)" } ? .status(.unauthorized) : .text(sent)
        }
    }

    private static func token(_ name: String, for seconds: Double) -> BearerToken {
        BearerToken(name, expires: start.addingTimeInterval(seconds))
    }

    @Test func `a date that isn't a number is unknown`() async throws {
        let refreshes = Counter()
        let tokens = BearerTokens(for: api.baseURL, Self.token("1", for: .nan)) { _ in
            Self.token("\(refreshes.next() + 1)", for: .nan)
        }
        #expect(tokens.token == BearerToken("1"))
        #expect("\(Self.token("1", for: .nan))" == "a bearer token")
        tokens.token = Self.token("1", for: .infinity)
        #expect(tokens.token == BearerToken("1"))
        let session = server(refusing: "1").authenticating(with: tokens)
        for _ in 0..<3 { #expect(try await session.perform(api.order) == "Bearer 2") }
        #expect(refreshes.count == 1)
    }

    @Test func `credentials that differ from themselves end the call`() async {
        struct Number: Equatable { let value: Double }
        struct Numbers: CredentialStore {
            let baseURL: URL
            func credential() -> Number? { Number(value: .nan) }
            func refresh(_ credential: Number) -> Number { credential }
            func provider(for credential: Number) -> AuthenticationProvider { .bearerToken("\(credential.value)") }
        }
        let session = server(refusing: "nan").authenticating(with: Numbers(baseURL: api.baseURL))
        let error = await #expect(throws: RequestError<ProblemDetails>.self) { try await session.perform(api.order) }
        #expect(error?.code == .credentialsMissing)
    }

    @Test(arguments: [(20, 11), (40, 21), (3_600, 3_571)] as [(Double, Double)])
    func `half of a short lifetime is used, and a long one up to the leeway`(life: Double, age: Double) async throws {
        let now = Guarded(Self.start), refreshes = Counter()
        let tokens = BearerTokens(for: api.baseURL, Self.token("0", for: 1)) { _ in
            BearerToken("\(refreshes.next())", expires: now.withLock { $0 }.addingTimeInterval(life))
        }
        let session = server().authenticating(with: tokens) { now.withLock { $0 } }
        for _ in 0..<3 { #expect(try await session.perform(api.order) == "Bearer 1") }
        now.withLock { $0 = $0.addingTimeInterval(age - 2) }
        for _ in 0..<3 { #expect(try await session.perform(api.order) == "Bearer 1") }
        now.withLock { $0 = $0.addingTimeInterval(2) }
        for _ in 0..<3 { #expect(try await session.perform(api.order) == "Bearer 2") }
        #expect(refreshes.count == 2)
    }

    @Test func `new credentials that seem expired are used until they are refused`() async throws {
        let refreshes = Counter()
        let tokens = BearerTokens(for: api.baseURL, Self.token("0", for: -1)) { _ in
            Self.token("\(refreshes.next())", for: -3_600)
        }
        let session = server(refusing: "1").authenticating(with: tokens) { Self.start }
        for _ in 0..<3 { #expect(try await session.perform(api.order) == "Bearer 2") }
        #expect(refreshes.count == 2)
    }

    @Test func `a slow refresh doesn't hold up calls whose credentials are valid`() async throws {
        let mayEnd = Gate(), isSaved = Gate()
        let tokens = BearerTokens(for: api.baseURL, Self.token("1", for: 0.5)) { _ in
            await mayEnd.opened()
            return Self.token("2", for: 3_600)
        } save: { _ in
            isSaved.open()
        }
        let session = server().authenticating(with: tokens, leeway: .seconds(1)) { Self.start }
        for _ in 0..<2 { #expect(try await session.perform(api.order) == "Bearer 1") }
        mayEnd.open()
        await isSaved.opened()
        #expect(try await session.perform(api.order) == "Bearer 2")
    }

    @Test func `a call waits for a refresh no longer than its own time limit`() async throws {
        let mayEnd = Gate()
        let tokens = BearerTokens(for: api.baseURL, Self.token("1", for: -1)) { _ in
            await mayEnd.opened()
            return Self.token("2", for: 3_600)
        }
        let session = server().authenticating(with: tokens) { Self.start }
        let error = await #expect(throws: RequestError<ProblemDetails>.self) {
            try await session.perform(api.order.setting(\.policy.totalTimeout, .milliseconds(50)))
        }
        #expect(error?.code == .timedOut)
        mayEnd.open()
        #expect(try await session.perform(api.order) == "Bearer 2")
    }
}

private struct ExpiringAPI: RequestProviding {
    typealias Failure = ProblemDetails

    let baseURL = URL("https://expiring.example")

    var order: Request<ExpiringAPI, String> { post(to: "/orders").receiving(.text) }
}
