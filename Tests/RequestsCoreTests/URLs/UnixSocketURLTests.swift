import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

@testable import RequestsCore

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("URLs of Unix sockets") struct UnixSocketURLTests {
    private static let docker = AnonymousProvider(baseURL: URL(unixSocket: "/var/run/docker.sock", path: "/v1.43"))
    private static let info = "http+unix://%2Fvar%2Frun%2Fdocker.sock/v1.43/info"

    @Test(arguments: [
        ("/var/run/docker.sock", "", "http+unix://%2Fvar%2Frun%2Fdocker.sock"),
        ("/var/run/docker.sock", "/v1.43", "http+unix://%2Fvar%2Frun%2Fdocker.sock/v1.43"),
        ("docker.sock", "v1", "http+unix://docker.sock/v1"),
        ("/a b:c@d/ä", "", "http+unix://%2Fa%20b%3Ac%40d%2F%C3%A4"),
        ("/a", "/b c%20d%zz#e", "http+unix://%2Fa/b%20c%20d%25zz%23e"), ("/%2F", "", "http+unix://%2F%252F"),
    ])
    func `the path of the socket takes the place of the host`(_ socket: String, _ path: String, _ url: String) throws {
        let base = URL(unixSocket: socket, path: path)
        #expect(base.absoluteString == url)
        let message = try AnonymousProvider(baseURL: base).get(.none, from: "").resolve()
        #expect(message.urlText == url && message.unixSocket == socket)
    }

    @Test func `the text of such a URL is a base URL, too`() throws {
        for scheme in ["http+unix", "https+unix", "HTTP+UNIX"] {
            let base = try #require(URL(string: "\(scheme)://%2Fvar%2Frun%2Fdocker.sock/v1.43"))
            let message = try AnonymousProvider(baseURL: base).get(.none, from: "/info").resolve()
            #expect(message.unixSocket == "/var/run/docker.sock")
            try message.validate()
        }
        #expect(try Self.docker.get(.none, from: "/info").resolve().urlText == Self.info)
        let other = try AnonymousProvider("https://unix+socket").get(.none, from: "/").resolve()
        #expect(other.unixSocket == nil)
    }

    @Test(arguments: [
        ("http+unix://%2Fa.sock/b", "/a.sock"), ("https+unix://%2Fa.sock/b", "/a.sock"), ("https+unix://%2F", "/"),
        ("https://%2Fa.sock/b", nil), ("http:", nil), ("http+", nil), ("https+", nil), ("", nil),
    ])
    func `a socket is found by the scheme`(url: String, socket: String?) {
        #expect(UnixSocketURL.socket(of: url) == socket)
    }

    @Test(arguments: [
        ("", "doesn't have the percent-encoded path of a Unix socket"),
        ("/a\0b", "doesn't have the percent-encoded path of a Unix socket"),
        ("/" + String(repeating: "x", count: 103), "longer than 103 bytes"),
    ])
    func `a path that is impossible for a socket is an error`(_ socket: String, _ reason: String) throws {
        let error = AnonymousProvider(baseURL: URL(unixSocket: socket)).get(.none, from: "/").resolutionError()
        #expect(error?.code == .invalidBaseURL && error?.message.contains(reason) == true, "\(error?.message ?? "-")")
        let longest = URL(unixSocket: "/" + String(repeating: "x", count: 102))
        #expect(AnonymousProvider(baseURL: longest).get(.none, from: "/").resolutionError() == nil)
    }

    @Test(arguments: [
        ("unix:///var/run/docker.sock", "URL(unixSocket:path:)"),
        ("http+unix:///var/run", "doesn't have the percent-encoded path of a Unix socket"),
        ("http+unix:/a", "doesn't have the percent-encoded path of a Unix socket"),
        ("https+unix:///var/run", "doesn't have the percent-encoded path of a Unix socket"),
        ("http+unix://%2Fa:80/", "doesn't have the percent-encoded path of a Unix socket"),
        ("http+unix://%FF/", "doesn't have the percent-encoded path of a Unix socket"),
        ("http+unix://u:secret@%2Fa/", "user"),
        ("http+unix://%2Fa/../b", "segment"), ("http+unixx://%2Fa/", "scheme"), ("ws+unix://%2Fa/", "scheme"),
    ])
    func `any other text is an error`(_ text: String, _ reason: String) throws {
        var message = try Self.docker.get(.none, from: "/info").resolve()
        message.urlText = text
        let error = #expect(throws: TransportError.self) { try message.validate() }
        #expect(error?.code == .invalidURL && error?.message.contains(reason) == true, "\(error?.message ?? "-")")
        #expect(error?.description.contains("secret") == false)
    }

    @Test(arguments: [
        ("/x", "http+unix://%2Fa/x"), ("x", "http+unix://%2Fa/v1/x"), ("?b", "http+unix://%2Fa/v1/y?b"),
        ("http://localhost/x", "http+unix://%2Fa/x"), ("//LOCALHOST/x", "http+unix://%2Fa/x"),
        ("https://localhost/x", "https://localhost/x"), ("http://localhost:80/x", "http://localhost:80/x"),
        ("http+unix://%2Fb/x", "http+unix://%2Fb/x"), ("http://h/x", "http://h/x"),
    ])
    func `a reference stays at the socket if it has the Host that was sent`(_ text: String, _ url: String) {
        #expect(URLReference(text)?.resolved(against: "http+unix://%2Fa/v1/y") == url)
    }

    @Test func `a socket is an origin, whatever its escapes`() throws {
        let same = try #require(URL(string: "http+unix://%2fvar%2frun%2Fdocker%2Esock/x"))
        #expect(try Self.docker.get(.none, from: URLPath(absolute: same)).resolve().urlText == same.absoluteString)
        for text in ["http+unix://%2FVAR%2Frun%2Fdocker.sock/x", "https+unix://%2Fvar%2Frun%2Fdocker.sock/x"] {
            let other = try #require(URL(string: text))
            let error = Self.docker.get(.none, from: URLPath(absolute: other)).resolutionError()
            #expect(error?.code == .crossOrigin)
        }
        #expect(!URLText.haveSameOrigin(Array("http+unix://a/x".utf8), Array("http://a/x".utf8)))
    }

    @Test func `curl and the wire format contain the socket and the Host`() throws {
        let request = Self.docker.get(.none, from: "/info").adding(query: "token", "SECRET")
        let message = try request.resolve()
        let command =
            "curl --unix-socket '/var/run/docker.sock' --globoff 'http://localhost/v1.43/info?token=<redacted>'"
        #expect(message.cURL() == command)
        #expect(message.wireFormat() == "GET /v1.43/info?token=<redacted> HTTP/1.1\nHost: localhost\n\n")
        #expect(message.description == "GET \(Self.info)?token=<redacted>")
    }

    @Test(arguments: [
        ("http+unix://%2Fa", "http+unix://%2Fb/x"), ("http+unix://%2Fa", "http://localhost:80/x"),
        ("http+unix://%2Fa", "https://h/x"), ("http://localhost", "http+unix://%2Fa/x"),
        ("https://h", "https+unix://%2Fa/x"), ("http://a", "http+unix://a/x"), ("http+unix://a", "http://a/x"),
    ])
    func `a redirect neither leaves a socket nor leads to one`(_ base: String, _ location: String) async throws {
        let courier = OneRedirect(location: location)
        let api = AnonymousProvider(baseURL: try #require(URL(string: base)))
        let error = await courier.failure(of: api.get(.data, from: "/"))
        #expect(error?.code == .redirectRefused)
        #expect(courier.urls.withLock { $0 } == [base + "/"])
    }

    @Test(arguments: ["/x", "http://localhost/x", "http+unix://%2fa/x"])
    func `a redirect stays at its socket`(_ location: String) async throws {
        let courier = OneRedirect(location: location)
        let api = AnonymousProvider(baseURL: URL(unixSocket: "/a"))
        _ = try await courier.perform(api.get(.data, from: "/").authenticated(with: .bearerToken("t")))
        #expect(courier.urls.withLock { $0.last?.hasSuffix("/x") } == true)
        #expect(courier.credentials.withLock { $0 } == ["Bearer t", "Bearer t"])
    }

    @Test func `URLSession reports which transport can connect to a socket`() async throws {
        let request = Self.docker.get(.data, from: "/info")
        for transport in [URLSession.shared, URLSessionTransport()] as [any Transport] {
            let error = await transport.failure(of: request)
            #expect(error?.code == .invalidURL)
            #expect(error?.message.contains(#"the Unix socket "/var/run/docker.sock""#) == true)
            #expect(error?.message.contains("RequestsAsyncHTTPClient") == true)
        }
        let error = #expect(throws: TransportError.self) { try request.toURLRequest() }
        #expect(error?.code == .invalidURL)
    }

    @Test func `a loopback gets the request as a server does`() async throws {
        let loopback = Loopback { request in
            let text = "\(request.target) \(request.header[.host] ?? "-")"
            return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(Data(text.utf8)))
        }
        let text = try await loopback.perform(Self.docker.get(.text, from: "/info"))
        #expect(text == "/v1.43/info localhost")
    }
}

/// A transport that redirects the first request, and records the targets of its requests.
private final class OneRedirect: Transport {
    let location: String
    let urls = Guarded<[String]>([])
    let credentials = Guarded<[String?]>([])

    init(location: String) { self.location = location }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { [self] message in
            let isFirst = urls.withLock { urls in
                urls.append(message.urlText)
                return urls.count == 1
            }
            credentials.withLock { $0.append(message.header[.authorization]) }
            let head = ResponseHead(
                status: isFirst ? .found : .ok, header: isFirst ? [HeaderField(.location, location)] : [],
                urlText: message.urlText)
            return TransportResponse(head: head, body: MessageBody(Data()))
        }
    }
}
