extension String {
    /// The text as a quoted string (RFC 9110, section 5.6.4).
    package var quotedString: String {
        var bytes = [UInt8(ascii: "\"")]
        for byte in utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text as the value of a parameter: unchanged if it's a token, otherwise quoted.
    var quotedIfNeeded: String { isToken ? self : quotedString }
}
