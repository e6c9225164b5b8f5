#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL
import Requests
import RequestsConformance
import TLSSupport
import Testing

@testable import RequestsAsyncHTTPClient

/// Servers that listen on a Unix socket.
@Suite("AsyncHTTPClient, Unix sockets", .timeLimit(.minutes(1)))
struct UnixSocketTests {
    /// Runs the body with a path for a socket in a new folder, which is removed at the end.
    private static func withPath<T>(_ body: (String) async throws -> T) async throws -> T {
        let folder = FileManager.default.temporaryDirectory.appending(path: "s\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let result: Result<T, any Error>
        do {
            result = .success(try await body(folder.path + "/a b.sock"))
        } catch {
            result = .failure(error)
        }
        try FileManager.default.removeItem(at: folder)
        return try result.get()
    }

    /// Runs the body with a server on a socket that responds to each request.
    private static func withServer(
        _ response: @escaping @Sendable (RawRequest) -> String, _ body: (RawServer) async throws -> Void
    ) async throws {
        try await withPath { path in
            let server = try RawServer(unixSocket: path) { connection in
                while true { try connection.send(response(connection.readRequest())) }
            }
            try await body(server)
            await Task.detached { server.stop() }.value
            #expect(server.errors.isEmpty)
        }
    }

    @Test(arguments: [HTTPClient.requests, .shared])
    func `requests of one API share a connection to the socket`(_ client: HTTPClient) async throws {
        try await Self.withServer({ RawServer.ok($0.bodyText) }) { server in
            let api = AnonymousProvider(baseURL: server.baseURL.appending(path: "v1.43"))
            let texts = (1...20).map(String.init)
            for text in texts {
                let request = api.post(.text(text), to: "/exec").adding(query: "q", "/x").receiving(.text)
                let (head, response) = try await client.response(for: request)
                #expect(response == text)
                #expect(head.urlText == api.baseURL.absoluteString + "/exec?q=%2Fx")
            }
            #expect(server.requests.map(\.target) == Array(repeating: "/v1.43/exec?q=%2Fx", count: texts.count))
            #expect(server.requests.map { $0["Host"] } == Array(repeating: ["localhost"], count: texts.count))
            // A connection goes back to the pool just after its response, sometimes too late for the next request.
            #expect(server.connectionCount < texts.count)
        }
    }

    @Test func `a large body is sent in both directions`() async throws {
        try await Self.withServer({ RawServer.ok(String(repeating: "x", count: $0.body.count)) }) { server in
            let data = Data(repeating: 0x61, count: 3_000_000)
            let request = AnonymousProvider(baseURL: server.baseURL).post(.data(data), to: "/").receiving(.data)
            let count = try await HTTPClient.requests.perform(request).count
            #expect(count == data.count && server.requests.first?.body.count == count)
        }
    }

    @Test(arguments: ["/2", "2", "http://localhost/2"])
    func `a redirect stays at the socket`(_ location: String) async throws {
        try await Self.withServer({ request in
            guard request.target == "/1" else { return RawServer.ok("hi") }
            return RawServer.response(status: 307, reason: "Moved", fields: [("Location", location)])
        }) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/1")
                .authenticated(with: .bearerToken("t"))
            let text = try await HTTPClient.requests.perform(request)
            #expect(text == "hi")
            #expect(server.requests.map(\.target) == ["/1", "/2"])
            #expect(server.requests.last?["Authorization"] == ["Bearer t"])
        }
    }

    @Test func `a server elsewhere can't redirect to a socket`() async throws {
        try await Self.withServer({ _ in RawServer.ok("secret") }) { local in
            let location = local.baseURL.absoluteString + "/"
            try await withRawServer(responding: { _ in
                RawServer.response(status: 302, reason: "Found", fields: [("Location", location)])
            }) { server in
                let error = await #expect(throws: TransportError.self) {
                    try await HTTPClient.requests.perform(server.get())
                }
                #expect(error?.code == .redirectRefused && local.connectionCount == 0)
            }
        }
    }

    @Test(
        arguments: [(.noHostnameVerification, nil), (.fullVerification, .certificateRejected)]
            as [(CertificateVerification, RequestErrorCode?)])
    func `over TLS, the certificate is checked without a host name`(
        _ verification: CertificateVerification, _ code: RequestErrorCode?
    ) async throws {
        try await Self.withPath { path in
            try await TLSServer.run(with: TestCertificates.right, onSocket: path) { _ in
                var configuration = HTTPClient.Configuration.requests
                var tls = TLSConfiguration.makeClientConfiguration()
                tls.trustRoots = .certificates(
                    try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.authority.utf8)))
                tls.certificateVerification = verification
                configuration.tlsConfiguration = tls
                let text = URL(unixSocket: path).absoluteString.replacing("http+unix", with: "https+unix")
                let api = AnonymousProvider(baseURL: try #require(URL(string: text)))
                try await withClient(configuration) { client in
                    do {
                        let text = try await client.perform(api.get(.text, from: "/"))
                        #expect(text == "hi" && code == nil)
                    } catch let error as TransportError {
                        #expect(error.code == code)
                    }
                }
            }
        }
    }

    @Test func `a pin of localhost doesn't apply to a socket`() async throws {
        let security = TransportSecurity(pins: ["localhost": [TestCertificates.pin]])
        try await withClient(try HTTPClient.Configuration.requests.secured(by: security)) { client in
            try await Self.withServer({ _ in RawServer.ok("hi") }) { server in
                let text = try await client.perform(AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/"))
                #expect(text == "hi")
            }
        }
    }

    @Test func `a proxy is not used for a socket`() async throws {
        var configuration = HTTPClient.Configuration.requests
        configuration.proxy = .server(host: "127.0.0.1", port: 1)
        try await withClient(configuration) { client in
            try await Self.withServer({ _ in RawServer.ok("hi") }) { server in
                let text = try await client.perform(AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/"))
                #expect(text == "hi")
            }
        }
    }

    @Test func `a socket that does not exist is an error with its path`() async throws {
        try await Self.withPath { path in
            let error = await Self.failure(at: path)
            #expect(error?.code == .connectionFailed)
            #expect(error?.message.contains("there is no Unix socket \"\(path)\"") == true, "\(error?.message ?? "-")")
        }
    }

    @Test func `a socket on which nothing listens, and a file, are errors with their path`() async throws {
        try await Self.withPath { path in
            try Data().write(to: URL(filePath: path))
            let error = await Self.failure(at: path)
            #expect(error?.code == .connectionFailed)
            #expect(error?.message.contains(path) == true, "\(error?.message ?? "-")")
        }
    }

    @Test(arguments: [
        (13, "no permission"), (1, "no permission"), (2, "there is no"), (20, "there is no"),
        (111, "nothing is listening"),
        (11, "can't accept more connections"), (91, "isn't a Unix stream socket"),
    ])
    func `an error of the system is named`(_ number: Int32, _ reason: String) throws {
        #if os(Linux)
        let request = try AnonymousProvider(baseURL: URL(unixSocket: "/run/a.sock")).get(.none, from: "/").resolve()
        let error = TransportError(clientError: IOError(errnoCode: number, reason: "connect"), sending: request)
        #expect(error.code == .connectionFailed)
        #expect(error.message.contains(reason) && error.message.contains("/run/a.sock"))
        #endif
    }

    private static func failure(at path: String) async -> TransportError? {
        await #expect(throws: TransportError.self) {
            try await HTTPClient.requests.perform(
                AnonymousProvider(baseURL: URL(unixSocket: path)).get(.data, from: "/"))
        }
    }
}
#endif
