/// Percent-encoding of bytes (RFC 3986, section 2.1).
///
/// Escaping with Foundation's `CharacterSet` takes longer than all other work on a URL, and leaves `+` and `;`
/// unescaped.
package enum PercentEncoding {
    /// Appends text, with every byte outside the set as `%XX`.
    static func append(_ text: String, keeping allowed: ByteSet = .unreserved, to bytes: inout [UInt8]) {
        text.withBytes { text in
            bytes.append(upTo: 3 * text.count) { $0.write(text, keeping: allowed) }
        }
    }

    /// Returns the byte of the escape at the start of a text; `nil` if there is none.
    static func escapedByte(_ text: some Sequence<UInt8>) -> UInt8? {
        var rest = text.makeIterator()
        guard rest.next() == UInt8(ascii: "%"), let high = rest.next()?.hexValue, let low = rest.next()?.hexValue else {
            return nil
        }
        return high << 4 | low
    }

    /// Returns text with its escapes decoded; `nil` if an escape is malformed or the bytes aren't UTF-8.
    package static func text(of text: Substring.UTF8View) -> String? {
        var text = Substring(text)
        return text.withUTF8 { Self.text(of: $0) }
    }

    /// Returns bytes as text with escapes decoded; `nil` if an escape is malformed or the bytes aren't UTF-8.
    package static func text(of bytes: Bytes) -> String? {
        guard bytes.position(of: UInt8(ascii: "%")) < bytes.count else { return bytes.validText }
        var result: [UInt8] = []
        guard decode(bytes, into: &result).isWellFormed else { return nil }
        return result.withUnsafeBufferPointer(\.validText)
    }

    /// Returns text as bytes with escapes decoded; `nil` if an escape is malformed.
    package static func bytes(of text: Substring.UTF8View) -> [UInt8]? {
        var text = Substring(text)
        var result: [UInt8] = []
        let isWellFormed = text.withUTF8 { decode($0, into: &result).isWellFormed }
        return isWellFormed ? result : nil
    }

    /// Returns bytes as text with escapes decoded; malformed escapes stay unchanged.
    package static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "%")) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        bytes.withUnsafeBufferPointer { _ = decode($0, into: &result) }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the decoded names and values of a query; undecodable ones stay unchanged.
    package static func items(ofQuery query: String) -> [(name: String, value: String)] {
        query.split(separator: "&").map { item in
            let name = item.prefix { $0 != "=" }
            let value = item[name.endIndex...].dropFirst()
            return (text(of: name.utf8) ?? String(name), text(of: value.utf8) ?? String(value))
        }
    }

    /// Appends bytes with their escapes decoded; malformed escapes stay unchanged.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - start: The position of the first byte to read.
    ///   - end: For a form, in which `+` is a space: the byte that ends a name or value in addition to `&`.
    ///   - result: The bytes to append to.
    /// - Returns: The position after the last read byte, and whether all escapes are well-formed.
    static func decode(
        _ bytes: Bytes, from start: Int = 0, ofFormUpTo end: UInt8? = nil, into result: inout [UInt8]
    ) -> (end: Int, isWellFormed: Bool) {
        var position = start, isWellFormed = true
        if end == nil { result.reserveCapacity(result.count + bytes.count - start) }
        // Bytes that need no decoding are appended together.
        var run = start
        while position < bytes.count {
            let byte = bytes[position]
            if let end, byte == end || byte == UInt8(ascii: "&") { break }
            var decoded: UInt8?
            if byte == UInt8(ascii: "+"), end != nil {
                decoded = 0x20
            } else if byte == UInt8(ascii: "%") {
                decoded = escapedByte(bytes[position...])
                isWellFormed = isWellFormed && decoded != nil
            }
            guard let decoded else {
                position += 1
                continue
            }
            result.append(contentsOf: bytes.part(run..<position))
            result.append(decoded)
            position += byte == UInt8(ascii: "%") ? 3 : 1
            run = position
        }
        result.append(contentsOf: bytes.part(run..<position))
        return (position, isWellFormed)
    }
}
