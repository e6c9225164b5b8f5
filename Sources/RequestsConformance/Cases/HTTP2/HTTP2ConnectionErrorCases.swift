import Requests

extension TransportConformance {
    /// Frames that are errors of the connection (RFC 9113, section 5.4.1).
    ///
    /// Nothing on such a connection is valid any longer, and a part of a response is never mistaken for the whole.
    static let connectionErrors: [ConformanceCase] =
        wrongFrames.flatMap { name, frames in
            [Moment.nothing, .content].map { moment in
                Probe("connection error \(moment.rawValue): \(name)", .broken, others: .mayBeLost) {
                    stream, connection in
                    try moment.play(stream)
                    try stream.send(frames(stream.id))
                    connection.waitUntilPeerCloses()
                }.conformanceCase
            }
        }
        + wrongBlocks.map { name, block in
            Probe("connection error in a header block: \(name)", .broken, others: .mayBeLost) { stream, connection in
                try stream.send(HTTP2Frame.headers([UInt8](block), on: stream.id))
                connection.waitUntilPeerCloses()
            }.conformanceCase
        }

    private static let wrongFrames: [(name: String, frames: @Sendable (Int) -> [HTTP2Frame])] = [
        ("PING of 3 bytes", { _ in [HTTP2Frame(kind: HTTP2Frame.Kind.ping, payload: [1, 2, 3])] }),
        (
            "PING on a stream",
            { [HTTP2Frame(kind: HTTP2Frame.Kind.ping, stream: $0, payload: [0, 0, 0, 0, 0, 0, 0, 0])] }
        ),
        ("DATA on stream 0", { _ in [.data("hi", on: 0)] }),
        ("DATA on a stream that nobody opened", { _ in [.data("hi", on: 1_001)] }),
        ("HEADERS on stream 0", { _ in HTTP2Frame.headers([0x88], on: 0) }),
        ("HEADERS on a stream that the server opens", { _ in HTTP2Frame.headers([0x88], on: 2) }),
        ("RST_STREAM on stream 0", { _ in [.reset(0, .cancel)] }),
        ("RST_STREAM on a stream that nobody opened", { _ in [.reset(1_001, .cancel)] }),
        ("RST_STREAM of 3 bytes", { [HTTP2Frame(kind: HTTP2Frame.Kind.reset, stream: $0, payload: [0, 0, 8])] }),
        ("CONTINUATION without HEADERS", { [HTTP2Frame(kind: HTTP2Frame.Kind.continuation, flags: 4, stream: $0)] }),
        ("CONTINUATION on stream 0", { _ in [HTTP2Frame(kind: HTTP2Frame.Kind.continuation, flags: 4)] }),
        ("HEADERS followed by another frame than CONTINUATION", { unfinished($0) + [.ping()] }),
        (
            "HEADERS followed by CONTINUATION of another stream",
            {
                unfinished($0) + [HTTP2Frame(kind: HTTP2Frame.Kind.continuation, flags: 4, stream: $0 + 2)]
            }
        ),
        (
            "PUSH_PROMISE",
            { stream in
                [HTTP2Frame(kind: HTTP2Frame.Kind.pushPromise, flags: 4, stream: stream, payload: [0, 0, 0, 2, 0x88])]
            }
        ),
        ("WINDOW_UPDATE of 0 for the connection", { _ in [.windowUpdate(0)] }),
        ("WINDOW_UPDATE of 3 bytes", { _ in [HTTP2Frame(kind: HTTP2Frame.Kind.windowUpdate, payload: [0, 0, 1])] }),
        (
            "a window of the connection above 2^31 - 1",
            { _ in [.windowUpdate(0x7FFF_FFFF), .windowUpdate(0x7FFF_FFFF)] }
        ),
        (
            "GOAWAY on a stream",
            { stream in
                [HTTP2Frame(kind: HTTP2Frame.Kind.goAway, stream: stream, payload: [0, 0, 0, 1, 0, 0, 0, 0])]
            }
        ),
        ("GOAWAY of 3 bytes", { _ in [HTTP2Frame(kind: HTTP2Frame.Kind.goAway, payload: [0, 0, 1])] }),
        ("a frame of 16,385 bytes", { [.data([UInt8](repeating: 0x61, count: 16_385), on: $0)] }),
        (
            "a frame of 16 MiB that doesn't come",
            { stream in
                [
                    HTTP2Frame(
                        kind: HTTP2Frame.Kind.data, stream: stream, payload: [UInt8](repeating: 0, count: 0xFF_FFFF))
                ]
            }
        ),
        (
            "DATA with more padding than content",
            {
                [HTTP2Frame(kind: HTTP2Frame.Kind.data, flags: 8, stream: $0, payload: [9, 0x61, 0])]
            }
        ),
        (
            "HEADERS with more padding than fields",
            {
                [HTTP2Frame(kind: HTTP2Frame.Kind.headers, flags: 0xC, stream: $0, payload: [9, 0x88, 0])]
            }
        ),
        ("SETTINGS of 5 bytes", { _ in [HTTP2Frame(kind: HTTP2Frame.Kind.settings, payload: [0, 3, 0, 0, 0])] }),
        ("SETTINGS on a stream", { [HTTP2Frame(kind: HTTP2Frame.Kind.settings, stream: $0)] }),
        (
            "an acknowledgement of SETTINGS with content",
            { _ in
                [HTTP2Frame(kind: HTTP2Frame.Kind.settings, flags: 1, payload: [0, 3, 0, 0, 0, 1])]
            }
        ),
        ("SETTINGS with a window above 2^31 - 1", { _ in [.settings([(.initialWindowSize, 0x8000_0000)])] }),
        ("SETTINGS with frames of 16,383 bytes", { _ in [.settings([(.maxFrameSize, 16_383)])] }),
        ("SETTINGS with frames of 2^24 bytes", { _ in [.settings([(.maxFrameSize, 1 << 24)])] }),
        ("SETTINGS with a push of 2", { _ in [.settings([(.enablePush, 2)])] }),
    ]

    private static func unfinished(_ stream: Int) -> [HTTP2Frame] {
        [HTTP2Frame(kind: HTTP2Frame.Kind.headers, stream: stream, payload: [0x88])]
    }

    private static let wrongBlocks: [(name: String, block: [UInt8])] = [
        ("the index 0", [0x88, 0x80]), ("an index above the tables", [0x88, 0xFF, 0x20]),
        ("an index of 2^35", [0x88, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]),
        ("an end within a name", [0x88, 0x00, 0x05, 0x61]),
        ("an end within a value", [0x88, 0x00, 0x01, 0x61, 0x05, 0x61]),
        ("a Huffman code that ends a string", [0x88, 0x00, 0x01, 0x61, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]),
        ("a Huffman code with padding of zeros", [0x88, 0x00, 0x01, 0x61, 0x81, 0x18]),
        ("a table size above the limit", [0x3F, 0xE1, 0xFF, 0xFF, 0x7F, 0x88]),
        ("a table size behind a field", [0x88, 0x20, 0x88]),
    ]
}
