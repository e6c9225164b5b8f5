#if Curl && AsyncHTTPClient
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import TLSSupport
import Testing

/// Certificates over real TLS.
@Suite("libcurl, certificates", .timeLimit(.minutes(1)))
struct CurlCertificateTests {
    private static let invalid = [
        ("expired", TestCertificates.expired), ("self-signed", TestCertificates.selfSigned),
        ("for another host", TestCertificates.otherHost),
    ]

    /// Calls a function with a file that contains a text, and removes the file.
    private static func withFile<T>(_ text: String, _ body: (URL) async throws -> T) async throws -> T {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pem")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await body(file)
    }

    /// Returns the error code of a request to a server with a certificate; `nil` for a response.
    private static func code(
        of certificate: String, trusting authority: String? = TestCertificates.authority,
        requiringCertificate isRequired: Bool = false, sending identity: String? = nil,
        redirectedTo location: String? = nil
    ) async throws -> RequestErrorCode? {
        try await withFile(authority ?? "") { authorities in
            try await withFile(identity ?? "") { identityFile in
                let security = TransportSecurity(
                    rootsFile: authority == nil ? nil : authorities,
                    clientCertificateFile: identity == nil ? nil : identityFile)
                return try await Self.code(
                    of: certificate, requiringCertificate: isRequired, redirectedTo: location, security)
            }
        }
    }

    /// Returns the error code of a request with a session; `nil` for a response.
    private static func code(
        of certificate: String, requiringCertificate isRequired: Bool = false, redirectedTo location: String? = nil,
        _ security: TransportSecurity, _ configuration: CurlSession.Configuration = CurlSession.Configuration()
    ) async throws -> RequestErrorCode? {
        let session = try CurlSession(configuration, security: security)
        return try await TLSServer.run(
            with: certificate, wantingCertificate: isRequired, redirectingTo: location
        ) { port -> RequestErrorCode? in
            let url = try #require(URL(string: "https://127.0.0.1:\(port)"))
            do {
                let text = try await session.perform(AnonymousProvider(baseURL: url).get(.text, from: "/"))
                #expect(text == "hi")
                return nil
            } catch let error as TransportError {
                return error.code
            }
        }
    }

    @Test(arguments: invalid) func `an invalid certificate is rejected`(_ name: String, certificate: String)
        async throws
    {
        #expect(try await Self.code(of: certificate) == .certificateRejected)
    }

    @Test func `a valid certificate is accepted only from a trusted authority`() async throws {
        #expect(try await Self.code(of: TestCertificates.right) == nil)
        #expect(try await Self.code(of: TestCertificates.right, trusting: nil) == .certificateRejected)
    }

    @Test func `a redirect from https to http is refused`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("plain") }) { plain in
            let code = try await Self.code(of: TestCertificates.right, redirectedTo: plain.origin + "/")
            #expect(code == .redirectRefused)
            #expect(plain.connectionCount == 0)
        }
    }

    @Test func `a server that requires a certificate accepts only a client with one`() async throws {
        let identity = TestCertificates.right + "\n" + TestCertificates.key
        let accepted = try await Self.code(of: TestCertificates.right, requiringCertificate: true, sending: identity)
        #expect(accepted == nil)
        let rejected = try await Self.code(of: TestCertificates.right, requiringCertificate: true)
        #expect(rejected == .clientCertificateRejected)
    }

    @Test(arguments: [("valid", TestCertificates.right)] + invalid)
    func `a certificate is checked behind the tunnel of a proxy`(_ name: String, certificate: String) async throws {
        let script: @Sendable (RawConnection) throws -> Void = { connection in
            let port = try #require(try connection.readRequest().target.split(separator: ":").last.flatMap { Int($0) })
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            try Relay(to: port).serve(connection)
        }
        try await withRawServer(script) { proxy in
            try await Self.withFile(TestCertificates.authority) { authorities in
                var configuration = CurlSession.Configuration()
                configuration.proxy = proxy.baseURL
                let code = try await Self.code(
                    of: certificate, TransportSecurity(rootsFile: authorities), configuration)
                #expect(code == (name == "valid" ? nil : .certificateRejected))
            }
            #expect(proxy.requests.map(\.method) == ["CONNECT"])
        }
    }

    @Test func `a session needs files with certificates, and a client's private key`() async throws {
        let missing = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pem")
        try await Self.withFile("no certificate") { empty in
            try await Self.withFile(TestCertificates.right) { keyless in
                for security in [
                    TransportSecurity(rootsFile: missing), TransportSecurity(clientCertificateFile: missing),
                    TransportSecurity(rootsFile: empty), TransportSecurity(clientCertificateFile: empty),
                    TransportSecurity(clientCertificateFile: keyless),
                ] {
                    let error = #expect(throws: TransportError.self) { try CurlSession(security: security) }
                    #expect(error?.code == .certificateRejected)
                    #expect(error?.message.hasPrefix("the file /") == true)
                }
            }
        }
    }
}
#endif
