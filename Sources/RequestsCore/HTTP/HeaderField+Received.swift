extension HeaderField {
    /// Makes a received field, without the white space around its value (RFC 9110, section 5.5).
    ///
    /// A CR, LF or NUL in the value becomes a space, as the same section requires, because some parsers don't reject these bytes.
    package init(received name: String, _ value: String) {
        func isBlank(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        func isDangerous(_ byte: UInt8) -> Bool {
            byte == 0 || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
        }
        let hasDanger = value.utf8.contains(where: isDangerous)
        guard hasDanger || isBlank(value.utf8.first) || isBlank(value.utf8.last) else {
            self.init(Name(name), value)
            return
        }
        let safe = value.utf8.map { isDangerous($0) ? UInt8(ascii: " ") : $0 }
        let bytes = safe.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        self.init(Name(name), String(decoding: Array(bytes), as: UTF8.self))
    }
}

extension String {
    /// Indicates whether a received field may have lost bytes: transports replace bytes that aren't UTF-8 with U+FFFD.
    ///
    /// Such a value must not be sent back.
    package var hasLostBytes: Bool { utf8.contains(0xEF) && unicodeScalars.contains("\u{FFFD}") }
}
