#if Curl
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import TestSupport
import Testing

/// Large heads over HTTP/2.
@Suite("libcurl, large heads", .timeLimit(.minutes(1)))
struct CurlLargeHeadTests {
    /// Responds with fields of a size, and holds the connection.
    private static func fields(_ count: Int, of size: Int) -> @Sendable (HTTP2Peer, Int) throws -> Void {
        { peer, _ in
            let stream = try peer.request()
            let fields = (1...count).map { ("x-\($0)", String(repeating: "a", count: size)) }
            try peer.send(HTTP2Frames.head("200", on: stream, fields) + HTTP2Frames.data("hi", on: stream))
            while true { _ = try peer.next() }
        }
    }

    @Test(arguments: [(1, 15_000), (1, 17_000), (1, 60_000), (4, 25_000), (1_000, 60), (2, 60_000)])
    func `a large head is received`(count: Int, size: Int) async throws {
        try await withHTTP2Server(Self.fields(count, of: size)) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/").timeout(after: .seconds(20))
            let (head, text) = try await CurlSession.http2().response(for: request)
            #expect(head.header["x-1"]?.utf8.count == size)
            #expect(head.header[HeaderField.Name("x-\(count)")]?.utf8.count == size)
            #expect(text == "hi")
        }
    }

    @Test(arguments: [(1, 70_000), (3, 60_000), (30, 10_000)])
    func `a head that is too large is an error at once`(count: Int, size: Int) async throws {
        try await withHTTP2Server(Self.fields(count, of: size)) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/").timeout(after: .seconds(20))
            let result = try await code(of: request, with: .http2())
            // libcurl reports a field of more than 64 KiB like any other connection error.
            #expect(result == (size > 65_536 ? .connectionLost : .malformedResponse))
        }
    }
}
#endif
