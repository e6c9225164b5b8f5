extension String {
    /// The text between quotes (RFC 9110, section 5.6.4).
    package var quotedString: String {
        var bytes = [UInt8(ascii: "\"")]
        for byte in utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text as the value of a parameter: as it is if it is a token, otherwise between quotes.
    var quotedIfNeeded: String { isToken ? self : quotedString }
}
