#if Curl
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import TestSupport
import Testing

/// HTTP/2 streams that end before their response is complete.
@Suite("libcurl, broken streams", .timeLimit(.minutes(1)))
struct CurlBrokenStreamTests {
    private typealias Frames = HTTP2Frames

    /// The frames that end a connection in the middle of a response, by their names.
    private static let faults: [String: @Sendable (UInt32) -> [UInt8]] = [
        "a frame of 16 MB": { _ in [0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 1] },
        "a PING of three bytes": { _ in Frames.frame(6, [1, 2, 3]) },
        "DATA on the connection": { _ in Frames.data("hi", on: 0) },
        "more padding than there are bytes": { Frames.frame(0, flags: 8, stream: $0, [200, 1]) },
        "a CONTINUATION without HEADERS": { Frames.frame(9, flags: 4, stream: $0, []) },
        "GOAWAY with an error": { Frames.goAway(after: $0, error: 1) },
        "the end of the connection": { _ in [] },
    ]

    /// Responds to a request with incomplete content, and breaks the connection.
    private static func breaking(_ fault: String, once gate: Gate?) -> @Sendable (HTTP2Peer, Int) throws -> Void {
        let frames = faults[fault]
        return { peer, _ in
            let stream = try peer.request()
            let response = Frames.head("200", on: stream) + Frames.data("par", on: stream, ends: false)
            guard let gate else { return try peer.send(response + (frames?(stream) ?? [])) }
            try peer.send(response)
            try gate.wait()
            try peer.send((frames?(stream) ?? []))
        }
    }

    @Test(arguments: faults.keys.sorted(), [false, true])
    func `incomplete content is an error`(_ fault: String, isBegun: Bool) async throws {
        let gate = isBegun ? Gate() : nil
        try await withHTTP2Server(Self.breaking(fault, once: gate)) { server in
            defer { gate?.open() }
            let request = AnonymousProvider(baseURL: server.baseURL).get(.data, from: "/").timeout(after: .seconds(20))
            let session = CurlSession.http2()
            let error = await #expect(throws: TransportError.self) {
                let response = try await session.send(request.resolve())
                for try await _ in response.body { gate?.open() }
            }
            #expect(error?.code == .connectionLost)
        }
    }

    @Test(arguments: [HTTPMethod.get, .head]) func `a complete response before the end of its connection is a success`(
        _ method: HTTPMethod
    ) async throws {
        try await withHTTP2Server({ peer, _ in
            let stream = try peer.request()
            let head = Frames.head("200", on: stream, ends: method == .head)
            try peer.send(Frames.goAway(after: stream) + head)
            if method != .head { try peer.send(Frames.data("hi", on: stream)) }
        }) { server in
            let session = CurlSession.http2()
            for _ in 1...3 {
                let request = AnonymousProvider(baseURL: server.baseURL).request(to: "/", using: method)
                let text = try await session.perform(request.receiving(.text))
                #expect(text == (method == .head ? "" : "hi"))
            }
        }
    }

    @Test(arguments: ["000", "042", "099"]) func `a status below 100 is malformed`(_ status: String) async throws {
        try await withHTTP2Server({ peer, _ in
            let stream = try peer.request()
            try peer.send(Frames.head(status, on: stream) + Frames.data("hi", on: stream))
            _ = try peer.next()
        }) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).get(.data, from: "/")
            let result = try await code(of: request, with: .http2())
            #expect(result == .malformedResponse)
        }
    }
}
#endif
