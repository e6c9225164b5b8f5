#if Curl && AsyncHTTPClient
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import TLSSupport
import Testing

/// Public keys that a session pins, with servers over real TLS.
@Suite("libcurl, pins", .timeLimit(.minutes(1)))
struct CurlPinTests {
    private typealias Identities = PinnedIdentities

    /// Makes a session with pins that trusts the authority of the tests.
    private static func session(
        _ pins: [String: [String]], overHTTP2 isHTTP2: Bool = false, proxy: URL? = nil
    ) throws -> CurlSession {
        var configuration = CurlSession.Configuration()
        configuration.allowsHTTP2 = isHTTP2
        configuration.proxy = proxy
        return try CurlSession(
            configuration, security: TransportSecurity(rootsFile: Identities.authorityFile, pins: pins))
    }

    @Test(arguments: [false, true]) func `a host with the pinned key gets the request`(isHTTP2: Bool) async throws {
        try await PinnedServer.run(Identities.current, overHTTP2: isHTTP2) { server in
            let session = try Self.session(["127.0.0.1": [Identities.current.pin]], overHTTP2: isHTTP2)
            let (head, text) = try await session.response(for: server.api().get(.text, from: "/1"))
            #expect(text == "hi")
            #expect(head.notes.protocolVersion == (isHTTP2 ? "2" : "1.1"))
        }
    }

