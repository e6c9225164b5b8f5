#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL
import Requests
import RequestsAsyncHTTPClient
import RequestsConformance
import TLSSupport
import Testing

/// Public keys that a client pins, with servers over real TLS.
@Suite("AsyncHTTPClient, pins", .timeLimit(.minutes(1)))
struct PinTests {
    private typealias Identities = PinnedIdentities

    /// Runs the body with a client that has pins and trusts the authority of the tests.
    private static func withPinningClient(
        _ pins: [String: [String]], overHTTP2 isHTTP2: Bool = false, proxy: URL? = nil,
        _ configuration: HTTPClient.Configuration = .requests, _ body: (HTTPClient) async throws -> Void
    ) async throws {
        let security = TransportSecurity(rootsFile: Identities.authorityFile, pins: pins)
        var secured = try configuration.secured(by: security)
        if isHTTP2 { secured.httpVersion = .automatic }
        if let proxy { secured.proxy = .server(host: "127.0.0.1", port: proxy.port ?? 0) }
        try await withClient(secured, body)
    }

    /// Checks that all connections end without a request.
    ///
    /// With HTTP/2, the client has already sent its settings.
    private static func expectNoRequest(at server: PinnedServer, overHTTP2 isHTTP2: Bool) async throws {
        let server = try await server.ended()
        #expect(server.requests == [])
        if isHTTP2 {
            #expect(server.frameTypes.contains(PinnedServer.settings))
            #expect(!server.frameTypes.contains(PinnedServer.headers))
        } else {
            #expect(server.byteCount == 0)
        }
    }

    @Test(arguments: [false, true]) func `a host with the pinned key gets the request`(isHTTP2: Bool) async throws {
        try await PinnedServer.run(Identities.current, overHTTP2: isHTTP2) { server in
            try await Self.withPinningClient(["127.0.0.1": [Identities.current.pin]], overHTTP2: isHTTP2) { client in
                for path in ["/1", "/2"] {
                    let (head, text) = try await client.response(for: server.api().get(.text, from: URLPath(path)))
                    #expect(text == "hi")
                    #expect(head.notes.protocolVersion == (isHTTP2 ? "2" : "1.1"))
                }
                #expect(server.connectionCount == 1)
            }
        }
    }

