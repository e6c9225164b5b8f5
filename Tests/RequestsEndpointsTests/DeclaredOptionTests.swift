import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import TestSupport
import Testing

/// Options that a declaration, an API and a request set together.
@Suite("Options of a declaration", .timeLimit(.minutes(1)))
struct DeclaredOptionTests {
    @Test func `a stream of a type per request has the options of its declaration`() throws {
        let message = try WatchPrices(limit: 3).resolve()
        #expect(message.urlText == "https://h/prices?limit=3.0")
        #expect(message.header.contains("X-Key") == false)
        #expect(message.options.policy.redirects == .stop)
        #expect(message.options.authentication == .none)
    }

    @Test func `an input that can't be sent isn't sent for a stream either`() throws {
        #expect(throws: TransportError.self) { try WatchPrices(limit: .nan).resolve() }
        let api = PricesAPI()
        let chained = api.request(\.prices, PricesAPI.Filter(limit: .nan)).receiving(stream: .lines)
        #expect(throws: TransportError.self) { try chained.resolve() }
    }

    @Test func `the error about a GET with a body suggests the fix that fits the request`() throws {
        let chain = AnonymousProvider("https://h").get(from: "/e").sending(.text("x")).receiving(stream: .lines)
        let error = #expect(throws: TransportError.self) { try chain.resolve() }
        #expect(error?.code == .unexpectedBody)
        #expect(error?.message.contains("allowingBody()") == true)
    }

    @Test func `the secret names of an endpoint are added to those of its API`() throws {
        let message = try PricesAPI().request(\.prices, PricesAPI.Filter(limit: 1)).adding(query: "pin", "1234")
            .adding(query: "code", "1234").adding(headerField: "X-Door", "7").resolve()
        #expect(message.options.sensitiveNames == ["pin": true, "X-Door": true, "code": false])
        #expect(message.description == "GET https://h/prices?limit=1.0&pin=<redacted>&code=1234")
        #expect(message.header.first { $0.name == "X-Door" }?.isSensitive == true)
    }

    @Test func `an endpoint that sets one rule of the policy keeps the others of its API`() throws {
        let api = StrictAPI()
        let policy = try api.request(\.one).resolve().options.policy
        #expect(policy == TransportPolicy(redirects: .follow, redirectLimit: 3, totalTimeout: nil))
        let whole = try api.request(\.whole).resolve().options.policy
        #expect(whole == TransportPolicy(redirectLimit: 5))
        let chained = try api.request(\.one).setting(\.policy.redirectLimit, 1).resolve().options.policy
        #expect(chained == TransportPolicy(redirects: .follow, redirectLimit: 1, totalTimeout: nil))
    }

    @Test(
        arguments: [
            (.seconds(0.25), 0.25), (.seconds(300), 300), (.seconds(60), 60), (nil, .infinity),
            (.seconds(Int64.max), 0x1p63),
        ] as [(Duration?, Double)])
    func `a declared timeout replaces that of the API, but not that of a request`(
        timeout: Duration?, seconds: Double
    ) throws {
        let api = SlowAPI(report: Endpoint<Void, String>(.get, "/report").timeout(after: timeout))
        #expect(try api.get(from: "/").resolve().timeoutInterval == 5)
        #expect(try api.request(\.report).resolve().timeoutInterval == seconds)
        #expect(try api.request(\.report).timeout(after: .seconds(7)).resolve().timeoutInterval == 7)
        #expect(try api.request(\.report).timeout(after: nil).resolve().timeoutInterval == .infinity)
        let plain = SlowAPI(report: Endpoint<Void, String>(.get, "/report"))
        #expect(try plain.request(\.report).resolve().timeoutInterval == 5)
    }

    @Test func `a type per request has the timeout of its declaration unless it has another one`() throws {
        #expect(try WatchPrices(limit: 3).resolve().timeoutInterval == .infinity)
        #expect(try LogIn(name: "ada").resolve().timeoutInterval == 60)
        #expect(try MakeReport(timeoutInterval: 60).resolve().timeoutInterval == 60)
        #expect(try MakeReport(timeoutInterval: 3).resolve().timeoutInterval == 3)
        #expect(try MakeReport(timeoutInterval: 3).resolve().urlText == "https://h/report")
    }

    @Test func `a type that is the input of an endpoint has the timeout of its declaration`() throws {
        let api = ReportsAPI()
        #expect(try api.request(\.make, MakeReport(timeoutInterval: 3)).resolve().timeoutInterval == 8)
    }

    @Test(arguments: [.zero, .seconds(-1)] as [Duration])
    func `an invalid declared timeout fails like that of a request`(timeout: Duration) {
        let api = SlowAPI(report: Endpoint<Void, String>(.get, "/report").timeout(after: timeout))
        let declared = #expect(throws: TransportError.self) { try api.request(\.report).resolve() }
        let chained = #expect(throws: TransportError.self) { try api.get(from: "/").timeout(after: timeout).resolve() }
        #expect(declared?.code == .invalidTimeout)
        #expect(declared?.message == chained?.message)
        #expect(throws: Never.self) { try api.request(\.report).timeout(after: .seconds(1)).resolve() }
    }

