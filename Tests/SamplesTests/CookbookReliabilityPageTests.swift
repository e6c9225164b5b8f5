import Foundation
import Requests
import RequestsCaching
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import Testing

#if canImport(CryptoKit)
import CryptoKit
#elseif canImport(Crypto)
import Crypto
#endif

/// The recipes for credentials, retries and limits, which must do what their page promises.
@Suite("Recipes for credentials, retries and limits", .timeLimit(.minutes(1)))
struct CookbookReliabilityPageTests {
    private typealias Recipes = CookbookReliability

    private let api = AnonymousProvider("https://api.example")
    private let clock = ImmediateClock()

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    // MARK: Retries and time

    @Test(arguments: [(503, 5), (502, 1)])
    func `only a 503 is retried`(status: Int, attempts: Int) async {
        let calls = Guarded(0)
        let down = Loopback { _ in
            calls.withLock { $0 += 1 }
            return .status(HTTPStatus(status))
        }
        let (policy, _) = Recipes.only503()
        let error = await #expect(throws: TransportError.self) {
            try await down.retrying(policy, clock: clock).perform(api.get(.data, from: "/"))
        }
        #expect(error?.head?.status.code == status)
        #expect(calls.withLock { $0 } == attempts)
    }

    @Test func `an order has a new key for each call unless it sets one`() async throws {
        let keys = Guarded<[String?]>([])
        let shop = Loopback { request in
            keys.withLock { $0.append(request.header[.idempotencyKey]) }
            return .status(.created)
        }
        let order = Recipes.Order(id: UUID(), articles: [7])
        for _ in 0..<2 { try await Recipes.place(order, by: shop, at: api) }
        for _ in 0..<2 { try await shop.perform(Recipes.keyed(order, at: api)) }
        let seen = keys.withLock { $0.compactMap { $0 } }
        #expect(seen.count == 4)
        #expect(seen[0] != seen[1])
        #expect(seen[2...] == [order.id.uuidString.lowercased(), order.id.uuidString.lowercased()])
    }

    @Test func `all attempts of an order have its key`() async throws {
        let keys = Guarded<[String?]>([])
        let down = Loopback { request in
            keys.withLock { $0.append(request.header[.idempotencyKey]) }
            return .status(.serviceUnavailable)
        }
        let request = Recipes.keyed(Recipes.Order(id: UUID(), articles: []), at: api)
        _ = try? await down.retrying(clock: clock).perform(request)
        let seen = keys.withLock { $0 }
        #expect(seen.count == 3)
        #expect(Set(seen).count == 1)
    }

    @Test func `a report has both time limits`() throws {
        let message = try Recipes.limits(api).resolve()
        #expect(message.timeoutInterval == 10)
        #expect(message.options.policy.totalTimeout == .seconds(45))
    }

    @Test @MainActor func `a new search cancels the previous one`() async {
        let (arrived, ended, never) = (Gate(), Gate(), Gate())
        let server = Loopback { request in
            guard request.target == "/users?q=a" else { return try .json([User(login: "bob", followers: 3)]) }
            arrived.open()
            await never.opened()  // until the call is cancelled
            ended.open()
            throw CancellationError()
        }
        let model = CookbookReliability.SearchModel(session: server)
        model.textChanged(to: "a")
        let first = model.task
        await arrived.opened()
        model.textChanged(to: "b")
        await first?.value
        await model.task?.value
        await ended.opened()
        #expect(model.users.map(\.login) == ["bob"])
        #expect(model.message == "")
    }

    @Test func `without a network, the stored articles are shown`() async throws {
        let isOffline = Guarded(false)
        let server = Loopback { _ in
            if isOffline.withLock({ $0 }) { throw TransportError(code: .offline, message: "no network") }
            return try .json([Recipes.Article(title: "Tea")], header: ["Cache-Control": "max-age=0"])
        }
        let session = server.caching(in: .memory(limit: 1 << 20))
        let request = api.get(.json([Recipes.Article].self), from: "/news")
        let online = await Recipes.news(from: request, by: session)
        isOffline.withLock { $0 = true }
        let offline = await Recipes.news(from: request, by: session)
        #expect(online == ([Recipes.Article(title: "Tea")], ""))
        #expect(offline == ([Recipes.Article(title: "Tea")], "You are offline."))
    }

    // MARK: Limits

    @Test func `no more than four calls run at the same time`() async throws {
        let state = Guarded((running: 0, most: 0))
        let (full, gate) = (Gate(), Gate())
        let server = Loopback { _ in
            let running = state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
                return state.running
            }
            if running == 4 { full.open() }
            await gate.opened()
            state.withLock { $0.running -= 1 }
            return .text("ok")
        }
        let session = Recipes.concurrent(server)
        let tasks = (0..<10).map { _ in Task { [api] in try await session.perform(api.get(.text, from: "/")) } }
        await full.opened()
        gate.open()
        for task in tasks { #expect(try await task.value == "ok") }
        #expect(state.withLock { $0.most } == 4)
    }

    @Test func `ten calls begin at once`() async throws {
        let session = Recipes.paced(Loopback { _ in .text("ok") })
        for _ in 0..<10 { #expect(try await session.perform(api.get(.text, from: "/")) == "ok") }
    }

    @Test func `calls with a shared response have their credentials`() async throws {
        let tokens = BearerTokens(for: api.baseURL, BearerToken("t1")) { $0 }
        let echo = Loopback { request in .text(request.header[.authorization] ?? "none") }
        let text = try await Recipes.shared(echo, tokens).perform(api.get(.text, from: "/"))
        #expect(text == "Bearer t1")
    }

    @Test func `a fresh response comes from the disk`() async throws {
        try await withFolder { folder in
            let calls = Guarded(0)
            let server = Loopback { _ in
                calls.withLock { $0 += 1 }
                return .text("tea", header: ["Cache-Control": "max-age=600"])
            }
            for status: CacheStatus in [.miss, .hit] {
                let session = Recipes.cached(server, in: folder)
                let (head, text) = try await session.response(for: api.get(.text, from: "/"))
                #expect(text == "tea")
                #expect(head.cacheStatus == status)
            }
            #expect(calls.withLock { $0 } == 1)
        }
    }

    // MARK: Credentials

    @Test func `a key is in its place and in no description`() throws {
        let requests = Recipes.weather(URL("https://weather.example"), "s3cret").map { $0.get(.data, from: "/now") }
        let messages = try requests.map { try $0.resolve() }
        #expect(messages[0].header["X-Api-Key"] == "s3cret")
        #expect(messages[1].urlText == "https://weather.example/now?appid=s3cret")
        for (request, message) in zip(requests, messages) {
            #expect(!"\(request) \(String(reflecting: request)) \(message.cURL())".contains("s3cret"))
        }
    }

    @Test func `the cookies of a sign-in are sent later`() async throws {
        let server = Loopback { request in
            if request.target == "/login" { return .status(.ok, header: ["Set-Cookie": "session=1; Path=/"]) }
            guard request.header[.cookie] == "session=1" else { return .status(.unauthorized) }
            return try .json(User(login: "ada", followers: 3))
        }
        try await withFolder { folder in
            let file = folder.appending(path: "cookies")
            let me = try await Recipes.cookies(server, api, ["user": "ada"], file: file)
            #expect(me.login == "ada")
            #expect(try CookieJar(file: file).cookies(for: api.baseURL).map(\.name) == ["session"])
        }
    }
}

#if canImport(CryptoKit) || canImport(Crypto)
/// The recipes that need a hash.
@Suite("Recipes with hashes", .timeLimit(.minutes(1)))
struct CookbookHashTests {
    @Test func `a signature covers method, URL, time and body`() async throws {
        let (key, date) = (SymmetricKey(data: Data("key".utf8)), Date(timeIntervalSince1970: 1_000))
        let server = Loopback { request in
            let body = try await request.body.collect(upTo: 100)
            let text = Data("POST\nhttps://api.example/orders\n1000\n".utf8) + body
            let code = request.header["X-Signature"].flatMap { Data(base64Encoded: $0) } ?? Data()
            #expect(request.header["X-Timestamp"] == "1000")
            #expect(HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: text, using: key))
            return .status(.created)
        }
        let signed = CookbookReliability.signed(server, CookbookReliability.Signer(key: key, now: { date }))
        try await signed.perform(AnonymousProvider("https://api.example").post(.text("tea"), to: "/orders"))
    }
}
#endif
