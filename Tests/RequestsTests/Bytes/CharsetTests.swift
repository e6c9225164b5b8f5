import Foundation
import TestSupport
import Testing

@testable import Requests

struct CharsetTests {
    @Test(arguments: [
        ("utf-8", String.Encoding.utf8), ("UTF-8", .utf8), ("utf8", .utf8), ("US-ASCII", .ascii), ("ascii", .ascii),
        ("ISO-8859-1", .isoLatin1), ("latin1", .isoLatin1), ("iso-8859-2", .isoLatin2),
        ("Windows-1252", .windowsCP1252),
        ("cp1252", .windowsCP1252), ("windows-1250", .windowsCP1250), ("windows-1251", .windowsCP1251),
        ("utf-16", .utf16), ("UTF-16LE", .utf16LittleEndian), ("utf-16be", .utf16BigEndian), ("utf-32", .utf32),
        ("Shift_JIS", .shiftJIS), ("EUC-JP", .japaneseEUC), ("iso-2022-jp", .iso2022JP), ("macintosh", .macOSRoman),
    ])
    func `a name gives its encoding, whatever its case`(name: String, encoding: String.Encoding) {
        #expect(Charset(named: name)?.encoding == encoding)
    }

    @Test(arguments: ["", " utf-8", "utf-9", "x-unknown", "\"utf-8\"", "utf-8\0"])
    func `an unknown name has no encoding`(name: String) {
        #expect(Charset(named: name) == nil)
    }

    @Test(arguments: [
        (String.Encoding.utf8, "utf-8" as String?), (.ascii, "us-ascii"), (.isoLatin1, "iso-8859-1"),
        (.windowsCP1252, "windows-1252"), (.utf16, "utf-16"), (.shiftJIS, "shift_jis"), (.symbol, nil),
        (.nextstep, nil),
    ])
    func `an encoding is written with its preferred name`(encoding: String.Encoding, name: String?) {
        #expect(Charset(encoding)?.name == name)
    }

    @Test(arguments: [("utf-8", "charset=utf-8"), ("UTF-16", "charset=utf-16")])
    func `a text body names its charset`(name: String, parameter: String) throws {
        let encoding = try #require(Charset(named: name)?.encoding)
        let message = try request(to: "/").using(method: .post).sending(.text("x", encoding: encoding)).resolve()
        #expect(message.header[.contentType] == "text/plain; \(parameter)")
    }
}
