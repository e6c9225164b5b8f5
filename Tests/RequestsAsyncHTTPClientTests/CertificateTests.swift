#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOPosix
import NIOSSL
import Requests
import RequestsAsyncHTTPClient
import RequestsConformance
import TLSSupport
import Testing

/// Certificates that a client must not accept, over real TLS, on both transports.
@Suite("Certificates", .timeLimit(.minutes(1)))
struct CertificateTests {
    /// A certificate, shown by its name.
    struct Certificate: Sendable, CustomTestStringConvertible {
        let name: String
        let pem: String

        var testDescription: String { name }
    }

    private static let certificates = [
        Certificate(name: "expired", pem: TestCertificates.expired),
        Certificate(name: "self-signed", pem: TestCertificates.selfSigned),
        Certificate(name: "for another host", pem: TestCertificates.otherHost),
        Certificate(name: "of an unknown authority", pem: TestCertificates.right),
    ]

    private static func code(of port: Int, on transport: any Transport) async -> RequestErrorCode? {
        do {
            let url = try #require(URL(string: "https://127.0.0.1:\(port)"))
            _ = try await transport.perform(AnonymousProvider(baseURL: url).get(.text, from: "/"))
            return nil
        } catch let error as TransportError {
            #expect(!error.localizedDescription.contains("again may help"))
            return error.code
        } catch {
            return nil
        }
    }

    @Test(arguments: certificates)
    func `a certificate from an unknown authority is rejected`(certificate: Certificate) async throws {
        try await TLSServer.run(with: certificate.pem) { port in
            for transport in [URLSession.shared, HTTPClient(eventLoopGroupProvider: .singleton)] as [any Transport] {
                let code = await Self.code(of: port, on: transport)
                #expect(code == .certificateRejected, "\(type(of: transport))")
                try await (transport as? HTTPClient)?.shutdown()
            }
        }
    }

    /// Runs the body with a client that trusts the tests' authority, so each certificate has only the tested fault.
    private static func withTrustingClient<T>(
        _ change: (inout TLSConfiguration) -> Void = { _ in }, _ body: (HTTPClient) async throws -> T
    ) async throws -> T {
        var configuration = HTTPClient.Configuration.requests
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.authority.utf8)))
        change(&tls)
        configuration.tlsConfiguration = tls
        let client = HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
        let result: Result<T, any Error>
        do {
            result = .success(try await body(client))
        } catch {
            result = .failure(error)
        }
        try await client.shutdown()
        return try result.get()
    }

    @Test(arguments: certificates.dropLast())
    func `an invalid certificate is rejected with its fault`(certificate: Certificate) async throws {
        try await Self.withTrustingClient { client in
            try await TLSServer.run(with: certificate.pem) { port in
                let code = await Self.code(of: port, on: client)
                #expect(code == .certificateRejected)
            }
        }
    }

    @Test func `a valid certificate is accepted`() async throws {
        try await Self.withTrustingClient { client in
            try await TLSServer.run(with: TestCertificates.right) { port in
                let code = await Self.code(of: port, on: client)
                #expect(code == nil)
            }
        }
    }

    @Test func `a redirect from https to http is refused`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("plain") }) { plain in
            try await Self.withTrustingClient { client in
                try await TLSServer.run(with: TestCertificates.right, redirectingTo: plain.origin + "/") { port in
                    #expect(await Self.code(of: port, on: client) == .redirectRefused)
                }
            }
            #expect(plain.connectionCount == 0)
        }
    }

    @Test func `a client with the required certificate is accepted`() async throws {
        let certificate = try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.right.utf8))
        let key = try NIOSSLPrivateKey(bytes: Array(TestCertificates.key.utf8), format: .pem)
        let identity: (inout TLSConfiguration) -> Void = { tls in
            tls.certificateChain = certificate.map { .certificate($0) }
            tls.privateKey = .privateKey(key)
        }
        try await Self.withTrustingClient(identity) { client in
            try await TLSServer.run(with: TestCertificates.right, wantingCertificate: true) { port in
                let code = await Self.code(of: port, on: client)
                #expect(code == nil)
            }
        }
    }

    @Test func `a client without the required certificate is rejected`() async throws {
        try await Self.withTrustingClient { client in
            try await TLSServer.run(with: TestCertificates.right, wantingCertificate: true) { port in
                let code = await Self.code(of: port, on: client)
                #expect(code == .clientCertificateRejected)
            }
        }
    }
}
#endif
