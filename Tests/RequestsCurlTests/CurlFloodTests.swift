#if Curl
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import TestSupport
import Testing
import TransportSoak

/// Responses that never end.
///
/// Each runs in a separate process, because memory is measured per process.
@Suite("libcurl, floods", .timeLimit(.minutes(2)))
struct CurlFloodTests {
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// Returns the start of an endless response, and the part that follows again and again.
    private static func flood(_ name: String) -> (start: String, part: String) {
        switch name {
        case "folds": ("HTTP/1.1 200 OK\r\nX: y\r\n", " z\r\n")
        case "fields": ("HTTP/1.1 200 OK\r\n", "A: b\r\n")
        case "one field": ("HTTP/1.1 200 OK\r\nX: ", "abcdefgh")
        case "interim responses": ("", "HTTP/1.1 103 Early Hints\r\n\r\n")
        case "trailers": (chunked + "2\r\nhi\r\n0\r\n", "A: b\r\n")
        default: (chunked, "1\r\na\r\n")
        }
    }

    /// Sends a flood, and calls a function for each 64 KiB of it.
    private static func serve(_ name: String, to connection: RawConnection, then note: () -> Void) throws {
        let (start, part) = flood(name)
        _ = try connection.readRequest()
        try connection.send(start)
        let bytes = Array(String(repeating: part, count: 65_536 / part.utf8.count).utf8)
        while true {
            try connection.send(bytes)
            note()
        }
    }

    @Test(arguments: [
        "folds", "fields", "one field", "interim responses", "trailers", "chunks of one byte",
    ])
    func `a flood ends at a limit, and delays no other call`(_ name: String) async {
        await #expect(processExitsWith: .success) { [name] in
            let isFlooding = Gate()
            let flood: @Sendable (RawConnection) throws -> Void = { connection in
                try Self.serve(name, to: connection) { isFlooding.open() }
            }
            try await withRawServer(flood) { hostile in
                try await withRawServer(responding: { RawServer.ok($0.target) }) { sound in
                    let request = AnonymousProvider(baseURL: hostile.baseURL).get(.data, from: "/")
                        .setting(\.policy.responseSizeLimit, 8 << 20).setting(\.policy.totalTimeout, .seconds(20))
                    // The first call creates the session and the caches of the process.
                    let other = AnonymousProvider(baseURL: sound.baseURL).get(.text, from: "/1").timeout(
                        after: .seconds(5))
                    _ = try await CurlSession.shared.perform(other)
                    Usage.resetPeak()
                    let before = Usage.now.memory
                    async let code = code(of: request, with: .shared)
                    await isFlooding.opened()
                    let text = try await CurlSession.shared.perform(other)
                    #expect(text == "/1")
                    let isContent = name == "chunks of one byte"
                    let result = try await code
                    #expect(result == (isContent ? .responseTooLarge : .malformedResponse))
                    #expect(Usage.peak - before < 48 << 20)
                }
            }
        }
    }

    @Test(arguments: ["fields", "interim responses", "trailers"])
    func `a flood over HTTP/2 ends at a limit`(_ name: String) async throws {
        try await withHTTP2Server({ peer, _ in
            let stream = try peer.request()
            if name == "trailers" { try peer.send(HTTP2Frames.head("200", on: stream)) }
            let head = Array(HTTP2Frames.head(name == "fields" ? "200" : nil, on: stream).dropFirst(9))
            switch name {
            case "interim responses": while true { try peer.send(HTTP2Frames.head("103", on: stream)) }
            default:
                try peer.send(HTTP2Frames.frame(1, stream: stream, head))
                let fields = Array(HTTP2Frames.head(nil, on: stream, [("a", "b")]).dropFirst(9))
                let block = Array(repeatElement(fields, count: 2_000).joined())
                while true { try peer.send(HTTP2Frames.frame(9, stream: stream, block)) }
            }
        }) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).get(.data, from: "/")
                .setting(\.policy.totalTimeout, .seconds(20))
            let result = try await code(of: request, with: .http2())
            #expect(result == .malformedResponse)
        }
    }
}
#endif
