/// Frames of HTTP/2 that a server sends, unchecked (RFC 9113, section 4.1).
package enum HTTP2Frames {
    /// Makes a frame.
    package static func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8]) -> [UInt8] {
        let size = UInt32(payload.count)
        return [16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + [type, flags] + number(stream) + payload
    }

    /// Makes a HEADERS frame, and CONTINUATION frames for what doesn't fit.
    package static func head(
        _ status: String?, on stream: UInt32, ends: Bool = false, _ fields: [(String, String)] = []
    ) -> [UInt8] {
        // Literals without indexing (RFC 7541, section 6.2.2). The name 8 of the table is `:status`.
        var block: [UInt8] = status.map { [0x08] + text($0) } ?? []
        for (name, value) in fields { block += [0x00] + text(name) + text(value) }
        var (frames, type, flags) = ([UInt8](), UInt8(1), UInt8(ends ? 1 : 0))
        while block.count > 16_384 {
            frames += frame(type, flags: flags, stream: stream, Array(block.prefix(16_384)))
            block.removeFirst(16_384)
            (type, flags) = (9, 0)
        }
        return frames + frame(type, flags: flags | 4, stream: stream, block)
    }

    /// Makes a DATA frame.
    package static func data(_ text: String, on stream: UInt32, ends: Bool = true) -> [UInt8] {
        frame(0, flags: ends ? 1 : 0, stream: stream, Array(text.utf8))
    }

    /// Makes the whole response `hi`.
    package static func hi(_ status: String = "200", on stream: UInt32) -> [UInt8] {
        head(status, on: stream) + data("hi", on: stream)
    }

    /// Makes a RST_STREAM frame.
    package static func reset(_ stream: UInt32, error: UInt32) -> [UInt8] { frame(3, stream: stream, number(error)) }

    /// Makes a GOAWAY frame.
    package static func goAway(after last: UInt32, error: UInt32 = 0) -> [UInt8] {
        frame(7, number(last) + number(error))
    }

    private static func number(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// Writes a text with its length (RFC 7541, sections 5.1 and 5.2).
    private static func text(_ text: String) -> [UInt8] {
        var length = text.utf8.count
        guard length >= 127 else { return [UInt8(length)] + text.utf8 }
        var bytes: [UInt8] = [127]
        length -= 127
        while length >= 128 {
            bytes.append(UInt8(length % 128 + 128))
            length /= 128
        }
        return bytes + [UInt8(length)] + text.utf8
    }
}
