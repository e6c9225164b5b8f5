import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The samples of the page on signing in, which must do what the page promises.
@Suite("Samples of the page on signing in", .timeLimit(.minutes(1)))
struct SigningInPageTests {
    private static let date = Date(timeIntervalSince1970: 1_000_000)

    /// Makes a server that accepts only the token with a number, and issues the next one.
    private func server(_ valid: String) -> Stub<MailAPI> {
        Stub(MailAPI(baseURL: URL("https://mail.example")))
            .on(\.token) { input in
                guard input.refreshToken == "r1" else { throw ServingError(.badRequest, "invalid_grant") }
                return Grant(accessToken: valid, expiresIn: 3600)
            }
            .on(.get, "/inbox") { request in
                request.header[.authorization] == "Bearer \(valid)" ? try .json(["hi"]) : .status(.unauthorized)
            }
            .on(.get, "/news") { request in try .json([request.header[.authorization] ?? "anybody"]) }
    }

    private func samples(_ server: Stub<MailAPI>, _ keychain: Keychain) -> SigningInSamples<Stub<MailAPI>> {
        SigningInSamples(network: server, keychain: keychain, now: { Self.date })
    }

    @Test func `refused calls share one refresh, whose token is saved`() async throws {
        let (server, keychain) = (server("a2"), Keychain())
        await keychain.save(BearerToken("a1", refreshToken: "r1"))
        let (_, session) = try await samples(server, keychain).signIn()
        let api = MailAPI(baseURL: URL("https://mail.example"))
        try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<10 { group.addTask { try await session.perform(api.request(\.inbox)) } }
            for try await inbox in group { #expect(inbox == ["hi"]) }
        }
        #expect(server.inputs(of: \.token) == [TokenRequest(refreshToken: "r1")])
        let kept = await keychain.token
        #expect(kept == BearerToken("a2", refreshToken: "r1", expires: Self.date + 3600))
    }

    @Test func `an error contains the realm of its challenge`() {
        let samples = samples(server("a2"), Keychain())
        let header: HeaderFields = ["WWW-Authenticate": #"Negotiate, Basic realm="mail""#]
        let head = ResponseHead(status: .unauthorized, header: header)
        #expect(samples.realm(of: TransportError(code: .unacceptableStatus, message: "", head: head)) == "mail")
    }

    @Test func `a token is refreshed before it expires`() async throws {
        let (server, keychain) = (server("a2"), Keychain())
        await keychain.save(BearerToken("a2", refreshToken: "r1", expires: Self.date + 29))
        let (_, session) = try await samples(server, keychain).signIn()
        let api = MailAPI(baseURL: URL("https://mail.example"))
        _ = try await session.perform(api.request(\.inbox))
        #expect(server.inputs(of: \.token).count == 1)
        _ = try await session.perform(api.request(\.inbox))
        #expect(server.inputs(of: \.token).count == 1)
    }

    @Test func `a user reads whether the session is open`() async throws {
        let samples = samples(server("a2"), Keychain())
        let (tokens, session) = try await samples.signIn()
        var texts: [String] = []
        await samples.show(session) { texts.append($0) }
        tokens.token = BearerToken("a2")
        await samples.show(session) { texts.append($0) }
        tokens.token = BearerToken("a1", refreshToken: "r0")
        await samples.show(session) { texts.append($0) }
        #expect(texts == ["Sign in first.", "1 messages", "Your session is over. Sign in again."])
    }

    @Test func `a user who has signed out has no token`() async throws {
        let samples = samples(server("a2"), Keychain())
        let (tokens, _) = try await samples.signIn()
        samples.inAndOut(tokens, Grant(accessToken: "a", expiresIn: 1))
        #expect(tokens.token == nil)
    }

    @Test func `optional credentials are sent once there are any`() async throws {
        let samples = samples(server("a2"), Keychain())
        let (tokens, session) = try await samples.signIn()
        let news = samples.api.get(.json([String].self), from: "/news")
        #expect(try await session.perform(news) == ["anybody"])
        tokens.token = BearerToken("a2")
        #expect(try await session.perform(news) == ["Bearer a2"])
    }

    @Test func `a token is sent neither anonymously nor to another API`() async throws {
        let samples = samples(server("a2"), Keychain())
        let (tokens, session) = try await samples.signIn()
        tokens.token = BearerToken("a2")
        let news = samples.api.get(.json([String].self), from: "/news").authentication(.none)
        #expect(try await session.perform(news) == ["anybody"])
        let elsewhere = AnonymousProvider("https://other.example").get(.json([String].self), from: "/news")
        #expect(try await session.perform(elsewhere) == ["anybody"])
    }

    @Test func `the last word on credentials wins`() async throws {
        let requests = samples(server("a2"), Keychain()).lastWord("t", "k")
        let headers = try requests.map { request in
            func header(_ request: some RequestConvertible) throws -> HeaderFields { try request.resolve().header }
            return try header(request)
        }
        #expect(headers.map { $0["Authorization"] } == [nil, nil])
        #expect(headers.map { $0["X-Key"] } == [nil, "k"])
    }

    @Test func `each kind of credentials has its place in the message`() throws {
        let messages = try CredentialSamples().providers(password: "p", token: "t", key: "k").map { try $0.resolve() }
        #expect(messages.map { $0.header["Authorization"] } == ["Basic YWRhOnA=", "Bearer t", nil, nil])
        #expect(messages[2].header["X-Api-Key"] == "k")
        #expect(messages[3].urlText == "https://mail.example/account?api_key=k")
    }

    @Test func `no request shows its credentials`() {
        let requests = CredentialSamples().providers(password: "s3cret", token: "s3cret", key: "s3cret")
        for request in requests { #expect(!String(reflecting: request).contains("s3cret")) }
    }

    @Test func `a custom store replaces a refused key`() async throws {
        let store = DeviceKeys(baseURL: URL("https://h"), vault: KeyVault(.init(number: 1, secret: "canary")))
        let seen = Guarded<[String?]>([])
        let server = Loopback { request in
            seen.withLock { $0.append(request.header["X-Key"]) }
            let status: HTTPStatus = request.header["X-Key-Number"] == "2" ? .ok : .unauthorized
            return TransportResponse(head: ResponseHead(status: status), body: MessageBody(Data()))
        }
        _ = try await server.authenticating(with: store).perform(AnonymousProvider("https://h").get(.data, from: "/"))
        #expect(seen.withLock { $0 } == ["canary", "yranac"])
    }
}
