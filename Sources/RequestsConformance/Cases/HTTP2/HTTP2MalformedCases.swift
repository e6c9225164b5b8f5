import Requests

extension TransportConformance {
    /// Malformed responses (RFC 9113, section 8.1.1), which affect only their stream, and unusual but legal responses.
    static let messages: [ConformanceCase] =
        malformedHeads.map { name, fields in
            Probe("malformed: \(name)", .broken) { stream, _ in
                try stream.send(block: fields, ends: true)
            }.conformanceCase
        }
        + malformedFrames.map { name, frames in
            Probe("malformed: \(name)", .broken) { stream, _ in try frames(stream) }.conformanceCase
        }
        + doubtfulHeads.map { name, fields in
            Probe("doubtful: \(name)", .response("") || .broken) { stream, _ in
                try stream.send(block: fields, ends: true)
            }.conformanceCase
        }

    private static let ok = HPACKField(":status", "200")

    private static let malformedHeads: [(name: String, fields: [HPACKField])] = [
        ("no status", [HPACKField("x-a", "b")]), ("no field at all", []),
        ("a status of letters", [HPACKField(":status", "abc")]), ("an empty status", [HPACKField(":status", "")]),
        ("a status of 2 digits", [HPACKField(":status", "20")]),
        ("a status of 4 digits", [HPACKField(":status", "2000")]),
        ("a status of 000", [HPACKField(":status", "000")]), ("a status of 042", [HPACKField(":status", "042")]),
        ("a status of 099", [HPACKField(":status", "099")]), ("a negative status", [HPACKField(":status", "-20")]),
        ("a status and a reason", [HPACKField(":status", "200 OK")]),
        ("two statuses", [ok, HPACKField(":status", "404")]),
        ("a status behind a field", [HPACKField("x-a", "b"), ok]),
        ("a pseudo-field of requests", [ok, HPACKField(":path", "/")]),
        ("an unknown pseudo-field", [ok, HPACKField(":x-a", "b")]),
        ("a name in capitals", [ok, HPACKField("X-A", "b")]),
        ("101", [HPACKField(":status", "101")]), ("103 that ends the stream", [HPACKField(":status", "103")]),
        ("CR and LF in a value", [ok, HPACKField("x-a", "b\r\nx-b: c")]),
        ("NUL in a value", [ok, HPACKField("x-a", "b\0c")]),
        ("a length of 5 and no content", [ok, HPACKField("content-length", "5")]),
        ("a length that is no number", [ok, HPACKField("content-length", "abc")]),
    ]

    /// Some clients reject these heads, as they must or may, but other clients are lenient.
    private static let doubtfulHeads: [(name: String, fields: [HPACKField])] = [
        ("Connection", [ok, HPACKField("connection", "close")]),
        ("Transfer-Encoding", [ok, HPACKField("transfer-encoding", "chunked")]),
        ("Keep-Alive", [ok, HPACKField("keep-alive", "timeout=5")]), ("Upgrade", [ok, HPACKField("upgrade", "h2c")]),
        ("an empty name", [ok, HPACKField("", "b")]), ("a space in a name", [ok, HPACKField("x a", "b")]),
        ("a colon in a name", [ok, HPACKField("x:a", "b")]),
        ("a space around a value", [ok, HPACKField("x-a", " b ")]),
        ("two lengths of 0", [ok, HPACKField("content-length", "0"), HPACKField("content-length", "0")]),
    ]

    private static let malformedFrames: [(name: String, play: @Sendable (HTTP2Stream) throws -> Void)] = [
        ("DATA before the head", { try $0.send([.data("hi", on: $0.id, ends: true)]) }),
        (
            "DATA behind an interim response",
            { stream in
                try stream.head(103)
                try stream.send([.data("hi", on: stream.id, ends: true)])
            }
        ),
        (
            "an end behind an interim response",
            { stream in
                try stream.head(103)
                try stream.send([.data("", on: stream.id, ends: true)])
            }
        ),
        (
            "a second head",
            { stream in
                try stream.head()
                try stream.send([.data("hi", on: stream.id)])
                try stream.head(404)
                try stream.send([.data("no", on: stream.id, ends: true)])
            }
        ),
        (
            "trailers that don't end the stream",
            { stream in
                try stream.head()
                try stream.send([.data("hi", on: stream.id)])
                try stream.sendFields([HPACKField("x-t", "u")])
                try stream.send([.data("", on: stream.id, ends: true)])
            }
        ),
        (
            "trailers with a status",
            { stream in
                try stream.head()
                try stream.send([.data("hi", on: stream.id)])
                try stream.head(200, ends: true)
            }
        ),
        (
            "less content than the length",
            { stream in
                try stream.head(200, [HPACKField("content-length", "5")])
                try stream.send([.data("abc", on: stream.id, ends: true)])
            }
        ),
        (
            "more content than the length",
            { stream in
                try stream.head(200, [HPACKField("content-length", "2")])
                try stream.send([.data("abc", on: stream.id, ends: true)])
            }
        ),
        (
            "less content than the length, and trailers",
            { stream in
                try stream.head(200, [HPACKField("content-length", "5")])
                try stream.send([.data("abc", on: stream.id)])
                try stream.sendFields([HPACKField("x-t", "u")], ends: true)
            }
        ),
        (
            "WINDOW_UPDATE of 0 for the stream",
            { stream in
                try stream.head()
                try stream.send([.windowUpdate(0, on: stream.id)])
            }
        ),
        (
            "a window of the stream above 2^31 - 1",
            { stream in
                try stream.head()
                try stream.send([.windowUpdate(0x7FFF_FFFF, on: stream.id)])
                try stream.send([.windowUpdate(0x7FFF_FFFF, on: stream.id)])
            }
        ),
    ]
}
