import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

/// The credentials of a call after a refresh, and the errors of failed refreshes.
@Suite("Transport.authenticating, refreshing", .timeLimit(.minutes(1))) struct RefreshingTests {
    private let api = RefreshingAPI()

    /// Makes a server that echoes the credentials, and refuses one token.
    private func server(refusing token: String, _ seen: RefreshingSeen = RefreshingSeen()) -> Stub<RefreshingAPI> {
        Stub(api).on(.post, "/orders") { request in
            let sent = request.header[.authorization] ?? "none"
            seen.add(sent)
            return sent == "Bearer \(token)" ? .status(.unauthorized) : .text(sent)
        }
    }

    private func failure(
        _ transport: some Transport, _ requirement: AuthenticationRequirement = .optional
    ) async -> RequestError<ProblemDetails>? {
        await #expect(throws: RequestError<ProblemDetails>.self) {
            try await transport.perform(api.order.authentication(requirement))
        }
    }

    @Test func `a store that can't be read ends the call before anything is sent`() async {
        struct Locked: Error {}
        struct LockedStore: CredentialStore {
            let baseURL: URL
            func credential() throws -> String? { throw Locked() }
            func refresh(_ credential: String) -> String { credential }
            func provider(for credential: String) -> AuthenticationProvider { .bearerToken(credential) }
        }
        let seen = RefreshingSeen()
        let error = await failure(
            server(refusing: "", seen).authenticating(with: LockedStore(baseURL: api.baseURL)))
        #expect(error?.code == .authenticationFailed)
        #expect(error?.underlyingError is Locked)
        #expect(error?.request?.urlText == "https://refreshing.example/orders")
        #expect(seen.texts.isEmpty)
    }

    // MARK: - Owners of credentials

    @Test(arguments: [nil, BearerToken("B-token")])
    func `a call isn't sent in the name of a user who signs in during its refresh`(next: BearerToken?) async throws {
        let box = Guarded<BearerTokens?>(nil)
        let seen = RefreshingSeen(), saved = RefreshingSeen(), isSaved = Gate()
        let tokens = BearerTokens(for: api.baseURL, BearerToken("A-token")) { _ in
            let tokens = box.withLock { $0 }
            tokens?.token = nil
            if let next { tokens?.token = next }
            return BearerToken("A-token-2")
        } save: { token in
            saved.add(token?.accessToken ?? "nobody")
            if token == next { isSaved.open() }
        }
        box.withLock { $0 = tokens }
        let error = await failure(server(refusing: "A-token", seen).authenticating(with: tokens))
        #expect(error?.code == .credentialsMissing)
        #expect(error?.head?.status == .unauthorized)
        #expect(seen.texts == ["Bearer A-token"])
        #expect(tokens.token == next)
        // The token of the refresh is dropped, and not saved.
        await isSaved.opened()
        #expect(saved.texts == ["nobody"] + (next == nil ? [] : ["B-token"]))
        box.withLock { $0 = nil }
    }

    @Test func `a token is saved when it is adopted, in order`() async throws {
        let saved = RefreshingSeen(), mayGoOn = Gate(), isSaved = Gate()
        let tokens = BearerTokens(for: api.baseURL, BearerToken("old")) { _ in
            BearerToken("new")
        } save: { token in
            if saved.texts.isEmpty { await mayGoOn.opened() }
            saved.add(token?.accessToken ?? "nobody")
            if token?.accessToken == "third" { isSaved.open() }
        }
        tokens.token = BearerToken("second")
        tokens.token = BearerToken("second")
        tokens.token = nil
        tokens.token = BearerToken("third")
        mayGoOn.open()
        await isSaved.opened()
        #expect(saved.texts == ["second", "nobody", "third"])
        // The token of a refresh is saved before the call is sent again.
        #expect(try await server(refusing: "third").authenticating(with: tokens).perform(api.order) == "Bearer new")
        #expect(saved.texts.last == "new")
    }

    @Test func `a call that is refused late gets the credentials of an earlier refresh`()
        async throws
    {
        let refreshes = Counter(), isOut = Gate(), mayBeRefused = Gate(), sent = Counter()
        let tokens = BearerTokens(for: api.baseURL, BearerToken("0")) { old in
            BearerToken("\(refreshes.next())", refreshToken: old.accessToken)
        }
        let stub = Stub(api).on(.post, "/orders") { request in
            let text = request.header[.authorization] ?? "none"
            guard text == "Bearer 0" else { return .text(text) }
            if sent.next() <= 2 {
                if sent.count == 2 { isOut.open() }
                await mayBeRefused.opened()
            }
            return .status(.unauthorized)
        }
        let (one, other) = (stub.authenticating(with: tokens), stub.authenticating(with: tokens))
        async let late = one.perform(api.order)
        async let elsewhere = other.perform(api.order)
        await isOut.opened()
        #expect(try await one.perform(api.order) == "Bearer 1")
        mayBeRefused.open()
        #expect(try await late == "Bearer 1")
        #expect(try await elsewhere == "Bearer 1")
        #expect(refreshes.count == 1)
    }

    @Test func `a call that outlasts many refreshes of another transport is sent again`() async throws {
        let isOut = Gate(), mayBeRefused = Gate(), count = Counter()
        let tokens = BearerTokens(for: api.baseURL, BearerToken("0")) { _ in BearerToken("\(count.next())") }
        let stub = Stub(api).on(.post, "/orders") { request in
            let text = request.header[.authorization] ?? "none"
            if text == "Bearer 0" {
                isOut.open()
                await mayBeRefused.opened()
            }
            // Every other token is refused until the hundredth refresh.
            return text == "Bearer 100" ? .text(text) : .status(.unauthorized)
        }
        let (one, other) = (stub.authenticating(with: tokens), stub.authenticating(with: tokens))
        async let late = other.perform(api.order)
        await isOut.opened()
        tokens.token = BearerToken("0")
        for _ in 0..<100 {
            guard let token = tokens.token else { break }
            _ = try await tokens.refresh(token)
        }
        #expect(try await one.perform(api.order) == "Bearer 100")
        mayBeRefused.open()
        #expect(try await late == "Bearer 100")
    }

    @Test(arguments: [nil, "B-key"])
    func `a custom store is asked once more after the refresh`(next: String?) async throws {
        let seen = RefreshingSeen()
        let store = RefreshingKeys(baseURL: api.baseURL, next: next)
        let error = await failure(server(refusing: "A-key", seen).authenticating(with: store))
        #expect(error?.code == .credentialsMissing)
        #expect(seen.texts == ["Bearer A-key"])
    }

    @Test func `if credentials are required, the error names the origin of the available ones`() async throws {
        let tokens = BearerTokens(for: URL("https://evil.example/v1"), BearerToken("token")) { $0 }
        let error = await failure(Stub(api).authenticating(with: tokens), .required)
        #expect(error?.code == .credentialsMissing)
        #expect(
            error?.message == "POST https://refreshing.example/orders requires credentials, but the only "
                + "credentials are for https://evil.example")
        // A second store is for the origin of the API, but has no token yet.
        let own = BearerTokens(for: api.baseURL, nil) { $0 }
        let both = Stub(api).authenticating(with: own).authenticating(with: tokens)
        let second = await failure(both, .required)
        #expect(second?.message.hasSuffix("there are none: sign in first") == true)
    }

    @Test func `the error of a 401 without credentials names the origin of the available ones`() async throws {
        let elsewhere = BearerTokens(for: URL("https://login.example/token"), BearerToken("token")) { $0 }
        let clause = "; the request was sent without credentials, because the credentials are for https://login.example"
        let server = Stub(api).on(.post, "/orders") { _ in .status(.unauthorized) }
        let error = await failure(server.authenticating(with: elsewhere))
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.message.contains("returned 401 Unauthorized" + clause) == true, "\(error?.message ?? "")")
        // These credentials were sent, so the 401 has a different reason.
        let own = BearerTokens(for: api.baseURL, BearerToken("own")) { $0 }
        let second = await failure(server.authenticating(with: own).authenticating(with: elsewhere))
        #expect(second?.head?.status == .unauthorized)
        #expect(second?.message.contains("was sent without credentials") == false, "\(second?.message ?? "")")
    }

    // MARK: - Failures

    @Test(arguments: [nil, Date.distantPast])
    func `a refresh through the transport that waits for it throws an error with the solution`(
        expiry: Date?
    ) async throws {
        let session = Guarded<(any Transport)?>(nil)
        let tokens = BearerTokens(for: api.baseURL, BearerToken("old", expires: expiry)) { [api] _ in
            let session = try #require(session.withLock { $0 })
            return BearerToken(try await session.perform(api.order))
        }
        let transport = server(refusing: "old").authenticating(with: tokens, timeLimit: .seconds(20))
        session.withLock { $0 = transport }
        defer { session.withLock { $0 = nil } }
        let error = await failure(transport)
        #expect(error?.code == .authenticationFailed)
        #expect(error?.description.contains(".authentication(.none)") == true, "\(error?.description ?? "")")
    }

    @Test func `a refresh may use the transport with a request without credentials`() async throws {
        let session = Guarded<(any Transport)?>(nil)
        let tokens = BearerTokens(for: api.baseURL, BearerToken("old", expires: .distantPast)) { [api] _ in
            let session = try #require(session.withLock { $0 })
            return BearerToken(try await session.perform(api.order.authentication(.none)))
        }
        let transport = server(refusing: "old").authenticating(with: tokens, timeLimit: .seconds(20))
        session.withLock { $0 = transport }
        defer { session.withLock { $0 = nil } }
        #expect(try await transport.perform(api.order) == "Bearer none")
    }

    /// Makes tokens from a server that responds with the statuses, and then with a token.
    private func tokens(after statuses: HTTPStatus..., count: Counter = Counter()) -> BearerTokens {
        BearerTokens(for: api.baseURL, BearerToken("old")) { [api] _ in
            let index = count.next() - 1
            let server = Stub(api).on(.post, "/token") { _ in
                index < statuses.count ? .status(statuses[index]) : .text("new")
            }
            return BearerToken(try await server.perform(api.post(to: "/token").receiving(.text)))
        }
    }

    @Test(arguments: [.tooManyRequests, .serviceUnavailable, .internalServerError] as [HTTPStatus])
    func `a transient status refuses nobody, and an outer retry tries it again`(status: HTTPStatus) async throws {
        let server = server(refusing: "old")
        let error = await failure(server.authenticating(with: tokens(after: status)))
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.head?.status == status)
        #expect(error?.message == "the credential refresh failed: unacceptableStatus")
        let count = Counter()
        let patient = server.authenticating(with: tokens(after: status, status, count: count))
            .retrying(clock: ImmediateClock())
        #expect(try await patient.perform(api.order.idempotent()) == "Bearer new")
        #expect(count.count == 3)
    }

    @Test(arguments: [.badRequest, .unauthorized, .forbidden] as [HTTPStatus])
    func `any other status is a refusal, and the text names it`(status: HTTPStatus) async throws {
        let error = await failure(server(refusing: "old").authenticating(with: tokens(after: status)))
        #expect(error?.code == .authenticationFailed)
        #expect(error?.head?.status == .unauthorized)
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("underlying error: unacceptableStatus: "))
        #expect(text.contains("POST https://refreshing.example/token"))
        #expect(text.contains("\(status.code)"))
    }

    @Test func `a cancelled refresh cancels no call`() async throws {
        let tokens = BearerTokens(for: api.baseURL, BearerToken("old")) { _ in throw CancellationError() }
        let error = await failure(server(refusing: "old").authenticating(with: tokens))
        #expect(error?.code == .authenticationFailed)
        #expect(error?.message == "the credential refresh threw an error of type CancellationError")
    }

    @Test(arguments: [RequestErrorCode.connectionLost, .credentialsMissing, .transportFailed])
    func `neither half of a token is shown`(code: RequestErrorCode) async throws {
        let lines = LogLines()
        // The second token has expired, so it is refused before it is sent.
        for expires in [nil, Date.distantPast] {
            let token = BearerToken("KANARI-a", refreshToken: "KANARI-r", expires: expires)
            let tokens = BearerTokens(for: api.baseURL, token) { old in
                throw TransportError(code: code, message: "lost \(old.accessToken) \(old.refreshToken ?? "")")
            }
            let transport = server(refusing: "KANARI-a").authenticating(with: tokens).logging(to: lines.add)
            let error = try #require(await failure(transport))
            var text = "\(error) \(error.message) \(error.localizedDescription) \(String(reflecting: error))"
            dump(error, to: &text)
            dump(error.underlyingError, to: &text)
            for entry in lines.entries { text += "\(entry) \(entry.details)" }
            #expect(!text.contains("KANARI"))
        }
    }
}

private struct RefreshingAPI: RequestProviding {
    typealias Failure = ProblemDetails

    let baseURL = URL("https://refreshing.example")

    var order: Request<RefreshingAPI, String> { post(to: "/orders").receiving(.text) }
}

/// The observed texts, in order.
private final class RefreshingSeen: Sendable {
    private let state = Guarded<[String]>([])

    var texts: [String] { state.withLock { $0 } }

    func add(_ text: String) { state.withLock { $0.append(text) } }
}

/// A store whose keys are replaced by those of another user during a refresh, which the store doesn't check.
private final class RefreshingKeys: CredentialStore {
    let baseURL: URL
    private let next: String?
    private let key = Guarded<String?>("A-key")

    init(baseURL: URL, next: String?) {
        self.baseURL = baseURL
        self.next = next
    }

    func credential() async throws -> String? { key.withLock { $0 } }

    func refresh(_ credential: String) async throws -> String {
        key.withLock { $0 = next }
        return "A-key-2"
    }

    func provider(for credential: String) -> AuthenticationProvider { .bearerToken(credential) }
}
