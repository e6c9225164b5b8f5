#if AsyncHTTPClient
/// The frames that a ``BareHTTP2Server`` sends.
struct HTTP2Script: Sendable {
    /// The first frames; if they are empty, the server sends nothing else on its own.
    var opening = frame(4, [])
    /// Makes the frames for a request from its stream and its number on the connection.
    var response: @Sendable (UInt32, Int) -> [UInt8] = { _, _ in [] }
    /// The frames that are sent again and again after a request, or at once after an empty opening.
    var flood: [UInt8]?
    /// Returns whether the server closes the connection after a request.
    var closes: @Sendable () -> Bool = { false }

    /// Makes a frame (RFC 9113, section 4.1).
    static func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8]) -> [UInt8] {
        let count = payload.count
        return [
            UInt8(truncatingIfNeeded: count >> 16), UInt8(truncatingIfNeeded: count >> 8),
            UInt8(truncatingIfNeeded: count),
        ]
            + [type, flags] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: stream >> $0) } + payload
    }

    /// Makes a HEADERS frame with the status and further fields, unchecked.
    static func head(_ status: String, on stream: UInt32, ends: Bool = false, _ fields: (String, String)...) -> [UInt8]
    {
        // Literals without indexing (RFC 7541, section 6.2.2). The name 8 of the table is `:status`.
        let block = [0x08] + text(status) + fields.flatMap { [0x00] + text($0) + text($1) }
        return frame(1, flags: ends ? 5 : 4, stream: stream, block)
    }

    /// Makes a head with a field of a size, in frames of up to 16,384 bytes.
    static func largeHead(_ size: Int, on stream: UInt32) -> [UInt8] {
        // The length has a prefix of 7 bits (RFC 7541, section 5.1).
        let rest = size - 127
        let length = [127, UInt8(rest & 127 | 128), UInt8(rest >> 7 & 127 | 128), UInt8(rest >> 14)]
        let block = [0x88, 0x00] + text("x-a") + length + [UInt8](repeating: 0x61, count: size)
        let starts = Array(stride(from: 0, to: block.count, by: 16_384))
        return starts.flatMap { start in
            let part = Array(block[start..<min(start + 16_384, block.count)])
            return frame(start == 0 ? 1 : 9, flags: start == starts.last ? 4 : 0, stream: stream, part)
        }
    }

    /// Makes a DATA frame.
    static func data(_ text: String, on stream: UInt32, ends: Bool = true) -> [UInt8] {
        frame(0, flags: ends ? 1 : 0, stream: stream, Array(text.utf8))
    }

    /// Makes an RST_STREAM frame with an error code.
    static func reset(_ stream: UInt32, _ code: UInt8) -> [UInt8] { frame(3, stream: stream, [0, 0, 0, code]) }

    /// Makes the whole response `hi`.
    static func hi(_ status: String = "200", on stream: UInt32) -> [UInt8] {
        head(status, on: stream) + data("hi", on: stream)
    }

    private static func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + text.utf8 }
}
#endif
