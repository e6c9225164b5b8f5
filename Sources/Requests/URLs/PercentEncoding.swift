/// Percent-encoding over bytes (RFC 3986, section 2.1).
///
/// Foundation's `CharacterSet` costs more than everything else in a URL together, and leaves `+` and `;` unescaped.
enum PercentEncoding {
    /// Appends a text, with every byte outside the set as `%XX`.
    static func append(_ text: String, keeping allowed: ByteSet = .unreserved, to bytes: inout [UInt8]) {
        text.withBytes { text in
            bytes.append(upTo: 3 * text.count) { $0.write(text, keeping: allowed) }
        }
    }

    /// Returns the text with its escapes decoded; `nil` if an escape is malformed or the bytes are not UTF-8.
    static func text(of text: Substring.UTF8View) -> String? {
        guard text.contains(UInt8(ascii: "%")) else { return String(Substring(text)) }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next()?.hexValue, let low = rest.next()?.hexValue else { return nil }
                result.append(high << 4 | low)
            } else {
                result.append(byte)
            }
        }
        return String(validating: result, as: UTF8.self)
    }

    /// Returns the text with its escapes decoded; malformed escapes stay unchanged.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "%")) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = rest[rest.startIndex].hexValue,
                let low = rest[rest.startIndex + 1].hexValue
            {
                result.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
