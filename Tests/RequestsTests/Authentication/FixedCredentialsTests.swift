import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("Fixed credentials", .timeLimit(.minutes(1))) struct FixedCredentialsTests {
    private struct API: RequestProviding {
        var baseURL = URL("https://api.example/v1")

        let status = Endpoint<Void, String>(.get, "/status").authentication(.none)
        let account = Endpoint<Void, String>(.get, "/account").authentication(.required)
    }

    private let api = API()

    private func echo(_ attempts: Counter) -> Stub<API> {
        let respond: @Sendable (IncomingRequest) -> TransportResponse = { request in
            attempts.next()
            let key = request.header[.authorization] ?? "nobody"
            return key == "Bearer bad" ? .status(.unauthorized) : .text(key)
        }
        return Stub(api).on(.get, "/status") { respond($0) }.on(.get, "/account") { respond($0) }
    }

    @Test func `each endpoint declares whether it gets the credentials`() async throws {
        let session = echo(Counter()).authenticating(with: .bearerToken("canary"), for: api.baseURL)
        #expect(try await session.perform(api.request(\.status)) == "nobody")
        #expect(try await session.perform(api.request(\.account)) == "Bearer canary")
    }

    @Test func `refused credentials aren't sent again, and the 401 is the error`() async throws {
        let attempts = Counter()
        let session = echo(attempts).authenticating(with: .bearerToken("bad"), for: api.baseURL)
        let error = await #expect(throws: TransportError.self) { try await session.perform(api.request(\.account)) }
        #expect(error?.code == .unacceptableStatus && error?.head?.status == .unauthorized)
        #expect(attempts.count == 1)
    }

    @Test func `invalid credentials are an error before anything is sent`() async throws {
        let attempts = Counter()
        let session = echo(attempts).authenticating(with: .bearerToken("a b"), for: api.baseURL)
        let error = await #expect(throws: TransportError.self) { try await session.perform(api.request(\.account)) }
        #expect(error?.code == .invalidCredentials)
        #expect(attempts.count == 0)
    }

    @Test func `a provider without credentials sends none, and a call that needs them fails`() async throws {
        let session = echo(Counter()).authenticating(with: .none, for: api.baseURL)
        #expect(try await session.perform(api.get(.text, from: "/account")) == "nobody")
        let error = await #expect(throws: TransportError.self) { try await session.perform(api.request(\.account)) }
        #expect(error?.code == .credentialsMissing)
    }

    @Test func `no description shows the credentials`() {
        let store = FixedCredentials(.bearerToken("canary"), for: api.baseURL)
        var dumped = ""
        dump(store, to: &dumped)
        #expect(!"\(store) \(String(reflecting: store)) \(dumped)".contains("canary"))
    }
}
