import Requests
import TestSupport
import Testing

@testable import RequestsCore

struct ByteSetTests {
    private static let alphanumerics = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let pchar = alphanumerics + "-._~" + "!$&'()*+,;=" + ":@"

    @Test(arguments: [
        (ByteSet.unreserved, alphanumerics + "-._~"),  // RFC 3986, section 2.3
        (ByteSet.token, alphanumerics + "!#$%&'*+-.^_`|~"),  // RFC 9110, section 5.6.2
        (ByteSet.token68, alphanumerics + "-._~+/"),  // RFC 9110, section 11.2
        (ByteSet.host, alphanumerics + "-._~" + "!$&'()*+,;="),  // RFC 3986, section 3.2.2
        (ByteSet.path, pchar + "/"),  // RFC 3986, section 3.3
        (ByteSet.query, pchar + "/?"),  // RFC 3986, section 3.4
    ])
    func `a set contains the characters of its RFC and no others`(set: ByteSet, characters: String) {
        let expected = Set(characters.utf8)
        for byte in UInt8.min...UInt8.max {
            #expect(set.contains(byte) == expected.contains(byte), "0x\(byte.hexText)")
            let areAllIn = [0x41, byte, 0x42].withUnsafeBufferPointer(set.containsAll)
            #expect(areAllIn == expected.contains(byte), "0x\(byte.hexText) between two letters")
        }
    }

    @Test func `hexadecimal digits have their value, and other bytes have none`() {
        for byte in UInt8.min...UInt8.max {
            let value = byte < 0x80 ? UInt8(String(Unicode.Scalar(byte)), radix: 16) : nil
            #expect(byte.hexValue == value, "0x\(byte.hexText)")
            #expect(byte.isHexDigit == (value != nil))
        }
    }

    @Test func `only ASCII capitals are lowercased`() {
        for byte in UInt8.min...UInt8.max {
            #expect(byte.asciiLowercased == (0x41...0x5A ~= byte ? byte + 32 : byte))
        }
    }

    @Test(arguments: [
        ("abc", "ABC", true), ("", "", true), ("a", "ab", false), ("ab", "a", false), ("[", "{", false),
        ("É", "é", false),
        ("e\u{301}", "é", false),
    ])
    func `texts are compared byte by byte, ignoring the case of ASCII letters`(
        one: String, other: String, areEqual: Bool
    ) {
        #expect(one.equalsIgnoringASCIICase(other) == areEqual)
    }
}
