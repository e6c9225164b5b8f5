extension JSONParser {
    /// Returns the text of a string, given the bytes between its quotes; `nil` if they aren't UTF-8.
    mutating func unescaped(_ bytes: Bytes) throws(Stop) -> String? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while true {
            let next = bytes.position(of: UInt8(ascii: "\\"), from: position)
            result.append(contentsOf: bytes[position..<next])
            guard next + 1 < bytes.count else { break }
            position = next + 2
            switch bytes[next + 1] {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                let scalar = Self.character(in: bytes, at: &position)
                guard scalar != nil || repairs else { throw .halfCharacter }
                if scalar == nil { isRepaired = true }
                result.append(contentsOf: String(Character(scalar ?? "\u{FFFD}")).utf8)
            default: result.append(bytes[next + 1])
            }
        }
        return result.withUnsafeBufferPointer(\.validText)
    }

    /// Reads four digits, or the two escapes of a surrogate pair (RFC 8259, section 7); `nil` for half a pair.
    private static func character(in bytes: Bytes, at position: inout Int) -> Unicode.Scalar? {
        let first = unit(in: bytes, at: &position)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return nil }
        var end = position + 2
        let second = unit(in: bytes, at: &end)
        guard 0xDC00...0xDFFF ~= second else { return nil }
        position = end
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private static func unit(in bytes: Bytes, at position: inout Int) -> UInt32 {
        let text = String(decoding: bytes[position..<position + 4], as: UTF8.self)
        position += 4
        return UInt32(text, radix: 16) ?? 0xDC00
    }
}
