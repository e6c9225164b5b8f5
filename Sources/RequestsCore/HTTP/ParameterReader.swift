/// Reads a field value's parameters: `name=token` or `name="quoted"`, each after a semicolon (RFC 9110, section 5.6.6).
///
/// Received text may be truncated or malformed. An unclosed quote ends with the text, white space around the `=` is
/// ignored, and a name without a `=` is omitted.
package struct ParameterReader {
    package private(set) var parameters: [(name: String, value: String)] = []

    package init(_ text: String) {
        var bytes = Array(text.utf8)[...]
        Self.skip(&bytes) { $0 != UInt8(ascii: ";") }
        while bytes.popFirst() != nil {
            Self.skip(&bytes, while: \.isBlank)
            let name = Self.take(&bytes) { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            if bytes.first == UInt8(ascii: "=") {
                bytes = bytes.dropFirst()
                Self.skip(&bytes, while: \.isBlank)
                let value = bytes.first == UInt8(ascii: "\"") ? Self.quoted(&bytes) : Self.token(&bytes)
                if !name.isEmpty {
                    parameters.append((Self.text(name), value))
                }
            }
            Self.skip(&bytes) { $0 != UInt8(ascii: ";") }
        }
    }

    static func quoted(_ bytes: inout ArraySlice<UInt8>) -> String {
        var value: [UInt8] = []
        bytes = bytes.dropFirst()
        while let byte = bytes.popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), let escaped = bytes.popFirst() {
                value.append(escaped)
            } else {
                value.append(byte)
            }
        }
        return String(decoding: value, as: UTF8.self)
    }

    private static func token(_ bytes: inout ArraySlice<UInt8>) -> String {
        text(take(&bytes) { $0 != UInt8(ascii: ";") })
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.trimmingBlanks, as: UTF8.self)
    }

    private static func take(
        _ bytes: inout ArraySlice<UInt8>, while condition: (UInt8) -> Bool
    ) -> ArraySlice<UInt8> {
        let taken = bytes.prefix(while: condition)
        bytes = bytes[taken.endIndex...]
        return taken
    }

    private static func skip(_ bytes: inout ArraySlice<UInt8>, while condition: (UInt8) -> Bool) {
        bytes = bytes.drop(while: condition)
    }
}
