import Foundation
import Requests
import Testing

@testable import RequestsCore

struct PercentEncodingTests {
    private func encoded(_ text: String, keeping allowed: ByteSet = .unreserved) -> String {
        var bytes = Array("before ".utf8)
        PercentEncoding.append(text, keeping: allowed, to: &bytes)
        return String(String(decoding: bytes, as: UTF8.self).dropFirst("before ".utf8.count))
    }

    @Test func `only the values of pairs that have one are listed`() {
        #expect(PairBuffer.values(in: Array("a=&b=1&c&=2&d=3=4&&=".utf8)[...]) == ["1", "2", "3=4"])
    }

    @Test func `the names and values of a query are decoded if they can be`() {
        let items = PercentEncoding.items(ofQuery: "a%20b=c%3Dd&%zz=%&flag&=")
        #expect(items.map(\.name) == ["a b", "%zz", "flag", ""])
        #expect(items.map(\.value) == ["c=d", "%", "", ""])
    }

    @Test(arguments: [ByteSet.unreserved, .path, .query])
    func `every byte is kept or written as two capital digits, and decodes to itself`(allowed: ByteSet) {
        // Together, these scalars contain every byte that occurs in UTF-8: the higher planes provide the bytes from
        // 0xF0 on.
        let scalars = Array(0...0x7FF) + Array(stride(from: 0x800, through: 0x10FFFF, by: 0x1F7))
        for scalar in scalars.compactMap(Unicode.Scalar.init(_:)) {
            let text = String(scalar)
            let expected = text.utf8.map { allowed.contains($0) ? String(Unicode.Scalar($0)) : "%\($0.hexText)" }
                .joined()
            #expect(encoded(text, keeping: allowed) == expected)
            #expect(PercentEncoding.decoded(Array(expected.utf8)[...]) == text)
        }
    }

    @Test(arguments: [
        ("", ""), ("abc-._~XYZ019", "abc-._~XYZ019"), (" ", "%20"), ("+", "%2B"), ("%", "%25"), ("%2F", "%252F"),
        ("é", "%C3%A9"), ("e\u{301}", "e%CC%81"), ("\u{1F642}", "%F0%9F%99%82"), ("\r\n", "%0D%0A"), ("\0", "%00"),
        ("!*'();:@&=+$,/?#[]", "%21%2A%27%28%29%3B%3A%40%26%3D%2B%24%2C%2F%3F%23%5B%5D"),
    ])
    func `text is encoded as UTF-8`(text: String, expected: String) {
        #expect(encoded(text) == expected)
        #expect(expected.removingPercentEncoding.map { Array($0.utf8) } == Array(text.utf8), "Foundation reads it back")
    }

    @Test(arguments: [
        ("", ""), ("a+b", "a+b"), ("%41", "A"), ("%c3%A9", "é"), ("%", "%"), ("%4", "%4"), ("%zz", "%zz"),
        ("%4g", "%4g"),
        ("%%41", "%A"), ("%2541", "%41"), ("a%", "a%"), ("%00", "\0"),
    ])
    func `an invalid escape stays unchanged`(text: String, decoded: String) {
        #expect(PercentEncoding.decoded(Array(text.utf8)[...]) == decoded)
    }
}