    @Test(arguments: [false, true]) func `another key gets nothing`(isHTTP2: Bool) async throws {
        try await PinnedServer.run(Identities.rotated, overHTTP2: isHTTP2) { server in
            let session = try Self.session(["127.0.0.1": [Identities.current.pin]], overHTTP2: isHTTP2)
            let error = await #expect(throws: TransportError.self) {
                try await session.retrying().perform(server.api().get(.text, from: "/1"))
            }
            #expect(error?.code == .pinMismatch)
            #expect(error?.message.contains("the public key of 127.0.0.1 is \(Identities.rotated.pin), ") == true)
            let body = server.api().post(.text("secret"), to: "/2").idempotent()
            let second = await #expect(throws: TransportError.self) { try await session.perform(body) }
            #expect(second?.code == .pinMismatch)
            #expect(try await server.ended().byteCount == 0)
            #expect(server.connectionCount == 2)
        }
    }

    @Test(arguments: [false, true]) func `a rotated key needs the backup pin`(isHTTP2: Bool) async throws {
        let host = "127.0.0.1"
        let prepared = try Self.session([host: [Identities.current.pin, Identities.rotated.pin]], overHTTP2: isHTTP2)
        let unprepared = try Self.session([host: [Identities.current.pin]], overHTTP2: isHTTP2)
        for (identity, isRotated) in [
            (Identities.current, false), (Identities.renewed, false), (Identities.rotated, true),
        ] {
            try await PinnedServer.run(identity, overHTTP2: isHTTP2) { server in
                #expect(await PinResult(of: server.api(), on: prepared) == .text("hi"))
                let result = await PinResult(of: server.api(), on: unprepared)
                #expect(result == (isRotated ? .error(.pinMismatch) : .text("hi")))
                #expect(server.requests.count == (isRotated ? 1 : 2))
            }
        }
    }

    @Test func `a key is also checked after a connection that resumes TLS`() async throws {
        let behavior = PinnedServer.Behavior { $0.laterIdentities = [Identities.current, Identities.rotated] }
        try await PinnedServer.run(Identities.current, behaving: behavior) { server in
            let session = try Self.session(["127.0.0.1": [Identities.current.pin]])
            for result in [.text("hi"), .text("hi"), .error(.pinMismatch)] as [PinResult] {
                #expect(await PinResult(of: server.api(), on: session) == result)
            }
            #expect(server.requests.count == 2)
        }
    }

    @Test func `a server with another key gets the client certificate that it requests, but no request`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "client-\(UUID().uuidString).pem")
        try Data((TestCertificates.right + "\n" + TestCertificates.key).utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        for (pin, result) in [
            (Identities.current.pin, .text("hi")), (Identities.rotated.pin, .error(.pinMismatch)),
        ] as [(String, PinResult)] {
            let behavior = PinnedServer.Behavior { $0.requestsCertificate = true }
            try await PinnedServer.run(Identities.current, behaving: behavior) { server in
                let security = TransportSecurity(
                    rootsFile: Identities.authorityFile, clientCertificateFile: file, pins: ["127.0.0.1": [pin]])
                let session = try CurlSession(security: security)
                #expect(await PinResult(of: server.api(), on: session) == result)
                if result != .text("hi") { #expect(try await server.ended().byteCount == 0) }
            }
        }
    }

    @Test func `an RSA key can be pinned`() async throws {
        try await PinnedServer.run(Identities.rsa) { server in
            let session = try Self.session(["localhost": [Identities.rsa.pin]])
            #expect(await PinResult(of: server.api("localhost"), on: session) == .text("hi"))
        }
    }

    @Test func `only the key of the server itself counts`() async throws {
        try await PinnedServer.run(Identities.current) { server in
            let session = try Self.session(["127.0.0.1": [Identities.authorityPin]])
            #expect(await PinResult(of: server.api(), on: session) == .error(.pinMismatch))
            #expect(try await server.ended().byteCount == 0)
        }
    }

    @Test func `a pinned key doesn't replace a trusted certificate`() async throws {
        try await PinnedServer.run(Identities.current) { server in
            let session = try CurlSession(security: TransportSecurity(pins: ["127.0.0.1": [Identities.current.pin]]))
            #expect(await PinResult(of: server.api(), on: session) == .error(.certificateRejected))
        }
    }

    @Test(arguments: [false, true]) func `pins hold behind a proxy, for the host of the request`(
        isHTTP2: Bool
    ) async throws {
        try await PinnedServer.run(Identities.current, overHTTP2: isHTTP2) { server in
            try await server.behindProxy { proxy in
                for pinCase in PinCase.behindProxy {
                    let (host, pins, result) = (pinCase.host, pinCase.pins, pinCase.result)
                    let session = try Self.session(pins, overHTTP2: isHTTP2, proxy: proxy.baseURL)
                    let count = server.requests.count
                    #expect(await PinResult(of: server.api(host), on: session) == result, "\(host), \(pins)")
                    #expect(server.requests.count - count == (result == .text("hi") ? 1 : 0))
                }
                #expect(Set(proxy.requests.map(\.method)) == ["CONNECT"])
            }
        }
    }

    @Test func `a host that can't be compared with the pins gets nothing`() async throws {
        let pins = ["**.books.test": [Identities.rotated.pin], "127.0.0.1": [Identities.rotated.pin]]
        try await PinnedServer.run(Identities.current) { server in
            try await server.behindProxy { proxy in
                let session = try Self.session(pins, proxy: proxy.baseURL)
                for host in PinCase.strangeHosts {
                    #expect(await PinResult(of: server.api(host), on: session) == .error(.pinMismatch), "\(host)")
                    let plain = AnonymousProvider(baseURL: try #require(URL(string: "http://\(host):\(server.port)")))
                    #expect(await PinResult(of: plain, on: session) == .error(.pinMismatch), "\(host)")
                }
                #expect(proxy.connectionCount == 0)
            }
        }
    }

    @Test func `the key of a proxy isn't pinned, even with TLS`() async throws {
        try await PinnedServer.run(Identities.current) { server in
            let front: RawServer.Front = { port in
                try HTTP2Front.make(to: port, as: [Identities.rotated], recordingIn: FrontLog())
            }
            try await withRawServer(http2: front, server.proxyScript) { proxy in
                for (host, scheme) in [("127.0.0.1", "https"), ("books.test", "HTTPS")] {
                    let url = URL(string: "\(scheme)://127.0.0.1:\(proxy.port)")
                    let session = try Self.session([host: [Identities.current.pin]], proxy: url)
                    #expect(await PinResult(of: server.api(host), on: session) == .text("hi"))
                }
                #expect(proxy.requests.map(\.method) == ["CONNECT", "CONNECT"])
            }
        }
    }

    @Test func `a redirect to a pinned host with another key isn't followed`() async throws {
        try await PinnedServer.run(Identities.rotated) { target in
            let location = "https://localhost:\(target.port)/2"
            try await PinnedServer.run(Identities.current, behaving: .init { $0.location = location }) { server in
                let session = try Self.session([
                    "127.0.0.1": [Identities.current.pin], "localhost": [Identities.current.pin],
                ])
                #expect(await PinResult(of: server.api(), on: session) == .error(.pinMismatch))
                #expect(server.requests == ["/1"])
                #expect(try await target.ended().byteCount == 0)
            }
        }
    }

    @Test(arguments: [false, true]) func `many requests at once are all refused`(isHTTP2: Bool) async throws {
        try await PinnedServer.run(Identities.rotated, overHTTP2: isHTTP2) { server in
            let session = try Self.session(["127.0.0.1": [Identities.current.pin]], overHTTP2: isHTTP2)
            await withTaskGroup(of: PinResult.self) { group in
                for _ in 1...20 { group.addTask { await PinResult(of: server.api(), on: session) } }
                for await result in group { #expect(result == .error(.pinMismatch)) }
            }
            #expect(try await server.ended().byteCount == 0)
        }
    }

    @Test func `a request over http to a pinned host isn't sent`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("hi") }) { server in
            let session = try Self.session(["127.0.0.1": [Identities.current.pin]])
            let api = AnonymousProvider(baseURL: server.baseURL)
            #expect(await PinResult(of: api, on: session) == .error(.pinMismatch))
            #expect(server.connectionCount == 0)
        }
    }

    @Test func `HTTP/3 and invalid pins are errors of the session`() throws {
        var configuration = CurlSession.Configuration()
        configuration.assumesHTTP3Capable = true
        let pinned = TransportSecurity(pins: ["127.0.0.1": [Identities.current.pin]])
        let error = #expect(throws: TransportError.self) { try CurlSession(configuration, security: pinned) }
        #expect(error?.message.contains("HTTP/3") == true)
        let invalid = TransportSecurity(pins: ["127.0.0.1": []])
        #expect(throws: TransportError.self) { try CurlSession(security: invalid) }
    }

    @Test(
        .enabled(if: Nginx.program != nil, "needs nginx with its modules http_v2 and http_dav"),
        arguments: [
            (TestCertificates.pin, PinResult.text("HTTP/2.0")), (PinnedIdentities.current.pin, .error(.pinMismatch)),
        ]) func `pins hold with nginx`(_ pin: String, _ result: PinResult) async throws
    {
        try await withNginx("location /1 { return 200 $server_protocol; }") { nginx in
            let security = TransportSecurity(
                rootsFile: nginx.folder.appending(path: "authority.pem"), pins: ["127.0.0.1": [pin]])
            var configuration = CurlSession.Configuration()
            configuration.allowsHTTP2 = true
            let session = try CurlSession(configuration, security: security)
            #expect(await PinResult(of: nginx.api(), on: session) == result)
        }
    }
}
#endif
