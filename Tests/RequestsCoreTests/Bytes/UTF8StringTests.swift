import Requests
import Testing

@testable import RequestsCore

@Suite("Strings from UTF-8") struct UTF8StringTests {
    @Test(arguments: ["", "a", "é", "😀", "\u{FFFD}", "\u{FEFF}a", "a\0b"])
    func `valid bytes make a string on all systems`(_ text: String) {
        #expect(String(utf8: Array(text.utf8)) == text)
        #expect(String(comparing: Array(text.utf8)) == text)
    }

    @Test(arguments: [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xEF, 0xBF]] as [[UInt8]])
    func `invalid bytes are rejected on all systems`(_ bytes: [UInt8]) {
        #expect(String(utf8: bytes) == nil)
        #expect(String(comparing: bytes) == nil)
    }
}
