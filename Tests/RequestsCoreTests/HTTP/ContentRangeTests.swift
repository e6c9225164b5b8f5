import Requests
import TestSupport
import Testing

@testable import RequestsCore

@Suite("ContentRange")
struct ContentRangeTests {
    @Test(arguments: ["bytes 42-1233/1234", "bytes 0-0/*", "bytes */7"])
    func `a range is described as in its field`(text: String) throws {
        #expect("\(try #require(ContentRange(text)))" == text)
    }

    @Test(
        arguments: [
            ("bytes 0-0/1", 0...0, 1), ("bytes 42-1233/1234", 42...1_233, 1_234), ("bytes 42-1233/*", 42...1_233, nil),
            ("BYTES 5-6/7", 5...6, 7), ("bytes */1234", nil, 1_234), ("bytes */0", nil, 0),
            ("bytes  1-2/3 ", 1...2, 3), ("bytes 0-9223372036854775806/*", 0...(.max - 1), nil),
        ] as [(String, ClosedRange<Int>?, Int?)]
    )
    func `a range is read`(text: String, bytes: ClosedRange<Int>?, total: Int?) throws {
        let range = try #require(ContentRange(text))
        #expect(range.bytes == bytes)
        #expect(range.completeLength == total)
    }

    @Test(arguments: [
        "", "bytes", "bytes ", "bytes=0-1/2", "items 0-1/2", "bytes 0-1", "bytes 0-1/", "bytes /2", "bytes -1/2",
        "bytes 1-/2", "bytes 2-1/3", "bytes 0-2/2", "bytes */*", "bytes 0-1/2/3", "bytes 0-1-2/3", "bytes +0-1/2",
        "bytes 0-1/2, bytes 0-1/2", "bytes 0 -1/2", "bytes 0-1/99999999999999999999", "bytes 0-9223372036854775808/*",
        "bytes ٠-١/٢", "bytes 0-1/2\u{301}",
        "bytes 0-1//2", "bytes /0-1/2", "bytes 0-1/2/", "bytes 0--1/2", "bytes -0-1/2",
    ])
    func `any other text isn't a range`(text: String) {
        #expect(ContentRange(text) == nil)
    }
}
