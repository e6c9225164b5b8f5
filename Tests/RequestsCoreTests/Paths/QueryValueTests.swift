import Foundation
import Requests
import TestSupport
import Testing

private enum Sort: String, Encodable, Sendable { case name = "by name" }
private enum Level: Int, Encodable, Sendable { case high = 9 }
private struct Wrapped: RawRepresentable, Encodable, Sendable { var rawValue: Double }

private let date = Date(timeIntervalSince1970: 1_714_564_800.25)
private let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

@Suite("Values of a query") struct QueryValueTests {
    @Test(arguments: [
        ("", ""), ("a", "a"), ("a b", "a%20b"), ("1+1=2", "1%2B1%3D2"), ("a&b", "a%26b"), ("#;", "%23%3B"),
        ("%", "%25"), ("%20", "%2520"),
        ("a/b?c", "a%2Fb%3Fc"), ("[x]", "%5Bx%5D"), ("a,b:c@d", "a%2Cb%3Ac%40d"), ("~-._", "~-._"), ("Zoë", "Zo%C3%AB"),
        ("\0\r\n", "%00%0D%0A"),
        ("'\"<>", "%27%22%3C%3E"), ("&\u{301}", "%26%CC%81"), ("..", ".."), ("null", "null"),
    ])
    func `text and names are escaped down to the unreserved characters`(text: String, encoded: String) throws {
        #expect(try queryText(QueryItem("q", text)) == "q=" + encoded)
        #expect(try queryText(QueryItem("q", Optional(text))) == "q=" + encoded)
        #expect(try queryText(QueryItem(text, 1)) == encoded + "=1")
        #expect(try queryText(QueryItem(contentsOf: [text: text])) == encoded + "=" + encoded)
        #expect(try queryText(QueryItem(text, text)) == encoded + "=" + encoded)
        let url = try #require(URLComponents(string: try request().adding(query: "q", text).resolve().urlText))
        #expect(url.queryItems?.map { Array(($0.value ?? "").utf8) } == [Array(text.utf8)], "Foundation reads it back")
    }

    static let scalars: [(any Encodable & Sendable, String)] = [
        (true, "true"), (false, "false"), (0, "0"), (7, "7"), (10, "10"), (-1, "-1"), (-9, "-9"),
        (Int.min, "-9223372036854775808"),
        (Int.max, "9223372036854775807"), (UInt.max, "18446744073709551615"), (Int8.min, "-128"), (Int16.min, "-32768"),
        (Int32.min, "-2147483648"), (Int64.min, "-9223372036854775808"), (UInt8.max, "255"), (UInt16.max, "65535"),
        (UInt32.max, "4294967295"),
        (UInt64.max, "18446744073709551615"), (1.5, "1.5"), (-0.1, "-0.1"), (1e300, "1e%2B300"), (Float(0.1), "0.1"),
        (Double.pi, "3.141592653589793"),
        (Decimal(string: "123456789012345678.91"), "123456789012345678.91"),
        (id, "01020304-0506-0708-090a-0b0c0d0e0f10"),
        (URL("https://h/a?b=c&d"), "https%3A%2F%2Fh%2Fa%3Fb%3Dc%26d"), (Data([251, 255]), "%2B%2F8%3D"),
        (date, "2024-05-01T12%3A00%3A00.250Z"),
        (Sort.name, "by%20name"), (Level.high, "9"), (Wrapped(rawValue: 2.5), "2.5"), (Optional(Optional(3)), "3"),
        (Optional(date), "2024-05-01T12%3A00%3A00.250Z"),
    ]

    @Test(arguments: scalars)
    func `a scalar is one item, alone and as a property`(value: any Encodable & Sendable, encoded: String) throws {
        func both(_ value: some Encodable & Sendable) throws -> [String] {
            [
                try queryText(QueryItem("q", value)), try queryText(QueryItem(contentsOf: ["q": value])),
                try queryText(QueryItem("q", [value])),
            ]
        }
        #expect(try both(value) == Array(repeating: "q=" + encoded, count: 3))
    }

    @Test func `items stay in the order in which they were added, even with the same name`() throws {
        let message = try request().adding(query: "b", 1).adding(query: "a", 2).adding(query: "b", 3).adding(
            query: "flag"
        )
        .adding(queryItems: [
            QueryItem("z", 1), QueryItem("y", "two"), QueryItem("x"), QueryItem("w", true), QueryItem("v", 1.5),
            QueryItem("u", [1, 2]),
        ])
        .resolve()
        #expect(message.urlText == "https://h?b=1&a=2&b=3&flag&z=1&y=two&x&w=true&v=1.5&u=1&u=2")
    }

    @Test func `a flag is only a name`() throws {
        #expect(try queryText(QueryItem("a b")) == "a%20b")
        #expect(try queryText(QueryItem("f")) == "f")
        #expect(try queryText(QueryItem("f"), QueryItem("g", ""), QueryItem("h")) == "f&g=&h")
    }

    @Test func `with(query:) discards the items, but not the query of the endpoint`() throws {
        let base = request(to: "/?e=1").adding(query: "a", 1)
        #expect(try base.with(query: [QueryItem("b", 2)]).resolve().urlText == "https://h/?e=1&b=2")
        #expect(try base.with(query: [QueryItem("c")]).resolve().urlText == "https://h/?e=1&c")
        #expect(try base.with(query: []).resolve().urlText == "https://h/?e=1")
    }

    @Test(arguments: [
        (Coding.NilStyle.omitted, "a=1&b=2", ""), (.empty, "a=1&n=&b=2&m=", "q="), (.flag, "a=1&n&b=2&m", "q"),
    ])
    func `a nil is written in its style`(style: Coding.NilStyle, structText: String, valueText: String) throws {
        struct Filter: Encodable, Sendable { var a = 1; var n: String?; var b = 2; var m: Date? }
        let coding = Coding(nils: style)
        #expect(try queryText(QueryItem(contentsOf: Filter()), coding: coding) == structText)
        #expect(try queryText(QueryItem("q", Int?.none), coding: coding) == valueText)
        #expect(try queryText(QueryItem("q", Int??.some(nil)), coding: coding) == valueText)
        #expect(try queryText(QueryItem(contentsOf: Filter?.none), coding: coding) == "")
    }

    @Test func `booleans, dates and data are written in their styles`() throws {
        struct Values: Encodable, Sendable {
            var flag = true; var off: Bool? = false; var at = Date(timeIntervalSince1970: 1.5); var d = Data([255])
        }
        let rows: [(Coding, String)] = [
            (.standard, "flag=true&off=false&at=1970-01-01T00%3A00%3A01.500Z&d=%2Fw%3D%3D"),
            (Coding(booleans: .numeric), "flag=1&off=0&at=1970-01-01T00%3A00%3A01.500Z&d=%2Fw%3D%3D"),
            (Coding(dates: .secondsSince1970), "flag=true&off=false&at=2&d=%2Fw%3D%3D"),
            (Coding(dates: .fractionalSecondsSince1970), "flag=true&off=false&at=1.5&d=%2Fw%3D%3D"),
            (Coding(dates: .millisecondsSince1970), "flag=true&off=false&at=1500&d=%2Fw%3D%3D"),
            (
                Coding(
                    dates: .custom(encode: { _ in "a day" }, decode: { _ in Date() }),
                    data: .custom(encode: { "\($0.count)" }, decode: { _ in Data() })),
                "flag=true&off=false&at=a%20day&d=1"
            ),
        ]
        for (coding, text) in rows { #expect(try queryText(QueryItem(contentsOf: Values()), coding: coding) == text) }
    }
}
