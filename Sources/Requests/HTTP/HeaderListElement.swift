/// An element of a list in a field's value, up to a comma that is not in quotes (RFC 9110, section 5.6.1).
package enum HeaderListElement {
    /// Returns the elements of a list without the white space around them; empty ones are left out.
    package static func all(in text: String) -> [String] {
        slices(of: text).map(\.trimmingBlanks).filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the texts between the commas of a list, as they are.
    package static func pieces(of text: String) -> [String] {
        slices(of: text).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func slices(of text: String) -> [ArraySlice<UInt8>] {
        var rest = Array(text.utf8)[...]
        var slices: [ArraySlice<UInt8>] = []
        repeat { slices.append(take(from: &rest)) } while rest.popFirst() != nil
        return slices
    }

    /// Returns the content of a quoted text (RFC 9110, section 5.6.4); any other text stays the same.
    package static func unquoted(_ text: String) -> String {
        var bytes = Array(text.utf8)[...]
        return bytes.first == UInt8(ascii: "\"") ? ParameterReader.quoted(&bytes) : text
    }

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
