/// Reads the characters of text that may be escaped several times: in a URL, in JSON, in HTML.
struct EscapedText {
    /// An ASCII character, an escaped scalar, or one byte of an unescaped scalar, with the index after it.
    struct Symbol {
        /// The UTF-8 bytes, with the first one in the most significant position.
        var bytes: UInt32
        var end: Int

        /// The number of bytes.
        var count: Int { max(1, 4 - bytes.leadingZeroBitCount / 8) }

        /// Returns the byte at an index.
        subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bytes >> (8 * UInt32(count - 1 - index))) }

        /// Returns whether this is a given ASCII character.
        func isASCII(_ scalar: Unicode.Scalar) -> Bool { bytes == scalar.value && bytes < 0x80 }

        /// The value of a hexadecimal digit; `nil` for any other character.
        fileprivate var hexValue: UInt32? { UInt8(exactly: bytes)?.hexValue.map { UInt32($0) } }
    }

    /// The maximum number of times that text may be escaped, for example as JSON in JSON in a query.
    static let depths = 3

    let bytes: [UInt8]

    /// Returns whether a byte begins an escape.
    static func isStart(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&")
    }

    /// Returns the character at an index, decoded `depth` times; `nil` at the end.
    func character(at index: Int, depth: Int) -> Symbol? {
        guard index < bytes.count else { return nil }
        guard depth > 0, Self.isStart(bytes[index]) else { return Symbol(bytes: UInt32(bytes[index]), end: index + 1) }
        guard let first = character(at: index, depth: depth - 1) else { return nil }
        let decoded =
            switch first.bytes {
            case 0x25: hex(at: first.end, count: 2, depth: depth - 1)
            case 0x26: reference(at: first.end, depth: depth - 1)
            case 0x5C: escape(at: first.end, depth: depth - 1)
            default: nil as Symbol?
            }
        return decoded ?? first
    }

    /// Returns the index of an ellipsis that is at an index, or in an escape that begins there; `nil` if there is none.
    func truncation(at index: Int) -> Int? {
        bytes[index...].prefix(Self.isStart(bytes[index]) ? 24 : 3).firstRange(of: "…".utf8)?.lowerBound
    }

    /// Reads hexadecimal digits.
    private func hex(at index: Int, count: Int, depth: Int) -> Symbol? {
        var result = Symbol(bytes: 0, end: index)
        for _ in 0..<count {
            guard let digit = character(at: result.end, depth: depth), let value = digit.hexValue else { return nil }
            result = Symbol(bytes: result.bytes << 4 | value, end: digit.end)
        }
        return result
    }

    /// Reads the rest of an HTML or XML character reference: `amp;`, `#38;` or `#x26;`.
    private func reference(at index: Int, depth: Int) -> Symbol? {
        var (name, end) = ("", index)
        while let next = character(at: end, depth: depth), name.utf8.count < 9 {
            end = next.end
            if next.isASCII(";") { return Self.scalar(named: name).map { Symbol($0, end: end) } }
            guard let byte = UInt8(exactly: next.bytes) else { return nil }
            name.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return nil
    }

    private static func scalar(named name: String) -> Unicode.Scalar? {
        if let scalar = names[name] { return scalar }
        guard name.first == "#" else { return nil }
        let number = name.dropFirst()
        let isHex = number.first == "x" || number.first == "X"
        return (isHex ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)).flatMap { Unicode.Scalar($0) }
    }

    private static let names: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    /// Reads the rest of a JSON, Swift or JavaScript escape: `/`, `n`, `u00e9`, `u{e9}`, `xe9`.
    private func escape(at index: Int, depth: Int) -> Symbol? {
        guard let letter = character(at: index, depth: depth) else { return nil }
        switch UInt8(exactly: letter.bytes).map({ Unicode.Scalar($0) }) {
        case "u": return unit(at: letter.end, depth: depth)
        case "x": return hex(at: letter.end, count: 2, depth: depth).flatMap(Self.scalar)
        case "n": return Symbol("\n", end: letter.end)
        case "r": return Symbol("\r", end: letter.end)
        case "t": return Symbol("\t", end: letter.end)
        case "b": return Symbol("\u{8}", end: letter.end)
        case "f": return Symbol("\u{C}", end: letter.end)
        case "/", "\\", "\"", "'": return letter
        default: return nil
        }
    }

    /// Reads a scalar's digits: four, or up to eight in braces, or those of two surrogates (RFC 8259, section 7).
    private func unit(at index: Int, depth: Int) -> Symbol? {
        if let brace = character(at: index, depth: depth), brace.isASCII("{") {
            for count in 1...8 {
                guard let number = hex(at: brace.end, count: count, depth: depth) else { return nil }
                guard let end = character(at: number.end, depth: depth), end.isASCII("}") else { continue }
                return Self.scalar(Symbol(bytes: number.bytes, end: end.end))
            }
        }
        guard let high = hex(at: index, count: 4, depth: depth) else { return nil }
        if let character = Self.scalar(high) { return character }
        guard let slash = character(at: high.end, depth: depth), slash.isASCII("\\"),
            let letter = character(at: slash.end, depth: depth), letter.isASCII("u"),
            let low = hex(at: letter.end, count: 4, depth: depth), 0xDC00..<0xE000 ~= low.bytes
        else { return nil }
        return Self.scalar(
            Symbol(bytes: 0x10000 + (high.bytes - 0xD800) << 10 + (low.bytes - 0xDC00), end: low.end))
    }

    /// Returns the character with a number; `nil` if there is no such scalar.
    private static func scalar(_ number: Symbol) -> Symbol? {
        Unicode.Scalar(number.bytes).map { Symbol($0, end: number.end) }
    }
}

extension EscapedText.Symbol {
    fileprivate init(_ scalar: Unicode.Scalar, end: Int) {
        self.init(bytes: scalar.utf8.reduce(0) { $0 << 8 | UInt32($1) }, end: end)
    }
}