    @Test(arguments: [false, true]) func `another key gets nothing`(isHTTP2: Bool) async throws {
        try await PinnedServer.run(Identities.rotated, overHTTP2: isHTTP2) { server in
            try await Self.withPinningClient(["127.0.0.1": [Identities.current.pin]], overHTTP2: isHTTP2) { client in
                let error = await #expect(throws: TransportError.self) {
                    try await client.retrying().perform(server.api().get(.text, from: "/1"))
                }
                #expect(error?.code == .pinMismatch)
                #expect(error?.message.contains("the public key of 127.0.0.1 is \(Identities.rotated.pin), ") == true)
                #expect(server.connectionCount == 1)
                for body in [BodyProvider.text("secret"), .text(String(repeating: "secret", count: 100_000))] {
                    let request = server.api().post(body, to: "/2").idempotent()
                    let second = await #expect(throws: TransportError.self) { try await client.perform(request) }
                    #expect(second?.code == .pinMismatch)
                }
                try await Self.expectNoRequest(at: server, overHTTP2: isHTTP2)
            }
        }
    }

    @Test(arguments: [false, true]) func `a client that tries to connect again gets the error at once`(
        isHTTP2: Bool
    ) async throws {
        try await PinnedServer.run(Identities.rotated, overHTTP2: isHTTP2) { server in
            let pins = ["127.0.0.1": [Identities.current.pin]]
            var configuration = HTTPClient.Configuration()
            configuration.timeout.connect = .hours(1)
            #expect(configuration.connectionPool.retryConnectionEstablishment)
            try await Self.withPinningClient(pins, overHTTP2: isHTTP2, configuration) { client in
                #expect(await PinResult(of: server.api(), on: client) == .error(.pinMismatch))
                #expect(server.connectionCount == 1)
                try await Self.expectNoRequest(at: server, overHTTP2: isHTTP2)
            }
        }
    }

    @Test(arguments: [false, true]) func `a rotated key needs the backup pin`(isHTTP2: Bool) async throws {
        let host = "127.0.0.1"
        let pins = [Identities.current.pin, Identities.rotated.pin]
        try await Self.withPinningClient([host: pins], overHTTP2: isHTTP2) { prepared in
            try await Self.withPinningClient([host: [pins[0]]], overHTTP2: isHTTP2) { unprepared in
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
        }
    }

    @Test func `an RSA key can be pinned`() async throws {
        try await PinnedServer.run(Identities.rsa) { server in
            try await Self.withPinningClient(["localhost": [Identities.rsa.pin]]) { client in
                #expect(await PinResult(of: server.api("localhost"), on: client) == .text("hi"))
            }
        }
    }

    @Test func `only the key of the server itself counts`() async throws {
        try await PinnedServer.run(Identities.current) { server in
            try await Self.withPinningClient(["127.0.0.1": [Identities.authorityPin]]) { client in
                #expect(await PinResult(of: server.api(), on: client) == .error(.pinMismatch))
                try await Self.expectNoRequest(at: server, overHTTP2: false)
            }
        }
    }

    @Test func `a pinned key doesn't replace a trusted certificate`() async throws {
        let security = TransportSecurity(pins: ["127.0.0.1": [Identities.current.pin]])
        try await PinnedServer.run(Identities.current) { server in
            try await withClient(try HTTPClient.Configuration.requests.secured(by: security)) { client in
                #expect(await PinResult(of: server.api(), on: client) == .error(.certificateRejected))
            }
        }
    }

    @Test(arguments: [false, true]) func `pins hold behind a proxy, for the host of the request`(
        isHTTP2: Bool
    ) async throws {
        try await PinnedServer.run(Identities.current, overHTTP2: isHTTP2) { server in
            try await server.behindProxy { proxy in
                for pinCase in PinCase.behindProxy {
                    let (host, pins, result) = (pinCase.host, pinCase.pins, pinCase.result)
                    try await Self.withPinningClient(pins, overHTTP2: isHTTP2, proxy: proxy.baseURL) { client in
                        let count = server.requests.count
                        #expect(await PinResult(of: server.api(host), on: client) == result, "\(host), \(pins)")
                        #expect(server.requests.count - count == (result == .text("hi") ? 1 : 0))
                    }
                }
                #expect(Set(proxy.requests.map(\.method)) == ["CONNECT"])
            }
        }
    }

    @Test(arguments: [false, true]) func `a host that can't be compared with the pins gets nothing`(
        isHTTP2: Bool
    ) async throws {
        let pins = ["**.books.test": [Identities.rotated.pin], "127.0.0.1": [Identities.rotated.pin]]
        try await PinnedServer.run(Identities.current, overHTTP2: isHTTP2) { server in
            try await server.behindProxy { proxy in
                // By default, NIO already rejects the certificate for these hosts.
                var configuration = HTTPClient.Configuration.requests
                configuration.tlsConfiguration = .makeClientConfiguration()
                configuration.tlsConfiguration?.certificateVerification = .noHostnameVerification
                try await Self.withPinningClient(pins, overHTTP2: isHTTP2, proxy: proxy.baseURL, configuration) {
                    client in
                    for host in PinCase.strangeHosts {
                        #expect(await PinResult(of: server.api(host), on: client) == .error(.pinMismatch), "\(host)")
                    }
                    try await Self.expectNoRequest(at: server, overHTTP2: isHTTP2)
                }
            }
        }
    }

    @Test func `a redirect to a pinned host with another key isn't followed`() async throws {
        let pins = ["127.0.0.1": [Identities.current.pin], "localhost": [Identities.current.pin]]
        try await PinnedServer.run(Identities.rotated) { target in
            let location = "https://localhost:\(target.port)/2"
            try await PinnedServer.run(Identities.current, behaving: .init { $0.location = location }) { server in
                try await Self.withPinningClient(pins) { client in
                    #expect(await PinResult(of: server.api(), on: client) == .error(.pinMismatch))
                    #expect(server.requests == ["/1"])
                    try await Self.expectNoRequest(at: target, overHTTP2: false)
                }
            }
        }
    }

    @Test(arguments: [false, true]) func `many requests at once are all refused`(isHTTP2: Bool) async throws {
        try await PinnedServer.run(Identities.rotated, overHTTP2: isHTTP2) { server in
            try await Self.withPinningClient(["127.0.0.1": [Identities.current.pin]], overHTTP2: isHTTP2) { client in
                await withTaskGroup(of: PinResult.self) { group in
                    for _ in 1...20 { group.addTask { await PinResult(of: server.api(), on: client) } }
                    for await result in group { #expect(result == .error(.pinMismatch)) }
                }
                try await Self.expectNoRequest(at: server, overHTTP2: isHTTP2)
            }
        }
    }

    @Test func `a request over http to a pinned host isn't sent`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("hi") }) { server in
            try await Self.withPinningClient(["127.0.0.1": [Identities.current.pin]]) { client in
                let api = AnonymousProvider(baseURL: server.baseURL)
                #expect(await PinResult(of: api, on: client) == .error(.pinMismatch))
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test func `requests of AsyncHTTPClient's functions are also checked`() async throws {
        try await PinnedServer.run(Identities.rotated) { server in
            try await Self.withPinningClient(["127.0.0.1": [Identities.current.pin]]) { client in
                let request = HTTPClientRequest(url: "https://127.0.0.1:\(server.port)/1")
                let error = await #expect(throws: TransportError.self) {
                    try await client.execute(request, timeout: .minutes(1))
                }
                #expect(error?.code == .pinMismatch)
                try await Self.expectNoRequest(at: server, overHTTP2: false)
            }
        }
    }

    @Test(arguments: [false, true]) func `guards that are added later keep the pins`(isHTTP2: Bool) async throws {
        let security = TransportSecurity(
            rootsFile: Identities.authorityFile, pins: ["127.0.0.1": [Identities.current.pin]])
        for (identity, result) in [
            (Identities.current, .text("hi")), (Identities.rotated, .error(.pinMismatch)),
        ] as [(ServerIdentity, PinResult)] {
            try await PinnedServer.run(identity, overHTTP2: isHTTP2) { server in
                var configuration = try HTTPClient.Configuration(redirectConfiguration: .disallow)
                    .secured(by: security).guarded()
                if isHTTP2 { configuration.httpVersion = .automatic }
                try await withClient(configuration) { client in
                    #expect(await PinResult(of: server.api(), on: client) == result)
                }
            }
        }
    }

    @Test func `a response before the request doesn't hide the wrong key`() async throws {
        try await PinnedServer.run(Identities.rotated, behaving: .init { $0.respondsFirst = true }) { server in
            try await Self.withPinningClient(["127.0.0.1": [Identities.current.pin]]) { client in
                for _ in 1...5 {
                    #expect(await PinResult(of: server.api(), on: client.retrying()) == .error(.pinMismatch))
                }
                try await Self.expectNoRequest(at: server, overHTTP2: false)
            }
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
                try await withClient(try HTTPClient.Configuration.requests.secured(by: security)) { client in
                    #expect(await PinResult(of: server.api(), on: client) == result)
                    if result != .text("hi") { try await Self.expectNoRequest(at: server, overHTTP2: false) }
                }
            }
        }
    }

    @Test func `a client certificate comes from a file`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "client-\(UUID().uuidString).pem")
        let authority = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID().uuidString).pem")
        try Data((TestCertificates.right + "\n" + TestCertificates.key).utf8).write(to: file)
        try Data(TestCertificates.authority.utf8).write(to: authority)
        defer { for file in [file, authority] { try? FileManager.default.removeItem(at: file) } }
        for (security, result) in [
            (TransportSecurity(rootsFile: authority, clientCertificateFile: file), .text("hi")),
            (TransportSecurity(rootsFile: authority), .error(.clientCertificateRejected)),
        ] as [(TransportSecurity, PinResult)] {
            try await TLSServer.run(with: TestCertificates.right, wantingCertificate: true) { port in
                let url = try #require(URL(string: "https://127.0.0.1:\(port)"))
                try await withClient(try HTTPClient.Configuration.requests.secured(by: security)) { client in
                    #expect(await PinResult(of: AnonymousProvider(baseURL: url), on: client) == result)
                }
            }
        }
    }

    @Test func `invalid files and pins are errors of the configuration`() throws {
        let missing = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pem")
        let keyless = Identities.authorityFile
        for security in [
            TransportSecurity(rootsFile: missing), TransportSecurity(clientCertificateFile: missing),
            TransportSecurity(clientCertificateFile: keyless), TransportSecurity(pins: ["books.test": []]),
        ] {
            let error = #expect(throws: TransportError.self) {
                try HTTPClient.Configuration.requests.secured(by: security)
            }
            #expect(error?.code == .certificateRejected)
        }
    }

    @Test func `certificates and keys that NIO can't read are errors of the configuration`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pems-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        // The smallest data with the structure of a certificate.
        let hollow = Data([0x30, 14, 0x30, 12, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 0x30, 0]).base64EncodedString()
        let texts = [
            "-----BEGIN CERTIFICATE-----\n\(hollow)\n-----END CERTIFICATE-----\n",
            TestCertificates.right + "\n-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
        ]
        let files = try texts.indices.map { index in
            let file = folder.appending(path: "\(index).pem")
            try Data(texts[index].utf8).write(to: file)
            return file
        }
        for security in [TransportSecurity(rootsFile: files[0]), TransportSecurity(clientCertificateFile: files[1])] {
            let error = #expect(throws: TransportError.self) {
                try HTTPClient.Configuration.requests.secured(by: security)
            }
            #expect(error?.message.contains("can't be read") == true)
        }
    }

    @Test func `other TLS settings stay unchanged`() throws {
        var configuration = HTTPClient.Configuration.requests
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.minimumTLSVersion = .tlsv13
        let secured = try configuration.secured(by: TransportSecurity(rootsFile: Identities.authorityFile))
        #expect(secured.tlsConfiguration?.minimumTLSVersion == .tlsv13)
        let same = try HTTPClient.Configuration.requests.secured(by: TransportSecurity())
        #expect(same.tlsConfiguration == nil)
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
            var configuration = try HTTPClient.Configuration.requests.secured(by: security)
            configuration.httpVersion = .automatic
            try await withClient(configuration) { client in
                #expect(await PinResult(of: nginx.api(), on: client) == result)
            }
        }
    }
}
#endif
