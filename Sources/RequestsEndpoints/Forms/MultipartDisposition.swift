import Foundation
import Requests

/// The contents of a part's Content-Disposition field (RFC 7578, section 4.2).
struct MultipartDisposition {
    let name: String
    let fileName: String?

    /// Reads the value of a field.
    ///
    /// - Throws: A ``MultipartError`` that describes the problem in a clause without a subject.
    init(_ text: String) throws(MultipartError) {
        var rest = Array(text.utf8)[...]
        let type = Self.token(&rest)
        guard type.equalsIgnoringASCIICase("form-data") else {
            throw MultipartError("doesn't have the Content-Disposition form-data")
        }
        var values: [String: String] = [:]
        while rest.popFirst() != nil {
            // The text may end with a semicolon.
            Self.skipBlanks(&rest)
            if rest.isEmpty { break }
            let (name, value) = try Self.parameter(&rest)
            guard values.updateValue(value, forKey: name) == nil else {
                throw MultipartError("has the Content-Disposition parameter `\(name.withoutControls)` twice")
            }
        }
        guard let name = values["name"] else { throw MultipartError("has no name") }
        self.name = name
        fileName = values["filename*"].flatMap(ExtendedValue.text(of:)) ?? values["filename"]
    }

    /// Consumes `name=token` or `name="quoted"`, up to the next semicolon.
    private static func parameter(_ rest: inout ArraySlice<UInt8>) throws(MultipartError) -> (String, String) {
        let malformed = MultipartError("has a malformed Content-Disposition field")
        let name = token(&rest, upTo: "=").lowercased()
        guard name.isToken, rest.popFirst() == UInt8(ascii: "=") else {
            throw malformed
        }
        skipBlanks(&rest)
        guard rest.first == UInt8(ascii: "\"") else { return (name, token(&rest)) }
        guard let value = unquoted(&rest) else { throw malformed }
        skipBlanks(&rest)
        guard rest.isEmpty || rest.first == UInt8(ascii: ";") else { throw malformed }
        return (name, value)
    }

    /// Consumes the text between two quotes, and decodes the escapes of browsers and of RFC 2822: `\"` and `\\`.
    ///
    /// A backslash before any other character is literal, because some senders don't escape backslashes: `C:\me.png`.
    ///
    /// - Returns: The text; `nil` if the second quote is missing.
    private static func unquoted(_ rest: inout ArraySlice<UInt8>) -> String? {
        var text: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), let next = rest.first, next == byte || next == UInt8(ascii: "\"") {
                text.append(next)
                rest = rest.dropFirst()
            } else if byte == UInt8(ascii: "%"), let escape = escapes.first(where: { rest.starts(with: $0.key.utf8) }) {
                text.append(UInt8(ascii: escape.value))
                rest = rest.dropFirst(2)
            } else {
                text.append(byte)
            }
        }
        return nil
    }

    private static let escapes: [String: Unicode.Scalar] = ["22": "\"", "0D": "\r", "0A": "\n"]

    /// Consumes the text up to `end` or a semicolon, and trims white space.
    private static func token(_ rest: inout ArraySlice<UInt8>, upTo end: Unicode.Scalar = ";") -> String {
        skipBlanks(&rest)
        var token = rest.prefix { $0 != UInt8(ascii: end) && $0 != UInt8(ascii: ";") }
        rest = rest[token.endIndex...]
        while let last = token.last, last.isBlank { token = token.dropLast() }
        return String(decoding: token, as: UTF8.self)
    }

    private static func skipBlanks(_ rest: inout ArraySlice<UInt8>) { rest = rest.drop(while: \.isBlank) }
}
