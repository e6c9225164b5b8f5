import Requests

extension TransportConformance {
    /// Legal but unusual sequences of frames.
    ///
    /// Each sequence results in the complete response, and doesn't affect the other requests.
    static let legalFrames: [ConformanceCase] =
        legalResponses.map { name, play in
            Probe(name, .response("hi")) { stream, _ in try play(stream) }.conformanceCase
        }
        + withoutContent.map { name, method, status, fields in
            Probe(
                name, .response(status, ""), method: method,
                play: { stream, _ in try stream.head(status, fields, ends: true) }
            ).conformanceCase
        }

    private static let length = HPACKField("content-length", "2")

    private static let withoutContent: [(name: String, method: HTTPMethod, status: Int, fields: [HPACKField])] = [
        ("HEAD with a length", .head, 200, [HPACKField("content-length", "5")]),
        ("HEAD with a length of 2^40", .head, 200, [HPACKField("content-length", "1099511627776")]),
        ("HEAD without a length", .head, 200, []), ("404 to HEAD with a length", .head, 404, [length]),
        ("304 with a length", .get, 304, [HPACKField("content-length", "5")]), ("204 without a length", .get, 204, []),
        ("204 with a length of 0", .get, 204, [HPACKField("content-length", "0")]),
        ("200 that ends with its head", .get, 200, []),
        ("200 with a length of 0", .get, 200, [HPACKField("content-length", "0")]),
    ]

    private static func padded(_ kind: UInt8, _ flags: UInt8, _ stream: Int, _ bytes: [UInt8], by count: UInt8)
        -> HTTP2Frame
    {
        let padding = [UInt8](repeating: 0, count: Int(count))
        return HTTP2Frame(kind: kind, flags: flags | 8, stream: stream, payload: [count] + bytes + padding)
    }

    private static let hi = Array("hi".utf8)

    private typealias Row = (name: String, play: @Sendable (HTTP2Stream) throws -> Void)

    private static let legalResponses: [Row] =
        [0, 1, 100, 255].map(padded) + [8, 12, 20].map(split) + between.map(surrounded) + others

    private static func padded(by count: UInt8) -> Row {
        (
            "padding of \(count) bytes",
            { stream in
                let id = stream.id
                try stream.send([padded(HTTP2Frame.Kind.headers, 4, id, [0x88], by: count)])
                try stream.send([padded(HTTP2Frame.Kind.data, 1, id, hi, by: count)])
            }
        )
    }

    private static func split(at size: Int) -> Row {
        (
            "a header block in CONTINUATION of \(size) bytes",
            { stream in
                let fields = [HPACKField(":status", "200"), length, HPACKField("x-a", "a value of some length")]
                try stream.send(block: fields, splitAt: size)
                try stream.sendContent(hi, ends: true)
            }
        )
    }

    private static func surrounded(_ name: String, by frames: @escaping @Sendable (Int) -> [HTTP2Frame]) -> Row {
        (
            "\(name) between the frames",
            { stream in
                try stream.send(frames(stream.id))
                try stream.head()
                try stream.send(frames(stream.id))
                try stream.send([.data("h", on: stream.id)] + frames(stream.id))
                try stream.send([.data("i", on: stream.id, ends: true)])
            }
        )
    }

    private static let between: [(name: String, frames: @Sendable (Int) -> [HTTP2Frame])] = [
        ("PING", { _ in [.ping(7)] }),
        ("an acknowledged PING that nobody sent", { _ in [.ping(7, isAcknowledgement: true)] }),
        ("SETTINGS", { _ in [.settings([(.maxConcurrentStreams, 50)])] }),
        ("SETTINGS of nothing", { _ in [.settings()] }),
        (
            "unknown settings",
            { _ in
                [HTTP2Frame(kind: HTTP2Frame.Kind.settings, payload: [0xFF, 0xF0, 1, 2, 3, 4, 0xFF, 0xF1, 0, 0, 0, 1])]
            }
        ),
        ("PRIORITY", { [HTTP2Frame(kind: HTTP2Frame.Kind.priority, stream: $0, payload: [0, 0, 0, 0, 15])] }),
        (
            "PRIORITY of an idle stream",
            { _ in
                [HTTP2Frame(kind: HTTP2Frame.Kind.priority, stream: 1_001, payload: [0x80, 0, 0, 0, 15])]
            }
        ),
        ("WINDOW_UPDATE", { [.windowUpdate(1_000), .windowUpdate(1_000, on: $0)] }),
        ("ALTSVC", { _ in [HTTP2Frame(kind: 0xA, payload: [0, 0] + Array("h3=\":1\"".utf8))] }),
        ("ORIGIN", { _ in [HTTP2Frame(kind: 0xC, payload: [0, 9] + Array("https://a".utf8))] }),
        (
            "PRIORITY_UPDATE",
            { [HTTP2Frame(kind: 0x10, payload: HTTP2Frame.bytes(of: UInt32($0)) + Array("u=1".utf8))] }
        ),
        ("an unknown frame of the stream", { [HTTP2Frame(kind: 0xFA, flags: 0xFF, stream: $0, payload: [1, 2, 3])] }),
        ("an unknown frame of the connection", { _ in [HTTP2Frame(kind: 0xFB, flags: 0xFF, payload: Array(hi))] }),
        (
            "an unknown frame of 16,384 bytes",
            { _ in
                [HTTP2Frame(kind: 0xFC, payload: [UInt8](repeating: 0xFF, count: 16_384))]
            }
        ),
    ]

