#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import Requests
import RequestsAsyncHTTPClient
import RequestsConformance
import RequestsEndpoints
import Testing

/// Proxies that tunnel: HTTP with CONNECT, and SOCKS 5.
@Suite("AsyncHTTPClient, proxies", .timeLimit(.minutes(1)))
struct ProxyTests {
    private static let api = AnonymousProvider("http://api.test")

    @Test func `requests go through the tunnel of an HTTP proxy`() async throws {
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while true { try connection.send(RawServer.ok(connection.readRequest().target)) }
        }) { proxy in
            var configuration = HTTPClient.Configuration.requests
            configuration.proxy = .server(
                host: "127.0.0.1", port: proxy.port, authorization: .basic(username: "ada", password: "secret"))
            try await withClient(configuration) { client in
                for path in ["/1", "/2"] {
                    let text = try await client.perform(Self.api.get(.text, from: URLPath(path)))
                    #expect(text == path)
                }
            }
            #expect(proxy.requests.map { "\($0.method) \($0.target)" } == ["CONNECT api.test:80", "GET /1", "GET /2"])
            let credentials = "Basic \(Data("ada:secret".utf8).base64EncodedString())"
            #expect(proxy.requests.map { $0["Proxy-Authorization"] } == [[credentials], [], []])
            #expect(proxy.requests.last?["Host"] == ["api.test"])
        }
    }

    @Test(arguments: [(407, "Proxy Authentication Required"), (502, "Bad Gateway")])
    func `a refusal of the proxy is an error without the password`(_ status: Int, _ reason: String) async throws {
        try await withRawServer(responding: { _ in
            RawServer.response(status: status, reason: reason, fields: [("Proxy-Authenticate", "Basic realm=a")])
        }) { proxy in
            var configuration = HTTPClient.Configuration.requests
            configuration.proxy = .server(
                host: "127.0.0.1", port: proxy.port, authorization: .basic(username: "ada", password: "secret"))
            try await withClient(configuration) { client in
                let error = await #expect(throws: TransportError.self) {
                    try await client.perform(Self.api.get(.text, from: "/"))
                }
                #expect(error?.code == .connectionFailed)
                #expect(error?.message.contains("could not connect through the proxy") == true)
                var dumped = ""
                dump(error, to: &dumped)
                let encoded = Data("ada:secret".utf8).base64EncodedString()
                #expect(!dumped.contains("secret") && !dumped.contains(encoded))
            }
        }
    }

    @Test func `proxies of the environment and netrc files are ignored`() async {
        await #expect(processExitsWith: .success) {
            let home = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: home) }
            try Data("machine 127.0.0.1 login ada password secret\n".utf8).write(to: home.appending(path: ".netrc"))
            setenv("HOME", home.path, 1)
            for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"] {
                setenv(name, "http://127.0.0.1:1", 1)
            }
            try await withRawServer(responding: { RawServer.ok($0.target) }) { server in
                let api = AnonymousProvider(baseURL: server.baseURL)
                let text = try await HTTPClient.requests.perform(api.get(.text, from: "/1"))
                try #require(text == "/1")
                try #require(server.requests.map { $0["Authorization"] } == [[]])
            }
        }
    }

    @Test func `requests go through a SOCKS proxy, which resolves the host`() async throws {
        let asked = Guarded<[UInt8]>([])
        try await withRawServer({ connection in
            _ = try connection.read(upTo: 100)
            try connection.send([5, 0])
            let question = try connection.read(upTo: 100)
            asked.withLock { $0 = question }
            try connection.send([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
            try connection.send(RawServer.ok(connection.readRequest().target))
        }) { proxy in
            var configuration = HTTPClient.Configuration.requests
            configuration.proxy = .socksServer(host: "127.0.0.1", port: proxy.port)
            try await withClient(configuration) { client in
                let text = try await client.perform(Self.api.get(.text, from: "/1"))
                #expect(text == "/1")
            }
            #expect(asked.withLock { $0 } == [5, 1, 0, 3, 8] + Array("api.test".utf8) + [0, 80])
        }
    }
}
#endif
