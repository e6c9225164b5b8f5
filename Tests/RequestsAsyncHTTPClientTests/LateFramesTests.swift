#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import Requests
import TestSupport
import Testing

@testable import RequestsAsyncHTTPClient

/// Frames that ordinary servers send, although NIO mistakes them for an attack.
///
/// They must not end any call on the connection.
@Suite("HTTP/2 frames for streams that have ended", .timeLimit(.minutes(2)))
struct LateFramesTests {
    /// Sends requests one after the other, and returns the number of requests on each connection.
    private static func requestCounts(
        _ count: Int, _ make: (AnonymousProvider) -> Request<AnonymousProvider, String>,
        _ response: @escaping @Sendable (UInt32) -> [UInt8]
    ) async throws -> [Int] {
        let counts = Guarded<[Int]>([])
        let script = HTTP2Script { stream, number in
            counts.withLock { counts in
                if number == 1 { counts.append(1) } else { counts[counts.count - 1] = number }
            }
            return response(stream)
        }
        try await withHTTP2Client { client in
            try await BareHTTP2Server.running(script) { url, _ in
                for _ in 1...count {
                    let text = try await client.perform(make(AnonymousProvider(baseURL: url)))
                    #expect(text == "hi")
                }
            }
        }
        return counts.withLock { $0 }
    }

    @Test func `a server may reset streams that have already ended`() async throws {
        let counts = try await Self.requestCounts(100, { $0.get(.text, from: "/") }) { stream in
            HTTP2Frames.hi(on: stream) + Array(repeatElement(HTTP2Frames.reset(stream, error: 5), count: 10).joined())
        }
        #expect(counts == [100])
    }

    @Test func `a server may send empty DATA frames between others`() async throws {
        let counts = try await Self.requestCounts(10, { $0.get(.text, from: "/") }) { stream in
            let empty = HTTP2Frames.data("", on: stream, ends: false)
            return HTTP2Frames.head("200", on: stream) + empty + empty + empty
                + HTTP2Frames.data("h", on: stream, ends: false)
                + empty + empty + HTTP2Frames.data("i", on: stream)
        }
        #expect(counts == [10])
    }

    @Test func `a connection is replaced before it has too many early responses`() async throws {
        let body = BodyProvider { _, _ in .stream(length: 100_000) { InputStream(data: Data(count: 100_000)) } }
        let counts = try await Self.requestCounts(400, { $0.post(body, to: "/").receiving(.text) }) { stream in
            HTTP2Frames.hi(on: stream) + HTTP2Frames.reset(stream, error: 0)
        }
        #expect(counts.count == 3)
        #expect(counts.reduce(0, +) == 400)
    }

    @Test func `frames for 100 cancelled calls disturb no other call`() async throws {
        let started = Guarded(0)
        let script = HTTP2Script { stream, number in
            started.withLock { $0 = number }
            guard number > 100 else { return [] }
            let cancelled = (0..<100).map { UInt32(2 * $0 + 1) }
            return cancelled.flatMap { HTTP2Frames.head("200", on: $0) + HTTP2Frames.data("late", on: $0, ends: false) }
                + HTTP2Frames.hi(on: stream)
        }
        try await withHTTP2Client { client in
            try await BareHTTP2Server.running(script) { url, _ in
                let api = AnonymousProvider(baseURL: url)
                for number in 1...100 {
                    let call = Task { try await client.perform(api.get(.text, from: "/cancelled")) }
                    while started.withLock({ $0 }) < number { await Task.yield() }
                    call.cancel()
                    let error = await #expect(throws: TransportError.self) { try await call.value }
                    #expect(error?.code == .cancelled)
                }
                for _ in 1...3 {
                    let text = try await client.perform(api.get(.text, from: "/"))
                    #expect(text == "hi")
                }
                #expect(started.withLock { $0 } == 103)
            }
        }
    }

    // MARK: Large heads

    @Test(arguments: [17_000, 100_000])
    func `a head that is too large for NIO is malformed, and ends only its call`(_ size: Int) async throws {
        let script = HTTP2Script { stream, number in
            number == 1
                ? HTTP2Frames.head("200", on: stream, [("x-a", String(repeating: "a", count: size))])
                : HTTP2Frames.hi(on: stream)
        }
        try await withHTTP2Client { client in
            try await BareHTTP2Server.running(script) { url, _ in
                let request = AnonymousProvider(baseURL: url).get(.text, from: "/")
                let error = await #expect(throws: TransportError.self) { try await client.perform(request) }
                #expect(error?.code == .malformedResponse)
                #expect(error?.message.contains("16 KB") == true)
            }
        }
    }

    // MARK: The filter

    private static let frames: [[UInt8]] = [
        HTTP2Frames.frame(4, []), HTTP2Frames.hi(on: 1), HTTP2Frames.reset(1, error: 0),
        HTTP2Frames.data("", on: 3, ends: false),
        HTTP2Frames.reset(3, error: 8), HTTP2Frames.reset(5, error: 8), HTTP2Frames.data("late", on: 7),
        HTTP2Frames.data("four", on: 9),
    ]

    private static func verdict(_ frame: FrameHeader) -> FrameFilter.Verdict {
        if frame.isEmptyData || frame.isReset && frame.stream != 5 { return .drop }
        return frame.stream == 7 ? .renumber(9) : .keep
    }

    private static let filtered = [
        HTTP2Frames.frame(4, []), HTTP2Frames.hi(on: 1), HTTP2Frames.reset(5, error: 8),
        HTTP2Frames.data("late", on: 9),
        HTTP2Frames.data("four", on: 9),
    ]

    @Test(arguments: [1, 2, 3, 8, 9, 10, 13, 14, 1_000])
    func `frames are filtered, whatever the pieces in which they arrive`(_ size: Int) throws {
        var filter = try #require(FrameFilter(after: ByteBuffer()))
        var bytes = ByteBuffer(bytes: Self.frames.joined())
        var result: [UInt8] = []
        while let piece = bytes.readSlice(length: min(size, bytes.readableBytes)), piece.readableBytes > 0 {
            filter.append(piece)
            while let part = filter.next(Self.verdict) { result += part.readableBytesView }
        }
        #expect(result == Array(Self.filtered.joined()))
    }

    @Test func `the filter can start within the content of a frame, but not within its header`() throws {
        let all = Array(Self.frames.joined())
        let isInHeader = { (offset: Int) in
            var start = 0
            for frame in Self.frames.flatMap({ Self.split($0) }) {
                if offset > start, offset < start + 9 { return true }
                start += frame.count
            }
            return false
        }
        for offset in 0...all.count {
            let filter = FrameFilter(after: ByteBuffer(bytes: all[..<offset]))
            #expect((filter == nil) == isInHeader(offset), "after \(offset) bytes")
            guard var filter else { continue }
            filter.append(ByteBuffer(bytes: all[offset...]))
            var result = 0
            while let part = filter.next({ _ in .keep }) { result += part.readableBytes }
            #expect(result == all.count - offset)
        }
    }

    /// Splits bytes into frames.
    private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        var rest = bytes[...]
        var frames: [[UInt8]] = []
        while rest.count >= 9 {
            let size = 9 + rest.prefix(3).reduce(0) { $0 << 8 | Int($1) }
            frames.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return frames
    }
}
#endif
