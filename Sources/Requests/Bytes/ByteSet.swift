/// A set of ASCII bytes, as two words of bits.
///
/// Text from outside is scanned as bytes: `Character` joins CR and LF into one, and counts U+0085 and U+2028 as newlines.
struct ByteSet: Sendable {
    let low: UInt64
    let high: UInt64

    func contains(_ byte: UInt8) -> Bool {
        let word = byte & 64 == 0 ? low : high
        return byte < 128 && (word &>> UInt64(byte & 63)) & 1 == 1
    }

    /// Returns whether all bytes are in the set.
    func containsAll(_ bytes: Bytes) -> Bool {
        for index in 0..<bytes.count where !contains(bytes[index]) { return false }
        return true
    }

    /// The unreserved bytes: letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 2.3).
    static var unreserved: ByteSet { ByteSet(low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE) }

    /// The bytes of a token68, without the `=` at its end (RFC 9110, section 11.2).
    static var token68: ByteSet { ByteSet(low: 0x03FF_E800_0000_0000, high: 0x47FF_FFFE_87FF_FFFE) }

    /// The bytes of a token: a method or the name of a field (RFC 9110, section 5.6.2).
    static var token: ByteSet { ByteSet(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE) }

    /// The bytes that a path may contain without escapes, including `/` (RFC 3986, section 3.3).
    static var path: ByteSet { ByteSet(low: 0x2FFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF) }

    /// The bytes that a host name may contain without escapes (RFC 3986, section 3.2.2).
    static var host: ByteSet { ByteSet(low: 0x2BFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE) }

    /// The bytes that a query may contain without escapes (RFC 3986, section 3.4).
    static var query: ByteSet { ByteSet(low: 0xAFFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF) }
}

extension UInt8 {
    /// Indicates whether the byte is a hexadecimal digit.
    var isHexDigit: Bool { hexValue != nil }

    /// The value of a hexadecimal digit; `nil` for any other byte.
    var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }

    /// The byte, with an ASCII capital letter in lower case.
    var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension StringProtocol {
    /// Indicates whether the text is a token: a method or the name of a field (RFC 9110, section 5.6.2).
    var isToken: Bool {
        let token = ByteSet.token
        return !isEmpty
            && (utf8.withContiguousStorageIfAvailable(token.containsAll) ?? utf8.allSatisfy(token.contains))
    }

    /// Returns whether two texts are equal when the case of ASCII letters is ignored.
    func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension String {
    /// Returns whether two texts are equal when the case of ASCII letters is ignored.
    ///
    /// The lengths are compared first, which is enough for most texts that differ.
    func equalsIgnoringASCIICase(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return withBytes { left in
            other.withBytes { right in
                // Start at the end: names of one API often begin alike.
                var index = left.count
                while index > 0 {
                    index -= 1
                    if left[index].asciiLowercased != right[index].asciiLowercased { return false }
                }
                return true
            }
        }
    }

    /// Calls a function with the UTF-8 bytes of the text, without a copy if possible.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        return Array(utf8).withUnsafeBufferPointer(body)
    }
}
