import Foundation
import Requests
import TestSupport
import Testing

/// Text in the charset of the response, or in a given encoding.
struct TextDecoderTests {
    @Test(
        arguments: [
            (nil, [0xC3, 0xA9], "é"), ("text/plain", [0xC3, 0xA9], "é"), (nil, [], ""),
            ("text/plain; charset=utf-8", [0xC3, 0xA9], "é"), ("text/plain;charset=\"UTF-8\"", [0xC3, 0xA9], "é"),
            ("text/plain; CHARSET=Utf8", [0xC3, 0xA9], "é"), ("text/plain; charset=iso-8859-1", [0xE9], "é"),
            ("text/plain; charset=latin1", [0xE9], "é"), ("text/plain; charset=us-ascii", [0x61], "a"),
            ("text/plain; charset=windows-1252", [0x80], "€"),
            ("text/plain; charset=utf-16", [0xFE, 0xFF, 0, 0xE9], "é"),
            ("text/plain; charset=utf-16", [0xFF, 0xFE, 0xE9, 0], "é"),
            ("text/plain; charset=utf-16be", [0, 0xE9], "é"), ("text/plain; charset=utf-16le", [0xE9, 0], "é"),
            ("text/plain; charset=utf-16le", [0xFF, 0xFE, 0xE9, 0], "é"),
            ("text/plain; charset=utf-32be", [0, 0, 0, 0xE9], "é"),
            ("text/html; a=b; charset=shift_jis", [0x82, 0xA0], "あ"),
            ("text/plain; charset=", [0xC3, 0xA9], "é"), ("text/plain; charset=\"\"", [0xC3, 0xA9], "é"),
            ("text/plain; charset='utf-8'", [0xC3, 0xA9], "é"), ("text/plain; charset=gbk", [0xD6, 0xD0], "中"),
            ("text/plain; charset=GB2312", [0xD6, 0xD0], "中"), ("text/plain; charset=big5", [0xA4, 0xA4], "中"),
            ("text/plain; charset=euc-kr", [0xC7, 0xD1], "한"), ("text/plain; charset=koi8-u", [0xA6], "і"),
            ("text/plain; charset=iso-8859-14", [0xB8], "ẁ"), ("text/plain; charset=windows-874", [0xA1], "ก"),
            ("text/plain; charset=windows-1258", [0xF5], "ơ"), ("text/plain; charset=ibm866", [0x86], "Ж"),
            (nil, [0xEF, 0xBB, 0xBF, 0x61], "a"), (nil, [0xEF, 0xBB, 0xBF], ""),
            (nil, [0x61, 0xEF, 0xBB, 0xBF], "a\u{FEFF}"),
            (nil, [0x61, 0x0D, 0x0A, 0], "a\r\n\0"),
        ] as [(String?, [UInt8], String)])
    func `the charset comes from the response`(type: String?, bytes: [UInt8], text: String) throws {
        #expect(
            try ResponseDecoder.text.decode(head(type), Data(bytes)).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test(
        arguments: [
            (nil, [0xFF], "the body isn't valid text in utf-8"), (nil, [0xC3], "the body isn't valid text in utf-8"),
            (nil, [0xC0, 0x80], "the body isn't valid text in utf-8"),
            (nil, [0xED, 0xA0, 0x80], "the body isn't valid text in utf-8"),
            ("text/plain; charset=us-ascii", [0xE9], "the body isn't valid text in us-ascii"),
            ("text/plain; charset=utf-16be", [0, 0x61, 0], "the body isn't valid text in utf-16be"),
            ("text/plain; charset=utf-16", [0x61], "the body isn't valid text in utf-16"),
            ("text/plain; charset=utf-16be", [0xD8, 0], "the body isn't valid text in utf-16be"),
            ("text/plain; charset=utf-32", [0, 0, 0x61], "the body isn't valid text in utf-32"),
            (
                "text/plain; charset=klingon", [0x61],
                "this platform can't read the response's charset \"klingon\": pass a different encoding to .text(encoding:), "
                    + "or use .data"
            ),
        ] as [(String?, [UInt8], String)])
    func `bytes that are invalid in the charset are an error`(type: String?, bytes: [UInt8], message: String) throws {
        let error = #expect(throws: TransportError.self) { try ResponseDecoder.text.decode(head(type), Data(bytes)) }
        #expect(error?.code == .decodingFailed)
        let advice = message.hasPrefix("the body") ? ": pass the body's encoding to .text(encoding:), or use .data" : ""
        #expect(error?.message == message + advice)
    }

    @Test func `an explicit encoding overrides that of the response`() throws {
        let latin = head("text/plain; charset=klingon")
        #expect(try ResponseDecoder.text(encoding: .isoLatin1).decode(latin, Data([0xE9])) == "é")
        let error = #expect(throws: TransportError.self) {
            try ResponseDecoder.text(encoding: .ascii).decode(latin, Data([0xE9]))
        }
        #expect(
            error?.message
                == "the body isn't valid text in us-ascii: pass the body's encoding to .text(encoding:), or use .data"
        )
    }

    #if os(Linux)
    @Test func `a charset that this platform can't read is not the server's fault`() throws {
        let reason = "this platform can't read the response's charset \"EUC-JP\": "
        let error = #expect(throws: TransportError.self) {
            try ResponseDecoder.text.decode(head("text/plain; charset=EUC-JP"), Data([0x61]))
        }
        #expect(error?.message == reason + "pass a different encoding to .text(encoding:), or use .data")
        let explicit = #expect(throws: TransportError.self) {
            try ResponseDecoder.text(encoding: .japaneseEUC).decode(head(nil), Data([0x61]))
        }
        #expect(explicit?.message == "this platform can't read text in euc-jp: use .data")
    }
    #endif

    private func head(_ type: String?) -> ResponseHead {
        ResponseHead(status: .ok, header: type.map { ["Content-Type": $0] } ?? [])
    }
}
