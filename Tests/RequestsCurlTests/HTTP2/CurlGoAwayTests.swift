#if Curl
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import TestSupport
import Testing

/// Requests that a server of HTTP/2 refuses before it processes them.
@Suite("libcurl, GOAWAY", .timeLimit(.minutes(1)))
struct CurlGoAwayTests {
    private typealias Frames = HTTP2Frames

    private static let refusals: [String: @Sendable (UInt32) -> [UInt8]] = [
        "GOAWAY": { _ in Frames.goAway(after: 0) },
        "GOAWAY with an error": { _ in Frames.goAway(after: 0, error: 11) },
        "RST_STREAM": { Frames.reset($0, error: 7) },
    ]

    /// Refuses the first requests of some connections, and responds to all others.
    private static func refusing(
        _ refusal: String, connections: Int = 1
    ) -> @Sendable (HTTP2Peer, Int) throws -> Void {
        let frames = refusals[refusal]
        return { peer, number in
            guard number > connections else {
                try peer.send(frames?(peer.request()) ?? [])
                while true { _ = try peer.next() }
            }
            while true { try peer.send(Frames.hi(on: peer.request())) }
        }
    }

    @Test(arguments: refusals.keys.sorted(), [HTTPMethod.get, .post])
    func `a refused request is sent again`(_ refusal: String, _ method: HTTPMethod) async throws {
        try await withHTTP2Server(Self.refusing(refusal)) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).request(to: "/", using: method).receiving(.text)
                .timeout(after: .seconds(20))
            let text = try await CurlSession.http2().perform(request)
            #expect(text == "hi")
            #expect(server.connectionCount == 2)
        }
    }

    @Test func `refused content is sent again`() async throws {
        try await withHTTP2Server(Self.refusing("GOAWAY")) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).post(.text("once"), to: "/").receiving(.text)
                .timeout(after: .seconds(20))
            let text = try await CurlSession.http2().perform(request)
            #expect(text == "hi")
        }
    }

    @Test(arguments: refusals.keys.sorted()) func `a request that is always refused fails`(_ refusal: String)
        async throws
    {
        try await withHTTP2Server(Self.refusing(refusal, connections: .max)) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/").timeout(after: .seconds(20))
            let result = try await code(of: request, with: .http2())
            #expect(result == .connectionLost)
            #expect(server.connectionCount < 40)
        }
    }

    @Test func `a GOAWAY with an error ends the calls at once, and repeats no POST that was processed`() async throws {
        try await withHTTP2Server({ peer, _ in
            let stream = try peer.request()
            try peer.send(Frames.goAway(after: stream, error: 11))
            while true { _ = try peer.next() }
        }) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).request(to: "/", using: .post)
                .timeout(after: .seconds(20))
            let result = try await code(of: request, with: .http2())
            #expect(result == .connectionLost)
            #expect(server.connectionCount == 1)
        }
    }
}
#endif
