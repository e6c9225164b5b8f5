import Foundation
import Requests
import TestSupport
import Testing

private enum Color: String, Encodable, Sendable { case red, green }
private enum Level: Int, Encodable, Sendable { case low = 1, high = 9 }
private enum Bare: Encodable, Sendable { case one }
private struct Pair: Encodable, Sendable { var a = 1; var b = 2 }
private struct Wrapped: RawRepresentable, Encodable, Sendable { var rawValue: String }
private struct Thrower: Encodable, Sendable {
    struct Failure: Error {}
    func encode(to encoder: any Encoder) throws { throw Failure() }
}

private let id = UUID(
    uuid: (0x5C, 0x5D, 0xCB, 0xD5, 0x0A, 0x5F, 0x4B, 0x3C, 0xB0, 0xE0, 0x0C, 0x5A, 0x1A, 0x5D, 0x6C, 0x5B))
private let date = Date(timeIntervalSince1970: 784_111_777)

@Suite("Typed fields") struct TypedFieldTests {
    @Test(arguments: [
        (HeaderField.accept(.json), "Accept: application/json"),
        (.accept(.json, "text/*;q=0.5", .any), "Accept: application/json, text/*;q=0.5, */*"),
        (.contentType("text/csv; charset=utf-8"), "Content-Type: text/csv; charset=utf-8"),
        (HeaderField(.idempotencyKey, id), "Idempotency-Key: 5c5dcbd5-0a5f-4b3c-b0e0-0c5a1a5d6c5b"),
        (HeaderField(.ifModifiedSince, date), "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"),
        (HeaderField(.ifUnmodifiedSince, date), "If-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT"),
        (.range(0...499), "Range: bytes=0-499"),
        (.range(500...), "Range: bytes=500-"),
        (.range(suffix: 500), "Range: bytes=-500"), (.range(suffix: 1), "Range: bytes=-1"),
    ])
    func `a typed field is written as its RFC says`(field: HeaderField, line: String) throws {
        #expect(field.description == line)
        #expect(try request(to: "/").setting(headerField: field).resolve().header.contains(field))
    }

    @Test(arguments: [
        (HeaderField.range(-1...4), "the field Range has a range with a negative start, but the first byte is byte 0"),
        (.range((-1)...), "the field Range has a range with a negative start, but the first byte is byte 0"),
        (.range(suffix: 0), "the field Range has an empty or negative suffix range: use a length of at least one byte"),
        (
            .range(suffix: .min),
            "the field Range has an empty or negative suffix range: use a length of at least one byte"
        ),
    ])
    func `a range without bytes is an error`(field: HeaderField, message: String) throws {
        let error = try #require(request(to: "/").setting(headerField: field).resolutionError())
        #expect(error.code == .invalidHeaderValue && error.message == message)
    }

    static let scalars: [(any Encodable & Sendable, String)] = [
        ("text", "text"), ("", ""), ("in\tner", "in\tner"), ("Zoë", "Zoë"), ("a=b&c d%", "a=b&c d%"),
        (0, "0"), (42, "42"), (-7, "-7"), (Int.min, "-9223372036854775808"), (UInt64.max, "18446744073709551615"),
        (Int8(-128), "-128"), (UInt8(255), "255"), (1.5, "1.5"), (Float(0.1), "0.1"), (Decimal(string: "0.10"), "0.1"),
        (true, "true"), (false, "false"), (Color.green, "green"), (Level.high, "9"), (Wrapped(rawValue: "w"), "w"),
        (date, "Sun, 06 Nov 1994 08:49:37 GMT"), (id, "5c5dcbd5-0a5f-4b3c-b0e0-0c5a1a5d6c5b"),
        (URL("https://h/%20?a=b"), "https://h/%20?a=b"), (Data([0, 255]), "AP8="), (Optional(3), "3"),
        (Optional(Optional(date)), "Sun, 06 Nov 1994 08:49:37 GMT"),
    ]

    @Test(arguments: scalars)
    func `any scalar can be a value`(value: any Encodable & Sendable, text: String) throws {
        let message = try request(to: "/").adding(headerField: "X", value).resolve()
        #expect(message.header[values: "X"] == [text])
    }

    static let nils: [any Encodable & Sendable] = [Int?.none, Date?.none, String?.none, Color?.none, Int??.some(nil)]

    @Test(arguments: nils)
    func `a nil adds no field, and setting it removes the field`(value: any Encodable & Sendable) throws {
        let base = request(to: "/").adding(headerField: "X", "old")
        #expect(try base.adding(headerField: "X", value).resolve().header[values: "X"] == ["old"])
        #expect(try base.setting(headerField: "X", value).resolve().header[values: "X"] == [])
        #expect(HeaderField("X", value).value == "")
    }

    static let unwritable: [any Encodable & Sendable] = [
        [1], [1, 2], ["a"], [Int](), [Int?.none], Set([1]), Set<Int>(), ["a": 1], [String: Int](), [1: 1], Pair(),
        Bare.one,
        Thrower(), Double.nan, Double.infinity, -Float.infinity, Decimal.nan, [Double.nan], Optional([1]),
    ]

    @Test(arguments: unwritable)
    func `a value that isn't one text is an error, and never dropped`(value: any Encodable & Sendable) {
        for request in [
            request(to: "/").adding(headerField: "X", value), request(to: "/").setting(headerField: "X", value),
            request(to: "/").adding(headerField: HeaderField("X", value)),
        ] {
            #expect(request.resolutionError()?.code == .invalidHeaderValue)
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -1e300, 1e300])
    func `a date that HTTP can't write is an error`(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        for field in [HeaderField(.ifModifiedSince, date), HeaderField("X-Date", date)] {
            let error = request(to: "/").adding(headerField: field).resolutionError()
            #expect(error?.code == .invalidHeaderValue)
            #expect(error?.message.contains(field.name.rawValue) == true)
        }
    }

    @Test func `a value that is set later repairs the field`() throws {
        var field = HeaderField("X", [1, 2])
        field.value = "1, 2"
        #expect(try request(to: "/").adding(headerField: field).resolve().header["X"] == "1, 2")
    }
}
