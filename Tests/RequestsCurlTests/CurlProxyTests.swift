#if Curl
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import Testing

/// Proxies of a session, and the secrets in their URLs.
@Suite("libcurl, proxies", .timeLimit(.minutes(1)))
struct CurlProxyTests {
    private static let api = AnonymousProvider("http://api.test")

    /// Makes the configuration for a proxy.
    private static func configuration(_ proxy: String) -> CurlSession.Configuration {
        var configuration = CurlSession.Configuration()
        configuration.proxy = URL(string: proxy)
        return configuration
    }

    /// Returns the error of a request over a proxy, after a check that nothing shows the password.
    private static func error(over proxy: String, _ api: AnonymousProvider = api) async throws -> TransportError? {
        let configuration = configuration(proxy)
        try #require(configuration.proxy != nil)
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession(configuration).perform(api.get(.text, from: "/1"))
        }
        var dumped = ""
        dump(error, to: &dumped)
        for text in [dumped, "\(error as Any)", error?.localizedDescription ?? ""] {
            #expect(!text.contains("secret") && !text.contains(Data("ada:secret".utf8).base64EncodedString()))
        }
        return error
    }

    @Test func `a SOCKS proxy resolves the host`() async throws {
        let question = Guarded<[UInt8]>([])
        try await withRawServer({ connection in
            _ = try connection.read(upTo: 100)
            try connection.send([5, 0])
            let bytes = try connection.read(upTo: 100)
            question.withLock { $0 = bytes }
            try connection.send([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
            while true { try connection.send(RawServer.ok(connection.readRequest().target)) }
        }) { proxy in
            let session = CurlSession(Self.configuration("socks5h://127.0.0.1:\(proxy.port)"))
            for path in ["/1", "/2"] {
                let text = try await session.perform(Self.api.get(.text, from: URLPath(path)))
                #expect(text == path)
            }
            #expect(question.withLock { $0 } == [5, 1, 0, 3, 8] + Array("api.test".utf8) + [0, 80])
            #expect(proxy.connectionCount == 1)
            #expect(proxy.requests.first?["Host"] == ["api.test"])
            #expect(proxy.requests.first?["Proxy-Authorization"] == [])
        }
    }

    /// Responds to the login with one status, and to the request for a connection with another.
    private static func socks(_ login: UInt8, _ reply: UInt8) -> @Sendable (RawConnection) throws -> Void {
        { connection in
            let methods = try connection.read(upTo: 100)
            guard methods.dropFirst(2).contains(2) else { return }
            try connection.send([5, 2])
            let isRight = try connection.read(upTo: 100) == [1, 3] + "ada".utf8 + [6] + "secret".utf8
            try connection.send([1, isRight ? login : 0xFF])
            _ = try connection.read(upTo: 100)
            try connection.send([5, reply, 0, 1, 0, 0, 0, 0, 0, 0])
            if reply == 0 { try connection.send(RawServer.ok(connection.readRequest().target)) }
        }
    }

    @Test func `a SOCKS proxy gets its user and password`() async throws {
        try await withRawServer(Self.socks(0, 0)) { proxy in
            let configuration = Self.configuration("socks5h://ada:secret@127.0.0.1:\(proxy.port)")
            let text = try await CurlSession(configuration).perform(Self.api.get(.text, from: "/1"))
            #expect(text == "/1")
            #expect(proxy.requests.first?["Proxy-Authorization"] == [])
            #expect(proxy.requests.first?["Authorization"] == [])
        }
    }

    @Test(arguments: [(1, 0), (0, 1), (0, 4), (0, 5)] as [(UInt8, UInt8)])
    func `a refusal of a SOCKS proxy is an error without the password`(_ login: UInt8, _ reply: UInt8) async throws {
        try await withRawServer(Self.socks(login, reply)) { proxy in
            let error = try await Self.error(over: "socks5h://ada:secret@127.0.0.1:\(proxy.port)")
            #expect(error?.code == .connectionFailed)
        }
    }

    @Test(arguments: [407, 502]) func `a refused tunnel is an error without the password`(_ status: Int) async throws {
        try await withRawServer(responding: { _ in
            RawServer.response(status: status, reason: "No", fields: [("Proxy-Authenticate", "Basic realm=a")])
        }) { proxy in
            let error = try await Self.error(
                over: "http://ada:secret@127.0.0.1:\(proxy.port)", AnonymousProvider("https://api.test"))
            #expect(error?.code == .connectionFailed)
            #expect(proxy.requests.map { "\($0.method) \($0.target)" } == ["CONNECT api.test:443"])
        }
    }

    @Test func `a response in which the proxy repeats its credentials shows none of them`() async throws {
        let secrets = ["se%40cret", "se@cret", Data("ada:se@cret".utf8).base64EncodedString()]
        try await withRawServer(responding: { request in
            let text = "<html>" + secrets.joined(separator: " ") + (request["Proxy-Authorization"].first ?? "")
            return RawServer.response(
                status: request.target.hasSuffix("ok") ? 200 : 407, reason: "OK",
                fields: [("Via", text), ("X-User", "ada:se@cret")],
                body: text)
        }) { proxy in
            let session = CurlSession(Self.configuration("http://ada:se%40cret@127.0.0.1:\(proxy.port)"))
            let texts = Guarded<[String]>([])
            let logged = session.logging { entry in texts.withLock { $0 += ["\(entry)", entry.details] } }
            let (head, _) = try await logged.response(for: Self.api.get(.text, from: "/ok"))
            let refused = await #expect(throws: TransportError.self) {
                try await logged.perform(Self.api.get(.text, from: "/1"))
            }
            let misread = await #expect(throws: TransportError.self) {
                try await logged.perform(Self.api.get(.json([Int].self), from: "/ok"))
            }
            #expect(refused?.head?.status == 407)
            #expect(misread?.code == .decodingFailed)
            for value in [head, refused as Any, misread as Any] {
                var dumped = ""
                dump(value, to: &dumped)
                texts.withLock { $0 += [dumped, "\(value)"] }
            }
            for text in texts.withLock({ $0 }) {
                #expect(!secrets.contains { text.contains($0) }, "\(text)")
            }
            #expect(proxy.requests.allSatisfy { $0["Proxy-Authorization"].first?.hasPrefix("Basic ") == true })
        }
    }

    @Test(
        arguments: [
            ("foo://ada:secret@127.0.0.1:1", .connectionFailed), ("http://ada:secret@127.0.0.1:1", .connectionFailed),
            ("socks5h://ada:secret@127.0.0.1:1", .connectionFailed),
            ("http://ada:secret@proxy.invalid:1", .hostNotFound),
        ] as [(String, RequestErrorCode)])
    func `an unusable proxy is an error without the password`(_ proxy: String, _ code: RequestErrorCode) async throws {
        let error = try await Self.error(over: proxy)
        #expect(error?.code == code)
    }

    @Test func `no description shows the password of a proxy`() {
        let configuration = Self.configuration("http://ada:secret@proxy.example:3128")
        #expect(configuration.proxy?.password() == "secret")
        for value in [configuration, CurlSession(configuration)] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in [dumped, "\(value)", String(reflecting: value)] {
                #expect(!text.contains("ada") && !text.contains("secret"))
            }
        }
    }
}
#endif
