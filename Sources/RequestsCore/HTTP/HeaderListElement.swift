/// An element of a list in a field's value; the element ends at a comma outside quotes (RFC 9110, section 5.6.1).
package enum HeaderListElement {
    /// Returns the elements of a list without the white space around them; empty elements are omitted.
    package static func all(in text: String) -> [String] {
        pieces(of: text).compactMap { piece in
            let element = piece.trimmingBlanks
            return element.isEmpty ? nil : String(element)
        }
    }

    /// Returns whether a text that is written as an element of a list is read back unchanged.
    package static func isReadBack(_ text: String) -> Bool {
        let blanks = [text.utf8.first, text.utf8.last].contains { $0?.isBlank ?? true }
        return !blanks && !text.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
    }

    /// Returns the unchanged strings between the commas of a list.
    package static func pieces(of text: String) -> [String] {
        var rest = Array(text.utf8)[...]
        var pieces: [String] = []
        repeat { pieces.append(String(decoding: take(from: &rest), as: UTF8.self)) } while rest.popFirst() != nil
        return pieces
    }

    /// Returns the content of a quoted string (RFC 9110, section 5.6.4); any other text stays the same.
    package static func unquoted(_ text: String) -> String {
        guard text.utf8.first == UInt8(ascii: "\"") else { return text }
        var bytes = Array(text.utf8)[...]
        return ParameterReader.quoted(&bytes)
    }

    /// Removes and returns the first element, without the comma after it.
    package static func take(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var isQuoted = false, isEscaped = false
        let comma = rest.firstIndex { byte in
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
