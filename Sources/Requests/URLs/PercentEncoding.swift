/// Percent-encoding over bytes (RFC 3986, section 2.1).
///
/// Foundation's `CharacterSet` costs more than the rest of a URL together, and leaves `+` and `;` as they are.
enum PercentEncoding {
    /// Appends a text, every byte outside the set as `%XX`.
    static func append(_ text: String, keeping allowed: ByteSet = .unreserved, to bytes: inout [UInt8]) {
        text.withBytes { append($0, keeping: allowed, to: &bytes) }
    }

    /// Appends UTF-8, every byte outside the set as `%XX`. What needs no escape is copied run by run.
    private static func append(_ text: UnsafeBufferPointer<UInt8>, keeping allowed: ByteSet, to bytes: inout [UInt8]) {
        var start = 0
        for index in 0..<text.count where !allowed.contains(text[index]) {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            append(escaped: text[index], to: &bytes)
            start = index + 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
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