    private static let others: [Row] = [
        (
            "empty DATA around the content",
            { stream in
                try stream.head()
                try stream.send([.data("", on: stream.id), .data("hi", on: stream.id), .data("", on: stream.id)])
                try stream.send([.data("", on: stream.id, ends: true)])
            }
        ),
        (
            "HEADERS with a priority",
            { stream in
                try stream.send([HTTP2Frame(kind: 1, flags: 0x24, stream: stream.id, payload: [0, 0, 0, 0, 15, 0x88])])
                try stream.sendContent(hi, ends: true)
            }
        ),
        (
            "an empty HEADERS before CONTINUATION",
            { stream in
                try stream.send([
                    HTTP2Frame(kind: 1, stream: stream.id), HTTP2Frame(kind: 9, stream: stream.id),
                    HTTP2Frame(kind: 9, flags: 4, stream: stream.id, payload: [0x88]),
                ])
                try stream.sendContent(hi, ends: true)
            }
        ),
        ("trailers", { try trailers([HPACKField("x-t", "u"), HPACKField("x-u", "")], $0) }),
        ("trailers of 8 KB", { try trailers([HPACKField("x-t", String(repeating: "abcdefgh", count: 1_024))], $0) }),
        (
            "trailers in CONTINUATION",
            { stream in
                try stream.head()
                try stream.sendContent(hi, ends: false)
                try stream.send(block: [HPACKField("x-t", "a value")], ends: true, splitAt: 4)
            }
        ),
        (
            "trailers behind a length",
            { stream in
                try stream.head(200, [length])
                try stream.sendContent(hi, ends: false)
                try stream.sendFields([HPACKField("x-t", "u")], ends: true)
            }
        ),
        (
            "100, 102 and 103 before the head",
            { stream in
                for status in [100, 102, 103] { try stream.head(status, [HPACKField("link", "</a>")]) }
                try stream.respond("hi")
            }
        ),
        (
            "103 twenty times before the head",
            { stream in
                for _ in 0..<20 { try stream.head(103) }
                try stream.respond("hi")
            }
        ),
        (
            "103 in CONTINUATION",
            { stream in
                try stream.send(block: [HPACKField(":status", "103"), HPACKField("link", "</a>")], splitAt: 3)
                try stream.respond("hi")
            }
        ),
        (
            "RST_STREAM(NO_ERROR) behind the end",
            { stream in
                try stream.respond("hi")
                try stream.send([.reset(stream.id, .noError)])
            }
        ),
        (
            "RST_STREAM(CANCEL) behind the end",
            { stream in
                try stream.respond("hi")
                try stream.send([.reset(stream.id, .cancel)])
            }
        ),
        (
            "WINDOW_UPDATE behind the end",
            { stream in
                try stream.respond("hi")
                try stream.send([.windowUpdate(1_000, on: stream.id)])
            }
        ),
        (
            "everything in one packet",
            { stream in
                let head = HTTP2Frame.headers([0x88], on: stream.id)
                try stream.send(head + [.data("hi", on: stream.id, ends: true), .ping(1), .settings()])
            }
        ),
    ]

    private static func trailers(_ fields: [HPACKField], _ stream: HTTP2Stream) throws {
        try stream.head()
        try stream.sendContent(hi, ends: false)
        try stream.sendFields(fields, ends: true)
    }
}
