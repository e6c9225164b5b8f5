import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import TestSupport
import Testing

/// Requests that are declared to need no credentials, as a server receives them.
@Suite("authentication(.none)", .timeLimit(.minutes(1)))
struct NoCredentialsTests {
    static let providers: [AuthenticationProvider] = [
        .basic(user: "SECRET", password: "SECRET"), .bearerToken("SECRET"), .apiKey("SECRET", inHeader: "X-Key"),
        .apiKey("SECRET", inQuery: "key"),
        AuthenticationProvider { message in
            message.header["X-Mac"] = "SECRET"
            try message.add(QueryItem("mac", "SECRET"))
        },
    ]

    /// The requests of an API that authenticates all requests, each with credentials and without.
    private static let requests: [(name: String, make: @Sendable (GuardedAPI) -> [any RequestConvertible & Sendable])] =
        [
            ("a chain", { [$0.get(from: "/a"), $0.get(from: "/a").authentication(.none)] }),
            ("an option", { [$0.get(from: "/a"), $0.get(from: "/a").setting(\.authentication, .none)] }),
            ("an endpoint", { [$0.request(\.account), $0.request(\.token)] }),
            ("a wrapper", { [$0.request(\.wrapped), $0.request(\.wrapped).authentication(.none)] }),
            ("a type", { [OneRequest(api: $0), OneRequest(api: $0, requirement: AuthenticationRequirement.none)] }),
            ("a declared type", { [GuardedRequest(baseURL: $0.baseURL), OptedOutRequest(baseURL: $0.baseURL)] }),
            ("a declaration", { [GuardedRequest(baseURL: $0.baseURL), OpenRequest(baseURL: $0.baseURL)] }),
        ]

    /// Sends requests, and returns the heads that the server received.
    private func heads(_ send: (URL) async throws -> Void) async throws -> [String] {
        try await withRawServer(responding: { _ in RawServer.ok("ok") }) { server in
            try await send(server.baseURL)
            #expect(server.errors.isEmpty)
            return server.requests.map(\.headText)
        }
    }

    @Test(arguments: 0..<7, 0..<5)
    func `no credentials of the API are sent`(request: Int, provider: Int) async throws {
        let (name, make) = Self.requests[request]
        let heads = try await heads { url in
            for request in make(GuardedAPI(baseURL: url, provider: Self.providers[provider])) {
                try await sending(request)
            }
        }
        // base64 of SECRET:SECRET.
        let hasSecret = heads.map { $0.contains("SECRET") || $0.contains("U0VDUkVUOlNFQ1JFVA") }
        #expect(hasSecret == [true, false], "\(name): \(heads)")
        #expect(heads.allSatisfy { $0.contains("X-Own: mine") })
    }

    private func sending(_ request: some RequestConvertible) async throws {
        _ = try await URLSession.shared.perform(request)
    }

    @Test func `streams, downloads and pages send no credentials either`() async throws {
        let heads = try await heads { url in
            let api = GuardedAPI(baseURL: url, provider: .bearerToken("SECRET"))
            let request = api.get(from: "/a").authentication(.none)
            for try await _ in try await URLSession.shared.stream(request.receiving(stream: .lines)) {}
            let pages = request.receiving(.text).pages(.pageNumber("page") { _ in true })
            for try await _ in URLSession.shared.stream(pages) {}
            let file = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            _ = try await URLSession.shared.download(request, to: file)
        }
        #expect(heads.count == 3)
        #expect(heads.allSatisfy { !$0.contains("SECRET") })
    }

    @Test func `the last call in a chain wins`() throws {
        let plain = AnonymousProvider("https://h").get(from: "/a")
        let token = AuthenticationProvider.bearerToken("t")
        func field(_ request: some RequestConvertible) throws -> String? {
            try request.message().header["Authorization"]
        }
        #expect(try field(plain.authentication(.none).authenticated(with: token)) == "Bearer t")
        #expect(try field(plain.authenticated(with: token).authentication(.none)) == nil)
        let wavering = plain.authentication(.none).authenticated(with: token).authentication(.none)
        #expect(try field(wavering) == nil)
        #expect(try field(wavering.authenticated(with: token)) == "Bearer t")
        #expect(try field(wavering.authentication(.optional)) == "Bearer t")
        #expect(try field(wavering.authentication(.required)) == "Bearer t")
        #expect(try field(plain.authentication(.none).authenticated(with: .none)) == nil)
    }

