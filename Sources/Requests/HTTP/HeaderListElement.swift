/// An element of a list in a field's value, up to a comma that is not in quotes (RFC 9110, section 5.6.1).
package enum HeaderListElement {
    /// Returns the elements of a list without the white space around them; empty ones are left out.
    package static func all(in text: String) -> [String] {
        list(text) { bytes, range in
            var (start, end) = (range.lowerBound, range.upperBound)
            while start < end, bytes[start].isBlank { start += 1 }
            while start < end, bytes[end - 1].isBlank { end -= 1 }
            return start < end ? start..<end : nil
        }
    }

    /// Returns the texts between the commas of a list, as they are.
    package static func pieces(of text: String) -> [String] {
        list(text) { _, range in range }
    }

    /// Returns the texts between the commas of a list, as far as a function keeps them.
    private static func list(_ text: String, _ kept: (Bytes, Range<Int>) -> Range<Int>?) -> [String] {
        text.withBytes { bytes in
            var texts: [String] = []
            var start = 0
            while start <= bytes.count {
                let end = comma(in: bytes, from: start)
                if let range = kept(bytes, start..<end) {
                    texts.append(String(decoding: bytes.part(range), as: UTF8.self))
                }
                start = end + 1
            }
            return texts
        }
    }

    /// Returns the content of a quoted text (RFC 9110, section 5.6.4); any other text stays the same.
    package static func unquoted(_ text: String) -> String {
        guard text.utf8.first == UInt8(ascii: "\"") else { return text }
        var bytes = Array(text.utf8)[...]
        return ParameterReader.quoted(&bytes)
    }

    /// Takes the first element; the comma behind it stays.
    static func take(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = rest.startIndex + rest.withUnsafeBufferPointer { comma(in: $0, from: 0) }
        defer { rest = rest[end...] }
        return rest[..<end]
    }

    /// Returns the position of the first comma that is not in quotes; the count if there is none.
    private static func comma(in bytes: Bytes, from start: Int) -> Int {
        var isQuoted = false, isEscaped = false
        for index in start..<bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: ","), !isQuoted { return index }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
        }
        return bytes.count
    }
}
