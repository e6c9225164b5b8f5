/// An element of a list in a field's value, up to a comma that is not in quotes (RFC 9110, section 5.6.1).
enum HeaderListElement {
    /// Takes the first element; the comma behind it stays.
    static func take(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var isQuoted = false, isEscaped = false
        let comma = rest.indices.first { index in
            let byte = rest[index]
            if byte == UInt8(ascii: ","), !isQuoted { return true }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
            return false
        }
        let end = comma ?? rest.endIndex
        defer { rest = rest[end...] }
        return rest[..<end]
    }
}
