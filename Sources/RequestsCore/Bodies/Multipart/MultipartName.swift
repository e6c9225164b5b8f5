/// The name of a part, or of its file, between quotes.
enum MultipartName {
    /// Returns the name with quotes and line breaks escaped, as browsers do (WHATWG HTML, section "Multipart form data").
    ///
    /// Otherwise a quote in the name would end the quoted string.
    static func escaped(_ name: String) -> String {
        var bytes: [UInt8] = []
        name.withBytes { name in
            bytes.append(upTo: 3 * name.count) { writer in
                for byte in name {
                    switch byte {
                    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\""): writer.write(escaped: byte)
                    default: writer.write(byte)
                    }
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns whether a name is decoded unchanged; a name that looks escaped is not.
    static func isReadBack(_ name: String) -> Bool {
        var rest = Array("\"\(escaped(name))\"".utf8)[...]
        return unquoted(&rest) == name && rest.isEmpty
    }

    /// Consumes the text between two quotes, and decodes the escapes of browsers and those of RFC 2822: `\"` and `\\`.
    ///
    /// A backslash before any other character is literal, because some senders don't escape backslashes: `C:\me.png`.
    ///
    /// - Returns: The text; `nil` if the second quote is missing.
    static func unquoted(_ rest: inout ArraySlice<UInt8>) -> String? {
        var text: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), let next = rest.first, next == byte || next == UInt8(ascii: "\"") {
                text.append(next)
                rest = rest.dropFirst()
            } else if byte == UInt8(ascii: "%"), let escape = escapes.first(where: { rest.starts(with: $0.text) }) {
                text.append(escape.byte)
                rest = rest.dropFirst(2)
            } else {
                text.append(byte)
            }
        }
        return nil
    }

    private static let escapes: [(text: [UInt8], byte: UInt8)] = [
        (Array("22".utf8), UInt8(ascii: "\"")), (Array("0D".utf8), UInt8(ascii: "\r")),
        (Array("0A".utf8), UInt8(ascii: "\n")),
    ]
}
