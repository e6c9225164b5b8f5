#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOSSL
import Requests
import RequestsAsyncHTTPClient
import RequestsConformance
import TLSSupport
import Testing

/// The shared clients of this library and of AsyncHTTPClient; this library also sends with the latter.
@Suite("The shared clients", .timeLimit(.minutes(1)), .serialized)
struct ConfigurationTests {
    private static let clients = [HTTPClient.requests, .shared]

    @Test func `the client traces nothing, and other configurations keep their tracer`() {
        #expect(HTTPClient.Configuration.requests.tracing.tracer == nil)
        #expect(HTTPClient.Configuration().tracing.tracer != nil)
    }

    @Test(.enabled(if: Nginx.program != nil), arguments: [HTTPClient.Configuration.requests, .init().guarded()])
    func `a client uses HTTP/1.1 by default, even if the server offers HTTP/2`(
        _ configuration: HTTPClient.Configuration
    ) async throws {
        for (version, expected) in [(configuration.httpVersion, "HTTP/1.1"), (.automatic, "HTTP/2.0")] {
            var configuration = configuration
            configuration.httpVersion = version
            configuration.tlsConfiguration = .makeClientConfiguration()
            configuration.tlsConfiguration?.certificateVerification = .none
            try await withNginx { nginx in
                try await withClient(configuration) { client in
                    let text = try await client.perform(nginx.api().get(.text, from: "/connection"))
                    #expect(text.hasSuffix(expected))
                }
            }
        }
    }

    @Test(arguments: clients) func `a refused connection is an error at once`(_ client: HTTPClient) async throws {
        // After `stop()`, nobody listens on the port.
        let server = try RawServer { _ in }
        let url = server.baseURL
        server.stop()
        let error = await #expect(throws: TransportError.self) {
            try await client.perform(AnonymousProvider(baseURL: url).get(.data, from: "/"))
        }
        #expect(error?.code == .connectionFailed)
    }

    @Test(arguments: clients) func `a failed handshake is an error at once`(_ client: HTTPClient) async throws {
        try await withRawServer({ try $0.send("HTTP/1.1 400 Bad Request\r\n\r\n") }) { server in
            let url = try #require(URL(string: "https://127.0.0.1:\(server.port)"))
            let error = await #expect(throws: TransportError.self) {
                try await client.perform(AnonymousProvider(baseURL: url).get(.data, from: "/"))
            }
            #expect(error?.code == .secureConnectionFailed)
        }
    }

    @Test(arguments: clients) func `an unfollowed redirect has its body`(_ client: HTTPClient) async throws {
        try await withRawServer(responding: { _ in
            RawServer.response(status: 302, reason: "Found", fields: [("Location", "/2")], body: "moved")
        }) { server in
            let request = server.get().setting(\.policy.redirects, .stop).accepting(.any)
            let (head, data) = try await client.response(for: request)
            #expect(head.status == .found && data == Data("moved".utf8))
            #expect(server.requests.map(\.target) == ["/"])
        }
    }

    @Test(arguments: clients, ["000", "099"])
    func `a status below 100 is an error`(_ client: HTTPClient, _ status: String) async throws {
        try await withRawServer(responding: { request in
            request.target == "/" ? "HTTP/1.1 \(status) Odd\r\nContent-Length: 2\r\n\r\nhi" : RawServer.ok("hi")
        }) { server in
            let error = await #expect(throws: TransportError.self) { try await client.perform(server.get()) }
            #expect(error?.code == .malformedResponse)
            #expect(error?.message.contains("the response has an invalid status: \(Int(status) ?? -1)") == true)
            // The client still works.
            let text = try await client.perform(server.api.get(.text, from: "/2"))
            #expect(text == "hi")
        }
    }
}
#endif