    @Test func `a call fails if the server stays silent for the declared timeout`() async throws {
        try await withRawServer({ $0.waitUntilPeerCloses() }) { server in
            let declaration = Endpoint<Void, String>(.get, "/report").timeout(after: .seconds(0.25))
            let api = SlowAPI(baseURL: server.baseURL, report: declaration)
            let error = await URLSession.shared.failure(of: api.request(\.report))
            #expect(error?.code == .timedOut)
            #expect(error?.request?.timeoutInterval == 0.25)
        }
    }

    @Test func `a server ignores the declared timeout`() async throws {
        let api = ReportsAPI()
        let transport = Loopback(Routes(api).on(\.make) { "\($0.timeoutInterval)" })
        #expect(try await transport.perform(api.request(\.make, MakeReport(timeoutInterval: 3))) == "60.0")
    }

    @Test func `a declaration that opts out of quoting a server's words quotes none`() async throws {
        let response = FixedResponse(
            status: .unauthorized, header: [.contentType(.json)], body: #"{"message":"wrong password hunter2"}"#)
        let error = try #require(await response.failure(of: LogIn(name: "ada")))
        #expect(!"\(error)".contains("hunter2"))
    }

    @Test func `a text failure isn't quoted if the API opts out`() async throws {
        let response = FixedResponse(status: .unauthorized, header: [.contentType(.json)], body: #""hunter2""#)
        let error = try #require(await response.failure(of: TextAPI().get(from: "/")))
        #expect(error.failure == "hunter2")
        #expect(!"\(error)".contains("hunter2"))
    }

    @Test func `a response that repeats the password isn't quoted with it`() async throws {
        let response = FixedResponse(
            status: .unauthorized, header: [.contentType(.json)],
            body: #"{"message":"'hunter2' is not the password of ada"}"#)
        let request = AnonymousProvider("https://h").get(from: "/")
            .authenticated(with: .basic(user: "ada", password: "hunter2"))
        let error = try #require(await response.failure(of: request))
        #expect(error.message.contains("is not the password"))
        #expect(!"\(error)".contains("hunter2"))
    }
}

private struct WatchPrices: EndpointRequest {
    static let declaration = Endpoint<WatchPrices, ElementStream<String>>(.get, "/prices")
        .authentication(.none).setting(\.policy.redirects, .stop).timeout(after: nil)

    var limit: Double
    var baseURL: URL { URL("https://h") }
    var authenticationProvider: AuthenticationProvider { .apiKey("secret", inHeader: "X-Key") }
}

private struct LogIn: EndpointRequest {
    static let declaration = Endpoint<LogIn, Void>(.post, "/login").setting(\.includesServerMessage, false)

    var name: String
    var baseURL: URL { URL("https://h") }
}

private struct TextAPI: RequestProviding {
    typealias Failure = String
    var baseURL: URL { URL("https://h") }

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<TextAPI, Void> {
        Request(api: self, endpoint: endpoint, method: method).setting(\.includesServerMessage, false)
    }
}

private struct PricesAPI: RequestProviding {
    struct Filter: Codable, Sendable { var limit: Double }

    var baseURL: URL { URL("https://h") }
    let prices = Endpoint<Filter, [Double]>(.get, "/prices").setting(\.sensitiveNames, ["code": false])

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<PricesAPI, Void> {
        Request(api: self, endpoint: endpoint, method: method).setting(\.sensitiveNames, ["pin": true, "X-Door": true])
    }
}

private struct StrictAPI: RequestProviding {
    let baseURL: URL = URL("https://h")
    let one = Endpoint<Void, Void>(.get, "/one").setting(\.policy.redirects, .follow)
        .setting(\.policy.totalTimeout, nil)
    let whole = Endpoint<Void, Void>(.get, "/whole").setting(\.policy, TransportPolicy(redirectLimit: 5))

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<StrictAPI, Void> {
        Request(api: self, endpoint: endpoint, method: method).setting(\.policy.redirects, .stop)
            .setting(\.policy.redirectLimit, 3).setting(\.policy.totalTimeout, .seconds(5))
    }
}

private struct SlowAPI: RequestProviding {
    var baseURL: URL = URL("https://h")
    let report: Endpoint<Void, String>

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<SlowAPI, Void> {
        Request(api: self, endpoint: endpoint, method: method).timeout(after: .seconds(5))
    }
}

private struct MakeReport: EndpointRequest {
    static let declaration = Endpoint<MakeReport, String>(.get, "/report").timeout(after: .seconds(8))

    var timeoutInterval: TimeInterval
    var baseURL: URL { URL("https://h") }
}

private struct ReportsAPI: RequestProviding {
    let baseURL: URL = URL("https://h")
    let make = MakeReport.declaration
}
