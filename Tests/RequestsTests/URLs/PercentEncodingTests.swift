import Foundation
import Testing

@testable import Requests

struct PercentEncodingTests {
    @Test(arguments: [ByteSet.unreserved, .path, .query])
    func `every byte is kept or written as two capital digits, and decodes to itself`(allowed: ByteSet) {
        for byte in UInt8.min...UInt8.max {
            var encoded: [UInt8] = []
            PercentEncoding.append(utf8: [byte], keeping: allowed, to: &encoded)
            let expected = allowed.contains(byte) ? [byte] : Array("%\(byte.hexText)".utf8)
            #expect(encoded == expected)
            #expect(!encoded.contains { $0 <= 0x20 || $0 >= 0x7F })
        }
    }

    @Test(arguments: [
        ("", ""), ("abc-._~XYZ019", "abc-._~XYZ019"), (" ", "%20"), ("+", "%2B"), ("%", "%25"), ("%2F", "%252F"),
        ("é", "%C3%A9"), ("e\u{301}", "e%CC%81"), ("\u{1F642}", "%F0%9F%99%82"), ("\r\n", "%0D%0A"), ("\0", "%00"),
        ("!*'();:@&=+$,/?#[]", "%21%2A%27%28%29%3B%3A%40%26%3D%2B%24%2C%2F%3F%23%5B%5D"),
    ])
    func `text is encoded as UTF-8`(text: String, encoded: String) {
        var bytes = Array("before ".utf8)
        PercentEncoding.append(text, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "before " + encoded)
        #expect(encoded.removingPercentEncoding.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test func `a collection without contiguous storage is encoded alike`() {
        var bytes: [UInt8] = []
        PercentEncoding.append(utf8: "a b".utf8.reversed(), to: &bytes)
        PercentEncoding.append(utf8: "a b".unicodeScalars.lazy.map { UInt8(ascii: $0) }, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "b%20aa%20b")
    }
}
