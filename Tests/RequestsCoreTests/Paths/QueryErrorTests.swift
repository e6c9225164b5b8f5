import Foundation
import Requests
import TestSupport
import Testing

private struct Range: Encodable, Sendable { var from: Double; var list: [Double] = [] }
private enum Bare: Encodable, Sendable { case byName, with([Int]) }
private indirect enum Chain: Encodable, Sendable {
    case end, link(Chain)
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if case .link(let next) = self {
            try container.encode(next, forKey: .next)
        } else {
            try container.encode(1, forKey: .end)
        }
    }
    enum Key: CodingKey { case next, end }
}
private struct Thrower: Encodable, Sendable {
    struct Failure: Error {}
    func encode(to encoder: any Encoder) throws { throw Failure() }
}
private struct Alike: Hashable, Encodable, Sendable {
    var name: String
    var hidden: Int
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

private let badDate = Date(timeIntervalSince1970: .infinity)

@Suite("Queries that can't be written") struct QueryErrorTests {
    static let rows: [(QueryItem, String)] = [
        (QueryItem("q", Double.nan), "the value of `q` is not a finite number"),
        (QueryItem("q", Float.infinity), "the value of `q` is not a finite number"),
        (QueryItem("q", Decimal.nan), "the value of `q` is not a finite number"),
        (QueryItem("q", [1.5, .nan]), "the value of `q.1` is not a finite number"),
        (QueryItem(contentsOf: Range(from: .infinity)), "the value of `from` is not a finite number"),
        (
            QueryItem(contentsOf: ["a": [Range(from: 1, list: [1, -.infinity])]]),
            "the value of `a.0.list.1` is not a finite number"
        ),
        (QueryItem("f", Range(from: .nan)), "the value of `f.from` is not a finite number"),
        (
            QueryItem("d", badDate),
            "the value of `d` is a date that can't be written: the date is NaN, infinite, or outside the years 1 to 9999"
        ),
        (
            QueryItem("d", ["x": [badDate]]),
            "the value of `d.x.0` is a date that can't be written: the date is NaN, infinite, or outside the years 1 to 9999"
        ),
        (
            QueryItem(contentsOf: 5),
            "the value is a single value without a name: give the value a name, as in adding(query: \"name\", value)"
        ),
        (
            QueryItem(contentsOf: "text"),
            "the value is a single value without a name: give the value a name, as in adding(query: \"name\", value)"
        ),
        (
            QueryItem(contentsOf: [1, 2]),
            "the value is an array without a name: give the array a name, as in adding(query: \"name\", values)"
        ),
        (
            QueryItem(contentsOf: [Int]()),
            "the value is an array without a name: give the array a name, as in adding(query: \"name\", values)"
        ),
        (
            QueryItem(contentsOf: Set([1])),
            "the value is an array without a name: give the array a name, as in adding(query: \"name\", values)"
        ),
        (
            QueryItem(contentsOf: [Range(from: 1)]),
            "the value is an array without a name: give the array a name, as in adding(query: \"name\", values)"
        ),
        (
            QueryItem(contentsOf: Set([["a": 1]])),
            "the value is an array without a name: give the array a name, as in adding(query: \"name\", values)"
        ),
        (
            QueryItem("s", Bare.byName),
            "the value of `s` is an enum case without a raw value: give the enum raw values, as in enum State: String"
        ),
        (
            QueryItem(contentsOf: ["s": Bare.byName]),
            "the value of `s` is an enum case without a raw value: give the enum raw values, as in enum State: String"
        ),
        (
            QueryItem("s", [Bare.byName]),
            "the value of `s.0` is an enum case without a raw value: give the enum raw values, as in enum State: String"
        ),
        (QueryItem("k", [Int?.none: 1]), "the value of `k` has a key that is nil, but a key must not be nil"),
        (QueryItem("t", ["a": Thrower()]), "the value of `t.a` could not be encoded: Failure()"),
        (
            QueryItem("k", [Alike(name: "n", hidden: 1): 1, Alike(name: "n", hidden: 2): 2]),
            "the value of `k` has two different keys that would both be written as `n`"
        ),
    ]

    @Test(arguments: rows)
    func `the error names the value by its path`(item: QueryItem, message: String) {
        let error = queryError(QueryItem("before", 1), item, QueryItem("after", 2))
        #expect(error?.code == .queryEncodingFailed)
        #expect(error?.message == message)
    }

    @Test func `an error of a value's own code is the underlying error`() {
        #expect(queryError(QueryItem("t", [Thrower()]))?.underlyingError is Thrower.Failure)
        let coding = Coding(
            dates: .custom(encode: { _ in throw Thrower.Failure() }, decode: { _ in Date() }),
            data: .custom(encode: { _ in throw Thrower.Failure() }, decode: { _ in Data() })
        )
        let values: [(any Encodable & Sendable, String)] = [(["at": Date()], "at"), (["at": [Data()]], "at.0")]
        for (value, path) in values {
            let error = queryError(QueryItem(contentsOf: value), coding: coding)
            #expect(error?.message == "the value of `\(path)` could not be encoded: Failure()")
            #expect(error?.underlyingError is Thrower.Failure)
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `no date style writes an infinite date`(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        for style in [Coding.DateStyle.iso8601, .secondsSince1970, .millisecondsSince1970] {
            #expect(queryError(QueryItem("d", date), coding: Coding(dates: style))?.code == .queryEncodingFailed)
        }
    }

    @Test func `values may be nested 127 levels deep and no deeper, without a crash`() throws {
        func chain(_ length: Int) -> Chain { (0..<length).reduce(.end) { chain, _ in .link(chain) } }
        #expect(try queryText(QueryItem(contentsOf: chain(100))).hasSuffix("%5Bend%5D=1"))
        for length in [128, 1_000, 10_000] {
            let error = queryError(QueryItem(contentsOf: chain(length)))
            #expect(error?.code == .queryEncodingFailed)
            #expect(error?.message.contains("is nested more than 128 levels deep") == true)
        }
    }

    @Test func `an enum may omit itself in its own code`() throws {
        enum Page: Encodable, Sendable {
            case first, number(Int)
            enum Key: CodingKey { case page }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                if case .number(let number) = self { try container.encode(number, forKey: .page) }
            }
        }
        #expect(try queryText(QueryItem(contentsOf: Page.first)) == "")
        #expect(try queryText(QueryItem(contentsOf: Page.number(2))) == "page=2")
        #expect(try queryText(QueryItem("b", Bare.with([1]))) == "b%5Bwith%5D%5B_0%5D=1")
    }

    @Test func `an error shows no sensitive value`() {
        let item = QueryItem("key", ["s3cret": Double.nan], isSensitive: true)
        #expect(queryError(item)?.description.contains("nan") == false)
        #expect(item.description == "key=<redacted>")
    }
}
