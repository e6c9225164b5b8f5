#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOHTTPCompression
import Requests
import RequestsAsyncHTTPClient
import RequestsConformance
import RequestsTesting
import Testing

/// A client that is configured to decompress.
@Suite("A client that decompresses", .timeLimit(.minutes(1)))
struct DecompressingClientTests {
    /// Runs the body with such a client, and with one that also follows redirects.
    private func withClients(_ body: (HTTPClient) async throws -> Void) async throws {
        for redirects in [HTTPClient.Configuration.RedirectConfiguration.disallow, .follow(max: 5, allowCycles: false)]
        {
            var configuration = HTTPClient.Configuration.requests
            configuration.redirectConfiguration = redirects
            configuration.decompression = HTTPClient.Configuration.singletonConfiguration.decompression
            try await withClient(configuration, body)
        }
    }

    @Test(
        arguments: [
            (.head, "200 OK\r\nContent-Length: 30"), (.head, "200 OK\r\nTransfer-Encoding: chunked"),
            (.head, "404 Not Found\r\nContent-Length: 30"), (.get, "204 No Content"), (.get, "304 Not Modified"),
            (.get, "304 Not Modified\r\nContent-Length: 30"), (.get, "200 OK\r\nContent-Length: 0"),
        ] as [(HTTPMethod, String)], ["gzip", "deflate"])
    func `a response without content isn't decoded`(
        _ message: (method: HTTPMethod, head: String), _ coding: String
    ) async throws {
        try await withRawServer(responding: { _ in
            "HTTP/1.1 \(message.head)\r\nContent-Encoding: \(coding)\r\nETag: \"1\"\r\n\r\n"
        }) { server in
            try await withClients { client in
                let request = server.api.request(to: "/", using: message.method).receiving(.data).accepting(.any)
                let (head, data) = try await client.response(for: request)
                #expect("\(head.status.code)" == message.head.prefix(3))
                #expect(head.header[.eTag] == "\"1\"")
                #expect(data.isEmpty)
            }
        }
    }

    /// 200 letters, compressed by gzip.
    private static let letters = Array(
        Data(base64Encoded: "H4sIAAAAAAACA0tMHB4AAFjwmlnIAAAA") ?? Data())

    private func withLetters(_ body: (RawServer) async throws -> Void) async throws {
        let respond: @Sendable (RawConnection) throws -> Void = { connection in
            _ = try connection.readRequest()
            let length = "Content-Length: \(Self.letters.count)"
            try connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\(length)\r\n\r\n")
            try connection.send(Self.letters)
        }
        try await withRawServer(respond, body)
    }

    @Test func `the received bytes are not available, and the error suggests a configuration`() async throws {
        try await withLetters { server in
            try await withClients { client in
                let plain = try await client.perform(server.get())
                #expect(plain == Data(repeating: UInt8(ascii: "a"), count: 200))
                let request = server.get().setting(\.policy.compression, .asReceived)
                let error = await #expect(throws: TransportError.self) { try await client.perform(request) }
                #expect(error?.code == .malformedResponse)
                #expect(error?.message.contains("with the configuration .requests") == true)
            }
        }
    }

    @Test func `content beyond the limit of the client is too large`() async throws {
        try await withLetters { server in
            var configuration = HTTPClient.Configuration.requests
            configuration.decompression = .enabled(limit: .size(100))
            try await withClient(configuration) { client in
                let error = await #expect(throws: TransportError.self) { try await client.perform(server.get()) }
                #expect(error?.code == .responseTooLarge)
            }
        }
    }

    @Test(arguments: ["", "\u{1F}"]) func `truncated content is an error even if it is compressed`(_ content: String)
        async throws
    {
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n\(content)")
        }) { server in
            try await withClients { client in
                let error = await #expect(throws: TransportError.self) { try await client.perform(server.get()) }
                #expect(error?.code == .malformedResponse)
            }
        }
    }
}
#endif