    @Test func `an endpoint without credentials uses those of one call`() throws {
        let api = GuardedAPI(baseURL: URL("https://h"), provider: .bearerToken("SECRET"))
        #expect(try api.request(\.token).resolve().header["Authorization"] == nil)
        let call = api.request(\.token).authenticated(with: .bearerToken("t"))
        #expect(try call.resolve().header["Authorization"] == "Bearer t")
    }

    @Test func `a field that was set by hand stays`() throws {
        let request = AnonymousProvider("https://h").get(from: "/a?token=a")
            .setting(headerField: .authorization, "mine")
            .adding(query: "key", "b", isSensitive: true).authenticated(with: .bearerToken("SECRET"))
            .authentication(.none)
        #expect(try request.resolve().header["Authorization"] == "mine")
        #expect(try request.resolve().urlText == "https://h/a?token=a&key=b")
    }

    @Test func `credentials that can't be written are an error only if they are sent`() throws {
        let request = AnonymousProvider("https://h").get(from: "/a").authenticated(with: .bearerToken(""))
        #expect(request.resolutionError()?.code == .invalidCredentials)
        #expect(request.authentication(.none).resolutionError() == nil)
    }

    @Test func `a transport adds no credentials, not even beside credentials that were set later`() async throws {
        let seen = Guarded<[[String: String]]>([])
        let server = Loopback { request in
            let names: [HeaderField.Name] = ["Authorization", "X-Key", "X-Signature"]
            let fields = names.compactMap { name in request.header[name].map { (name.rawValue, $0) } }
            seen.withLock { $0.append(Dictionary(uniqueKeysWithValues: fields)) }
            return TransportResponse(head: ResponseHead(status: .ok))
        }
        let tokens = BearerTokens(for: URL("https://h"), BearerToken("SECRET")) { $0 }
        let session = server.authenticating(with: tokens).signing { $0.header["X-Signature"] = "SECRET" }
        let request = AnonymousProvider("https://h").get(from: "/a")
        try await session.perform(request)
        try await session.perform(request.authentication(.none))
        try await session.perform(request.authentication(.none).authenticated(with: .apiKey("k", inHeader: "X-Key")))
        let both = ["Authorization": "Bearer SECRET", "X-Signature": "SECRET"]
        #expect(seen.withLock { $0 } == [both, [:], ["X-Key": "k"]])
    }
}

/// An API whose requests all have credentials, and a field that isn't a credential.
private struct GuardedAPI: RequestProviding {
    let baseURL: URL
    let provider: AuthenticationProvider

    let account = Endpoint<Void, Void>(.get, "/a")
    let token = Endpoint<Void, Void>(.get, "/a").authentication(.none)
    @GET("/a") var wrapped: Endpoint<Void, Void>

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<GuardedAPI, Void> {
        Request(api: self, endpoint: endpoint, method: method)
            .adding(headerField: "X-Own", "mine").authenticated(with: provider)
    }
}

/// A type per request.
private struct OneRequest: RequestConvertible {
    typealias Resource = Void
    let api: GuardedAPI
    var requirement: AuthenticationRequirement?
    var endpoint: URLPath { "/a" }
    var method: HTTPMethod { .get }
    var baseURL: URL { api.baseURL }
    var header: HeaderFields { [HeaderField("X-Own", "mine")] }
    var authenticationProvider: AuthenticationProvider { api.provider }
    var options: RequestOptions {
        var options = RequestOptions()
        if let requirement { options.authentication = requirement }
        return options
    }
}

/// The common settings of the declared types of an API.
private protocol GuardedDeclaration: EndpointRequest where Resource == Void {
    init(baseURL: URL)
}

extension GuardedDeclaration {
    var authenticationProvider: AuthenticationProvider { .bearerToken("SECRET") }
}

private struct GuardedRequest: GuardedDeclaration {
    static let declaration = Endpoint<GuardedRequest, Void>(.get, "/a")
    let baseURL: URL
    @HeaderValue var xOwn = "mine"

    init(baseURL: URL) { self.baseURL = baseURL }
}

private struct OptedOutRequest: GuardedDeclaration {
    static let declaration = Endpoint<OptedOutRequest, Void>(.get, "/a")
    let baseURL: URL
    @HeaderValue var xOwn = "mine"
    var options: RequestOptions {
        var options = RequestOptions()
        options.authentication = .none
        return options
    }

    init(baseURL: URL) { self.baseURL = baseURL }
}

private struct OpenRequest: GuardedDeclaration {
    static let declaration = Endpoint<OpenRequest, Void>(.get, "/a").authentication(.none)
    let baseURL: URL
    @HeaderValue var xOwn = "mine"

    init(baseURL: URL) { self.baseURL = baseURL }
}
