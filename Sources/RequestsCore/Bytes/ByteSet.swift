/// A set of ASCII bytes: letters, digits and some others.
///
/// External text is scanned as bytes, because `Character` joins CR and LF, and treats U+0085 and U+2028 as newlines.
struct ByteSet: Sendable {
    /// The bit that represents the set in the table.
    private let bit: UInt8

    /// The sets that contain each byte, one bit for each set.
    ///
    /// The table is a literal, so no code runs before the first look-up.
    // swift-format-ignore
    private static let table: [UInt8] = [
         0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
         0, 60,  0,  4, 60,  4, 60, 60, 56, 56, 60, 62, 56, 63, 63, 42,
        63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 40, 56,  0, 56,  0, 32,
        40, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
        63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,  0,  0,  0,  4, 63,
         4, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
        63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,  0,  4,  0, 63,  0,
         0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0
    ]

    func contains(_ byte: UInt8) -> Bool { Self.table[Int(byte)] & bit != 0 }

    /// Returns whether all bytes are in the set.
    func containsAll(_ bytes: Bytes) -> Bool {
        // A loop without an early exit takes half the instructions for each byte.
        Self.table.withUnsafeBufferPointer { table in bytes.reduce(bit) { $0 & table[Int($1)] } } != 0
    }

    /// The unreserved bytes (RFC 3986, section 2.3).
    static var unreserved: ByteSet { ByteSet(bit: 1) }

    /// The bytes of a token68, without the `=` at its end (RFC 9110, section 11.2).
    static var token68: ByteSet { ByteSet(bit: 2) }

    /// The bytes of a token: a method or the name of a field (RFC 9110, section 5.6.2).
    static var token: ByteSet { ByteSet(bit: 4) }

    /// The bytes that a path may contain without escapes, including `/` (RFC 3986, section 3.3).
    static var path: ByteSet { ByteSet(bit: 8) }

    /// The bytes that a host name may contain without escapes (RFC 3986, section 3.2.2).
    static var host: ByteSet { ByteSet(bit: 16) }

    /// The bytes that a query may contain without escapes (RFC 3986, section 3.4).
    static var query: ByteSet { ByteSet(bit: 32) }
}

extension UInt8 {
    /// Indicates whether the byte is a hexadecimal digit.
    var isHexDigit: Bool { hexValue != nil }

    /// The value of a hexadecimal digit; `nil` for any other byte.
    package var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }

    /// The byte; an ASCII capital letter becomes lower case.
    @inlinable package var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// Indicates whether the byte is an ASCII letter.
    var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// Indicates whether the byte is a space or a tab, which is white space in a field (RFC 9110, section 5.6.3).
    @inlinable package var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension BidirectionalCollection<UInt8> where SubSequence == Self {
    /// The bytes without spaces and tabs at their ends.
    @inlinable package var trimmingBlanks: Self {
        var bytes = drop(while: \.isBlank)
        while let last = bytes.last, last.isBlank { bytes.removeLast() }
        return bytes
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at its ends.
    package var trimmingBlanks: Substring {
        var text = Substring(self)
        while let first = text.utf8.first, first.isBlank { text = Substring(text.utf8.dropFirst()) }
        while let last = text.utf8.last, last.isBlank { text = Substring(text.utf8.dropLast()) }
        return text
    }

    /// Indicates whether the text is a token: a method or the name of a field (RFC 9110, section 5.6.2).
    package var isToken: Bool {
        let token = ByteSet.token
        return !isEmpty
            && (utf8.withContiguousStorageIfAvailable(token.containsAll) ?? utf8.allSatisfy(token.contains))
    }

    /// Indicates whether the text is a `token68`, which may end with `=` (RFC 9110, section 11.2).
    package var isToken68: Bool {
        var text = String(self)
        return text.withUTF8 { bytes in
            let end = bytes.lastIndex { $0 != UInt8(ascii: "=") }.map { $0 + 1 } ?? 0
            return end > 0 && ByteSet.token68.containsAll(Bytes(rebasing: bytes[..<end]))
        }
    }

    /// Returns whether two strings are equal if the case of ASCII letters is ignored.
    package func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension String {
    /// Returns whether two strings are equal if the case of ASCII letters is ignored.
    ///
    /// The lengths are compared first, because most different strings differ in length.
    package func equalsIgnoringASCIICase(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return withBytes { left in
            other.withBytes { right in
                if left.equals(right) { return true }
                // Start at the end, because names of one API often begin alike.
                var index = left.count
                while index > 0 {
                    index -= 1
                    if left[index].asciiLowercased != right[index].asciiLowercased { return false }
                }
                return true
            }
        }
    }

    /// Calls a function with the UTF-8 bytes of the string, without a copy if possible.
    @inlinable
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        return Array(utf8).withUnsafeBufferPointer(body)
    }
}
