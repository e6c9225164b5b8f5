import Foundation
import Requests
import TestSupport
import Testing

@Suite("Streams of lines")
struct LineStreamTests {
    @Test(
        arguments: [
            ("", []),
            ("a", ["a"]),
            ("a\n", ["a"]),
            ("a\r\n", ["a"]),
            ("a\nb", ["a", "b"]),
            ("a\r\n\r\nb\n\n", ["a", "", "b", ""]),
            ("\n", [""]),
            ("\r\n", [""]),
            ("a\rb\r\r\nc\r", ["a\rb\r", "c\r"]),
            ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]),
            ("\u{FEFF}", [""]),
            ("äöü €\n😀\r\n\u{2028}x\u{85}", ["äöü €", "😀", "\u{2028}x\u{85}"]),
            ("a\0b\n", ["a\0b"]),
        ] as [(String, [String])])
    func `a text is split at LF and CR LF`(text: String, lines: [String]) throws {
        #expect(try StreamFormat.lines.parsedEveryWay(text) == Parsed(elements: lines))
    }

    @Test(
        arguments: [
            ([], []),
            ([0x61, 0x0A, 0xFF, 0x0D, 0x0A, 0x62], [[0x61], [0xFF], [0x62]]),
            ([0xEF, 0xBB, 0xBF, 0x0A], [[0xEF, 0xBB, 0xBF]]),
            ([0x0D, 0x0D, 0x0A, 0x0D], [[0x0D], [0x0D]]),
        ] as [([UInt8], [[UInt8]])])
    func `bytes stay unchanged`(bytes: [UInt8], lines: [[UInt8]]) throws {
        #expect(try StreamFormat.lineData.parsedEveryWay(bytes) == Parsed(elements: lines.map { Data($0) }))
    }

    @Test(
        arguments: [
            [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0x80],
        ] as [[UInt8]])
    func `a line that is not UTF-8 is an error, after the lines before it`(bytes: [UInt8]) throws {
        let parsed = try StreamFormat.lines.parsedEveryWay(Array("a\nb".utf8) + bytes + Array("\nc".utf8))
        #expect(
            parsed
                == Parsed(
                    elements: ["a"], code: .decodingFailed,
                    message: "line 2 isn't valid UTF-8: use .lineData instead"))
    }

    @Test func `a replacement character that was sent is text`() throws {
        #expect(try StreamFormat.lines.parsedEveryWay("\u{FFFD}\n") == Parsed(elements: ["\u{FFFD}"]))
    }

    @Test(arguments: ["utf-8", "UTF-8", "us-ascii"]) func `a charset that UTF-8 contains is read`(charset: String)
        throws
    {
        let header: HeaderFields = ["Content-Type": "text/plain; charset=\(charset)"]
        #expect(try StreamFormat.lines.parsed([Data("a".utf8)], header: header).elements == ["a"])
    }

    @Test(arguments: ["iso-8859-1", "utf-16", "klingon"]) func `any other charset is an error`(charset: String) throws {
        let header: HeaderFields = ["Content-Type": "text/plain; charset=\(charset)"]
        let error = #expect(throws: TransportError.self) { try StreamFormat.lines.parsed([], header: header) }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message.contains(charset) == true)
    }

    @Test(arguments: ["\n", "\r\n", ""]) func `a line at the limit is read, and a longer one is an error`(end: String)
        throws
    {
        #expect(try StreamFormat.lines(limit: 3).parsedEveryWay("a\nabc" + end) == Parsed(elements: ["a", "abc"]))
        let message = "line 2 is larger than the limit of 3 bytes: raise the limit with "
        let strings = try StreamFormat.lines(limit: 3).parsedEveryWay("a\nabcd" + end + "e")
        #expect(
            strings == Parsed(elements: ["a"], code: .responseTooLarge, message: message + ".lines(limit:)"))
        let data = try StreamFormat.lineData(limit: 3).parsedEveryWay("a\nabcd" + end + "e")
        #expect(data.message == message + ".lineData(limit:)")
    }

    @Test func `the limit is 1 MiB by default`() throws {
        let line = Data(repeating: 0x61, count: 1_048_576)
        #expect(try StreamFormat.lines.parsed([line]).elements.count == 1)
        #expect(try StreamFormat.lines.parsed([line, Data("a".utf8)]).code == .responseTooLarge)
    }
}
