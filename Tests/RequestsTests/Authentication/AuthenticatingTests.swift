import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("Transport.authenticating", .timeLimit(.minutes(1))) struct AuthenticatingTests {
    private let api = AuthenticatingAPI()

    /// Accepts only requests with the token.
    private func guarded(by token: String) -> Stub<AuthenticatingAPI> {
        Stub(api).on(.get, "/account") { request in
            request.header[.authorization] == "Bearer \(token)" ? .text("welcome") : .status(.unauthorized)
        }
    }

    private func tokens(_ token: BearerToken?, next: String = "new", _ refreshes: Counter) -> BearerTokens {
        BearerTokens(for: api.baseURL, token) { _ in
            refreshes.next()
            return BearerToken(next)
        }
    }

    @Test func `credentials are added, and redacted`() async throws {
        let refreshes = Counter()
        let transport = guarded(by: "canary").authenticating(with: tokens(BearerToken("canary"), refreshes))
        #expect(try await transport.perform(api.account) == "welcome")
        let refusing = guarded(by: "other")
            .authenticating(with: tokens(BearerToken("canary"), next: "canary", refreshes))
        let error = try #require(
            await #expect(throws: TransportError.self) { try await refusing.perform(api.account) })
        #expect(error.code == .unacceptableStatus)
        var dumped = ""
        dump(error, to: &dumped)
        #expect(!"\(error) \(dumped) \(error.localizedDescription)".contains("canary"))
    }

    @Test func `refused credentials are refreshed, and the call is sent once more`() async throws {
        let refreshes = Counter()
        let tokens = tokens(BearerToken("old"), refreshes)
        let transport = guarded(by: "new").authenticating(with: tokens)
        #expect(try await transport.perform(api.account) == "welcome")
        #expect(tokens.token == BearerToken("new"))
        #expect(try await transport.perform(api.account) == "welcome")
        #expect(refreshes.count == 1)
    }

    @Test func `a second 401 is the response`() async throws {
        let refreshes = Counter()
        let attempts = Counter()
        let stub = Stub(api).on(.get, "/account") { _ in
            attempts.next()
            return .status(.unauthorized)
        }
        let transport = stub.authenticating(with: tokens(BearerToken("old"), refreshes))
        let error = await #expect(throws: TransportError.self) { try await transport.perform(api.account) }
        #expect(error?.head?.status == .unauthorized)
        #expect(attempts.count == 2)
        #expect(refreshes.count == 1)
    }

    @Test func `a thousand calls that are refused together cause one refresh`() async throws {
        let refreshes = Counter()
        let refused = Counter()
        let all = Gate()
        let stub = Stub(api).on(.get, "/account") { request in
            if request.header[.authorization] == "Bearer new" { return .text("welcome") }
            // No call gets a response before all have arrived.
            if refused.next() == 1_000 { all.open() }
            await all.opened()
            return .status(.unauthorized)
        }
        let transport = stub.authenticating(with: tokens(BearerToken("old"), refreshes))
        let welcomes = try await withThrowingTaskGroup { group in
            for _ in 0..<1_000 { group.addTask { try await transport.perform(api.account) } }
            return try await group.reduce(into: 0) { $0 += $1 == "welcome" ? 1 : 0 }
        }
        #expect(welcomes == 1_000)
        #expect(refused.count == 1_000)
        #expect(refreshes.count == 1)
    }

    @Test func `a refused refresh ends all calls that wait for it, and no others`() async throws {
        struct Refused: Error { let token = "canary" }
        let count = Counter()
        let store = BearerTokens(for: api.baseURL, BearerToken("old")) { _ in
            count.next()
            throw Refused()
        }
        let transport = guarded(by: "new").authenticating(with: store)
        let error = try #require(
            await #expect(throws: TransportError.self) { try await transport.perform(api.account) })
        #expect(error.code == .authenticationFailed)
        #expect(error.message == "the credential refresh threw an error of type Refused")
        #expect(error.head?.status == .unauthorized)
        #expect(!"\(error)".contains("canary"))
        #expect(count.count == 1)
        store.token = BearerToken("new")
        #expect(try await transport.perform(api.account) == "welcome")
    }

    @Test(arguments: [
        TransportError(code: .connectionLost, message: "canary") as any Error, URLError(.networkConnectionLost),
    ])
    func `a refresh that fails because of the network can succeed later`(failure: any Error) async throws {
        let store = failingOnce(failure, Counter())
        let transport = guarded(by: "new").authenticating(with: store)
        let error = await #expect(throws: TransportError.self) { try await transport.perform(api.account) }
        #expect(error?.code == .connectionLost)
        #expect(error?.message == "the credential refresh failed: connectionLost")
        #expect(store.token == BearerToken("old"))
        #expect(try await transport.perform(api.account) == "welcome")
    }

    @Test func `retrying around the credentials repeats a refresh that the network lost`() async throws {
        let count = Counter()
        let store = failingOnce(URLError(.networkConnectionLost), count)
        let transport = guarded(by: "new").authenticating(with: store).retrying(clock: ImmediateClock())
        #expect(try await transport.perform(api.account) == "welcome")
        #expect(count.count == 2)
    }

    /// Makes credentials whose first refresh fails.
    private func failingOnce(_ failure: any Error, _ count: Counter) -> BearerTokens {
        BearerTokens(for: api.baseURL, BearerToken("old")) { _ in
            if count.next() == 1 { throw failure }
            return BearerToken("new")
        }
    }

    @Test func `a call that was cancelled before it waits isn't sent`() async throws {
        let sent = Counter(), refreshes = Counter()
        let stub = Stub(api).on(.get, "/account") { _ in
            sent.next()
            return .status(.ok)
        }
        let store = tokens(BearerToken("old", expires: .distantPast), refreshes)
        let transport = stub.authenticating(with: store)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.perform(api.account)
        }
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(sent.count == 0)
    }

    @Test func `several calls with credentials that are about to expire cause one refresh`() async throws {
        let refreshes = Counter(), began = Counter()
        let all = Gate()
        let now = Date(timeIntervalSince1970: 1_000)
        let store = BearerTokens(for: api.baseURL, BearerToken("old", expires: now + 10)) { _ in
            refreshes.next()
            await all.opened()
            return BearerToken("new", expires: now + 100)
        }
        let transport = guarded(by: "new").authenticating(with: store, date: { now })
            .adapting { request, next in
                if began.next() == 100 { all.open() }
                return try await next(request)
            }
        try await withThrowingTaskGroup { group in
            for _ in 0..<100 { group.addTask { try await transport.perform(api.account) } }
            for try await text in group { #expect(text == "welcome") }
        }
        #expect(refreshes.count == 1)
    }

    @Test func `cancelling a call leaves the refresh to the others`() async throws {
        let refreshing = Gate(), mayEnd = Gate()
        let store = BearerTokens(for: api.baseURL, BearerToken("old")) { _ in
            refreshing.open()
            await mayEnd.opened()
            try Task.checkCancellation()
            return BearerToken("new")
        }
        let transport = guarded(by: "new").authenticating(with: store)
        let first = Task { try await transport.perform(api.account) }
        await refreshing.opened()
        let second = Task { try await transport.perform(api.account) }
        first.cancel()
        let error = await #expect(throws: TransportError.self) { try await first.value }
        #expect(error?.code == .cancelled)
        mayEnd.open()
        #expect(try await second.value == "welcome")
    }

    @Test func `a refresh has a time limit`() async throws {
        let mayEnd = Gate()
        defer { mayEnd.open() }
        let store = BearerTokens(for: api.baseURL, BearerToken("old")) { _ in
            await mayEnd.opened()
            return BearerToken("new")
        }
        let transport = guarded(by: "new").authenticating(with: store, timeLimit: .milliseconds(1))
        let error = await #expect(throws: TransportError.self) { try await transport.perform(api.account) }
        #expect(error?.code == .timedOut)
        #expect(error?.message == "the credential refresh failed: timedOut")
        #expect(error?.head?.status == .unauthorized)
    }

    @Test(arguments: [(31.0, 0, "old"), (29, 1, "new"), (-1, 1, "new")])
    func `credentials are refreshed before they expire`(left: Double, count: Int, sent: String) async throws {
        let refreshes = Counter()
        let now = Date(timeIntervalSince1970: 1_000)
        let store = tokens(BearerToken("old", expires: now + left), refreshes)
        let stub = Stub(api).on(.get, "/account", .once) { request in .text(request.header[.authorization] ?? "") }
        let transport = stub.authenticating(with: store, date: { now })
        #expect(try await transport.perform(api.account) == "Bearer \(sent)")
        #expect(refreshes.count == count)
    }

    @Test(arguments: [(1.0, true), (-1, false)])
    func `if the refresh fails, credentials that are still valid are used`(left: Double, isSent: Bool) async throws {
        struct Refused: Error {}
        let now = Date(timeIntervalSince1970: 1_000)
        let store = BearerTokens(for: api.baseURL, BearerToken("old", expires: now + left)) { _ in throw Refused() }
        let transport = guarded(by: "old").authenticating(with: store, date: { now })
        if isSent {
            #expect(try await transport.perform(api.account) == "welcome")
        } else {
            let error = await #expect(throws: TransportError.self) { try await transport.perform(api.account) }
            #expect(error?.code == .authenticationFailed)
        }
    }

    // MARK: - Recipients of credentials

    @Test func `no credentials leave their origin`() async throws {
        let refreshes = Counter()
        let other = Stub(AuthenticatingAPI(baseURL: URL("https://other.example")))
            .on(.get, "/account") { request in .text(request.header[.authorization] ?? "none") }
        let transport = other.authenticating(with: tokens(BearerToken("canary"), refreshes))
        for url in ["https://other.example", "http://auth.example", "https://auth.example:8443"] {
            let api = AuthenticatingAPI(baseURL: URL(string: url) ?? api.baseURL)
            #expect(try await transport.perform(api.account) == "none")
        }
        #expect(try await transport.perform(AuthenticatingAPI().account) == "Bearer canary")
    }

    @Test(arguments: ["https://AUTH.example:443", "https://auth.example:", "HTTPS://auth.example"])
    func `an origin is the same however it is written`(url: String) async throws {
        let stub = Stub(api).on(.get, "/account") { request in .text(request.header[.authorization] ?? "none") }
        let base = try #require(URL(string: url))
        let store = BearerTokens(for: base, BearerToken("own")) { $0 }
        #expect(try await stub.authenticating(with: store).perform(api.account) == "Bearer own")
    }

    @Test(arguments: [("https://other.example/account", 0), ("https://auth.example/elsewhere", 1), ("", 1)])
    func `a 401 of another origin, to which a redirect led, refuses no credentials`(url: String, count: Int)
        async throws
    {
        let refreshes = Counter()
        let redirecting = Stub(api).adapting { _, _ in
            TransportResponse(head: ResponseHead(status: .unauthorized, urlText: url))
        }
        let transport = redirecting.authenticating(with: tokens(BearerToken("old"), refreshes))
        let error = await #expect(throws: TransportError.self) { try await transport.perform(api.account) }
        #expect(error?.head?.status == .unauthorized)
        #expect(refreshes.count == count)
    }

    @Test func `on the wire, no credentials follow a redirect to another origin`() async throws {
        try await withRawServer(responding: { _ in RawServer.response(status: 401, reason: "Unauthorized") }) { other in
            try await withRawServer(responding: { _ in
                RawServer.response(
                    status: 307, reason: "Temporary Redirect", fields: [("Location", "\(other.origin)/account")])
            }) { server in
                let refreshes = Counter()
                let store = BearerTokens(for: server.baseURL, BearerToken("canary")) { _ in
                    refreshes.next()
                    return BearerToken("canary-2")
                }
                let api = AuthenticatingAPI(baseURL: server.baseURL)
                let transport = URLSession(configuration: .ephemeral).authenticating(with: store)
                let error = await #expect(throws: TransportError.self) { try await transport.perform(api.account) }
                #expect(error?.head?.status == .unauthorized)
                #expect(server.requests.map { $0["Authorization"] } == [["Bearer canary"]])
                #expect(other.requests.map(\.target) == ["/account"])
                #expect(other.requests.allSatisfy { !$0.headText.contains("canary") })
                #expect(refreshes.count == 0)
            }
        }
    }

    @Test func `a request with its own credentials, or without any, stays unchanged`() async throws {
        let refreshes = Counter()
        let stub = Stub(api).on(.get, "/account") { request in .text(request.header[.authorization] ?? "none") }
        let transport = stub.authenticating(with: tokens(BearerToken("canary"), refreshes))
        #expect(try await transport.perform(api.account.authentication(.none)) == "none")
        #expect(try await transport.perform(api.account.authenticated(with: .bearerToken("own"))) == "Bearer own")
        #expect(try await transport.perform(api.request(\.status)) == "none")
    }

    private static let withoutCredentials: [any Transport] = [
        Stub(AuthenticatingAPI()), Loopback(Routes(AuthenticatingAPI())), URLSession.shared,
        Stub(AuthenticatingAPI()).authenticating(
            with: BearerTokens(for: AuthenticatingAPI().baseURL, nil) { token in
                Issue.record("a refresh without a token")
                return token
            }),
    ]

    @Test(arguments: withoutCredentials)
    func `a call without its required credentials isn't sent`(transport: any Transport) async {
        let error = await #expect(throws: TransportError.self) {
            try await transport.perform(api.account.authentication(.required))
        }
        #expect(error?.code == .credentialsMissing)
        #expect(
            error?.message == "GET https://auth.example/account requires credentials, but there are none: sign in first"
        )
    }

    @Test func `required credentials come from the request or from the transport`() async throws {
        let (request, stub, refreshes) = (api.account.authentication(.required), guarded(by: "token"), Counter())
        #expect(try await stub.perform(request.authenticated(with: .bearerToken("token"))) == "welcome")
        let transport = stub.authenticating(with: tokens(BearerToken("token"), refreshes))
        #expect(try await transport.perform(request) == "welcome")
        #expect(refreshes.count == 0)
    }

    @Test func `a call without its optional credentials is sent`() async {
        let refreshes = Counter()
        let error = await #expect(throws: TransportError.self) {
            try await Stub(api).on(.get, "/account") { _ in .status(.unauthorized) }
                .authenticating(with: tokens(nil, refreshes)).perform(api.account)
        }
        #expect(error?.head?.status == .unauthorized)
        #expect(refreshes.count == 0)
    }

    @Test func `signing in and out takes effect at once`() async throws {
        let refreshes = Counter()
        let store = tokens(nil, refreshes)
        let stub = Stub(api).on(.get, "/account") { request in .text(request.header[.authorization] ?? "none") }
        let transport = stub.authenticating(with: store)
        #expect(try await transport.perform(api.account) == "none")
        store.token = BearerToken("in")
        #expect(try await transport.perform(api.account) == "Bearer in")
        store.token = nil
        #expect(try await transport.perform(api.account) == "none")
    }

    /// Runs a function, and then refuses a token.
    private func refusing(_ token: String, after act: @escaping @Sendable () -> Void) -> Stub<AuthenticatingAPI> {
        Stub(api).on(.get, "/account") { request in
            let sent = request.header[.authorization] ?? "none"
            guard sent == "Bearer \(token)" else { return .text(sent) }
            act()
            return .status(.unauthorized)
        }
    }

    @Test func `a token that was replaced during a call is neither refreshed nor sent with it`() async throws {
        let refreshes = Counter()
        let store = tokens(BearerToken("old"), refreshes)
        let stub = refusing("old") { store.token = BearerToken("other") }
        let error = await #expect(throws: TransportError.self) {
            try await stub.authenticating(with: store).perform(api.account)
        }
        #expect(error?.code == .credentialsMissing)
        #expect(
            error?.message
                == "a different user has signed in since the call began: send the request again only if the new user "
                + "should send it")
        #expect(refreshes.count == 0)
    }

    @Test func `a caller who signed out during a call isn't refreshed`() async throws {
        let refreshes = Counter()
        let store = tokens(BearerToken("old"), refreshes)
        let stub = refusing("old") { store.token = nil }
        let error = await #expect(throws: TransportError.self) {
            try await stub.authenticating(with: store).perform(api.account)
        }
        #expect(error?.code == .credentialsMissing)
        #expect(
            error?.message
                == "the server refused the credentials for GET https://auth.example/account, and no user is signed in "
                + "anymore")
        #expect(error?.head?.status == .unauthorized)
        #expect(refreshes.count == 0)
        #expect(store.token == nil)
    }

    @Test(arguments: [nil, "other"])
    func `a refresh doesn't bring back a caller who signs out or is replaced during it`(other: String?) async throws {
        let box = Guarded<BearerTokens?>(nil)
        let store = BearerTokens(for: api.baseURL, BearerToken("old")) { _ in
            box.withLock { $0 }?.token = other.map { BearerToken($0) }
            return BearerToken("new")
        }
        box.withLock { $0 = store }
        let transport = refusing("old") {}.authenticating(with: store)
        let error = await #expect(throws: TransportError.self) { try await transport.perform(api.account) }
        #expect(error?.code == .credentialsMissing)
        #expect(store.token?.accessToken == other)
        box.withLock { $0 = nil }
    }

    @Test func `a call waits only for its own credentials`() async throws {
        // The first user's token is being refreshed when a second user signs in, whose token is refused as well.
        let refreshing = Gate(), mayEnd = Gate(), isRefused = Gate()
        let store = BearerTokens(for: api.baseURL, BearerToken("ada")) { old in
            guard old.accessToken == "ada" else { return BearerToken("new-\(old.accessToken)") }
            refreshing.open()
            await mayEnd.opened()
            return BearerToken("new-ada")
        }
        let stub = Stub(api).on(.get, "/account") { request in
            let sent = request.header[.authorization] ?? "none"
            if sent == "Bearer bob" { isRefused.open() }
            return sent.contains("new") ? .text(sent) : .status(.unauthorized)
        }
        let transport = stub.authenticating(with: store)
        let first = Task { try await transport.perform(api.account) }
        await refreshing.opened()
        store.token = BearerToken("bob")
        let second = Task { try await transport.perform(api.account) }
        await isRefused.opened()
        mayEnd.open()
        #expect(try await second.value == "Bearer new-bob")
        _ = try? await first.value
    }

    // MARK: - Signing

    @Test func `a signature covers the final message`() async throws {
        let stub = Stub(api).on(.post, "/orders") { request in .text(request.header["X-Signature"] ?? "none") }
        let transport = stub.signing { request in
            guard case .data(let data) = request.body else { return }
            request.header.set(HeaderField("X-Signature", "canary-\(data.count)-\(request.header["X-Own"] ?? "")"))
        }
        let request = api.post(.json(["a": 1]), to: "/orders").adding(headerField: "X-Own", "1").receiving(.text)
        #expect(try await transport.perform(request) == "canary-7-1")
    }

    @Test func `a signature is redacted in messages and errors`() async {
        let seen = Guarded<String>("")
        let looking = Stub(api).adapting { request, next in
            seen.withLock { $0 = "\(request.wireFormat()) \(request.cURL())" }
            throw TransportError(code: .connectionLost, message: "lost \(request.header["X-Signature"] ?? "")")
        }
        .signing { $0.header.set(HeaderField("X-Signature", "canary")) }
        let error = await #expect(throws: TransportError.self) { try await looking.perform(api.account) }
        #expect(seen.withLock { $0 }.contains("X-Signature: <redacted>"))
        #expect(!seen.withLock { $0 }.contains("canary"))
        #expect(error.map { "\($0)".contains("canary") } == false)
    }

    @Test func `an error of a signer is thrown, and a message that it breaks isn't sent`() async throws {
        struct Locked: Error {}
        let locked = Stub(api).signing { _ in throw Locked() }
        let error = await #expect(throws: TransportError.self) { try await locked.perform(api.account) }
        #expect(error?.code == .authenticationFailed)
        #expect(error?.message == "the signing function threw an error of type Locked")
        let broken = Stub(api).signing { $0.header.set(HeaderField("X-Signature", "a\r\nb")) }
        let second = await #expect(throws: TransportError.self) { try await broken.perform(api.account) }
        #expect(second?.code == .invalidHeaderValue)
    }
}

private struct AuthenticatingAPI: RequestProviding {
    var baseURL = URL("https://auth.example")

    let status = Endpoint<Void, String>(.get, "/account").authentication(.none)

    var account: Request<AuthenticatingAPI, String> { self.get(.text, from: "/account") }
}
