/// Percent-encoding over bytes (RFC 3986, section 2.1).
///
/// Foundation's `CharacterSet` costs more than the rest of a URL together, and leaves `+` and `;` as they are.
enum PercentEncoding {
    /// Appends a text, every byte outside the set as `%XX`.
    static func append(_ text: String, keeping allowed: ByteSet = .unreserved, to bytes: inout [UInt8]) {
        append(utf8: text.utf8, keeping: allowed, to: &bytes)
    }

    /// Appends UTF-8, every byte outside the set as `%XX`.
    static func append(
        utf8: some Collection<UInt8>, keeping allowed: ByteSet = .unreserved, to bytes: inout [UInt8]
    ) {
        let isContiguous: Void? = utf8.withContiguousStorageIfAvailable { buffer in
            for byte in buffer {
                if allowed.contains(byte) {
                    bytes.append(byte)
                } else {
                    append(escaped: byte, to: &bytes)
                }
            }
        }
        if isContiguous == nil {
            append(utf8: Array(utf8), keeping: allowed, to: &bytes)
        }
    }

    /// Appends `%XX`, the digits in capitals (RFC 3986, section 2.1).
    static func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x41 + value - 10
    }
}
