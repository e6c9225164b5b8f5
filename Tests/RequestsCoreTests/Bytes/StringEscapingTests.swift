import Requests
import RequestsEndpoints
import Testing

@testable import RequestsCore

@Suite("Text for display") struct StringEscapingTests {
    @Test(arguments: [
        ("", #""""#), ("GET", #""GET""#), ("a\r\nb", #""a\r\nb""#), ("\0\u{7F}", #""\0\u{7F}""#), ("é", #""\u{00E9}""#),
        ("\"", #""\"""#), ("\\", #""\\""#), ("\u{1B}[31m", #""\u{1B}[31m""#), ("\u{202E}x", #""\u{202E}x""#),
        (String(repeating: "a", count: 64), "\"" + String(repeating: "a", count: 64) + "\""),
        (String(repeating: "a", count: 65), "\"" + String(repeating: "a", count: 64) + "…\""),
    ])
    func `a text is shown on one line of ASCII, cut after 64 characters`(text: String, shown: String) {
        #expect(text.escapedForDisplay == shown)
    }

    @Test func `a long text costs no more than its shown part`() {
        #expect(String(repeating: "\u{301}", count: 1 << 20).escapedForDisplay.utf8.count < 64 * 10)
    }

    @Test func `a byte is shown as two digits`() {
        #expect([0, 9, 10, 15, 16, 255].map { UInt8($0).hexText } == ["00", "09", "0A", "0F", "10", "FF"])
    }
}
