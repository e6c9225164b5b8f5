import Foundation
import Requests
import TestSupport
import Testing

@testable import RequestsCore

struct CharsetTests {
    @Test(arguments: [
        ("utf-8", String.Encoding.utf8), ("UTF-8", .utf8), ("utf8", .utf8), ("US-ASCII", .ascii), ("ascii", .ascii),
        ("ISO-8859-1", .isoLatin1), ("latin1", .isoLatin1), ("iso-8859-2", .isoLatin2),
        ("Windows-1252", .windowsCP1252),
        ("cp1252", .windowsCP1252), ("windows-1250", .windowsCP1250), ("windows-1251", .windowsCP1251),
        ("utf-16", .utf16), ("UTF-16LE", .utf16LittleEndian), ("utf-16be", .utf16BigEndian), ("utf-32", .utf32),
        ("Shift_JIS", .shiftJIS), ("iso-2022-jp", .iso2022JP), ("'utf-8'", .utf8), ("utf_8", .utf8),
        ("iso8859-1", .isoLatin1), ("ISO_8859-1", .isoLatin1), ("l1", .isoLatin1), ("Latin2", .isoLatin2),
    ])
    func `an encoding is found by the letters and digits of its name`(name: String, encoding: String.Encoding) {
        #expect(Charset(named: name)?.encoding == encoding)
    }

    @Test(arguments: ["", "-", "utf-9", "x-unknown", "utf-88"])
    func `an unknown name has no encoding`(name: String) {
        #expect(Charset(named: name) == nil)
    }

    @Test(arguments: [
        (String.Encoding.utf8, "utf-8" as String?), (.ascii, "us-ascii"), (.isoLatin1, "iso-8859-1"),
        (.windowsCP1252, "windows-1252"), (.utf16, "utf-16"), (.shiftJIS, "shift_jis"), (.macOSRoman, "macintosh"),
        (.init(rawValue: 0x8000_0A02), "koi8-r"), (.init(rawValue: 0x8000_0632), "gb18030"), (.symbol, nil),
        (.nextstep, nil),
    ])
    func `an encoding is written with its preferred name`(encoding: String.Encoding, name: String?) {
        #expect(Charset(encoding)?.name == name)
    }

    @Test(
        arguments: [
            ("KOI8-R", "Привет", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4]), ("iso-8859-15", "€Œ", [0xA4, 0xBC]),
            ("GB18030", "中€", [0xD6, 0xD0, 0xA2, 0xE3]), ("big5", "中文", [0xA4, 0xA4, 0xA4, 0xE5]),
            ("windows-1255", "ש", [0xF9]), ("macintosh", "é", [0x8E]),
        ] as [(String, String, [UInt8])])
    func `a text body is written in the charset, and read back`(name: String, text: String, bytes: [UInt8]) throws {
        let encoding = try #require(name == "macintosh" ? .macOSRoman : Charset(named: name)?.encoding)
        let message = try request(to: "/").using(method: .post).sending(.text(text, encoding: encoding)).resolve()
        guard case .data(Data(bytes)) = message.body else { Issue.record("other bytes"); return }
        #expect(message.header[.contentType] == "text/plain; charset=\(name.lowercased())")
        let head = ResponseHead(status: .ok, header: message.header)
        #expect(try ResponseDecoder.text.decode(head, Data(bytes)) == text)
        #expect(try ResponseDecoder.text(encoding: encoding).decode(head, Data(bytes)) == text)
    }

    @Test(arguments: [("utf-8", "charset=utf-8"), ("UTF-16", "charset=utf-16")])
    func `a text body names its charset`(name: String, parameter: String) throws {
        let encoding = try #require(Charset(named: name)?.encoding)
        let message = try request(to: "/").using(method: .post).sending(.text("x", encoding: encoding)).resolve()
        #expect(message.header[.contentType] == "text/plain; \(parameter)")
    }
}
