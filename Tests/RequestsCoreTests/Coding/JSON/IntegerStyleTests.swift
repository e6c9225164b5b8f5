import Foundation
import Requests
import TestSupport
import Testing

@testable import RequestsCore

private struct Row: Codable, Hashable, Sendable {
    enum Kind: Int64, Codable { case lease = 9_007_199_254_740_993 }

    var leaseID: Int64
    var revision: UInt64?
    var count: Int
    var small: Int8?
    var wide: Int128?
    var widest: UInt128?
    var ratio: Double?
    var name: String?
    var kind: Kind?
    var list: [Int64]?
    var holes: [UInt64?]?
    var named: [String: Int64]?
    var numbered: [Int64: UInt64]?
    var when: Date?
    var data: Data?
    var page: URL?
    var id: UUID?
    var price: Decimal?
    var any: JSONValue?
    var inner: [Inner]?

    struct Inner: Codable, Hashable, Sendable { var someID: Int64 }
}

/// Integers of 64 bits as strings in JSON, in both directions.
@Suite("Integers as text")
struct IntegerStyleTests {
    private static let text = Coding(integers: .text)
    private static let snake = Coding(keys: .snakeCase, dates: .fractionalSecondsSince1970, integers: .text)

    private func json(_ value: some Encodable, _ coding: Coding = Self.text) throws -> String {
        String(decoding: try coding.jsonData(from: value), as: UTF8.self)
    }

    private func message<Value: Decodable>(_ type: Value.Type, _ text: String) -> String {
        do {
            _ = try Self.text.value(type, fromJSON: Data(text.utf8))
            return "no error"
        } catch {
            return ErrorText.developerText(of: error)
        }
    }

    @Test func `wide integers are written as strings, and all others as numbers`() throws {
        let row = Row(
            leaseID: -1, revision: .max, count: 7, small: -8, wide: .min, widest: .max, ratio: 1.5, name: "a",
            kind: .lease, list: [1, 2], holes: [1, nil], named: ["a_b": 3], numbered: [4: 5],
            when: Date(timeIntervalSince1970: 1.25), data: Data([1, 2]), page: URL("https://h/a"),
            id: UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF"), price: Decimal(string: "1.5"),
            any: ["n": JSONValue(UInt64.max)], inner: [Row.Inner(someID: 6)])
        let expected = """
            {"any":{"n":18446744073709551615},"count":7,"data":"AQI=","holes":["1",null],\
            "id":"6F9619FF-8B86-D011-B42D-00C04FC964FF","inner":[{"some_id":"6"}],"kind":"9007199254740993",\
            "lease_id":"-1","list":["1","2"],"name":"a","named":{"a_b":"3"},"numbered":["4","5"],"page":"https://h/a",\
            "price":1.5,"ratio":1.5,"revision":"18446744073709551615","small":-8,"when":1.25,\
            "wide":"-170141183460469231731687303715884105728","widest":"340282366920938463463374607431768211455"}
            """
        #expect(try json(row, Self.snake) == expected)
        #expect(try Self.snake.value(Row.self, fromJSON: Self.snake.jsonData(from: row)) == row)
        #expect(try Self.text.value(Row.self, fromJSON: Self.text.jsonData(from: row)) == row)
        #expect(try json(Int64.max) == "\"9223372036854775807\"")
        #expect(try json([Int64.max: true] as [Int64: Bool]) == "[\"9223372036854775807\",true]")
        #expect(try json(["a": [UInt64(1)]]) == #"{"a":["1"]}"#)
        #expect(try json(5) == "5")
        #expect(try json(Date(timeIntervalSince1970: 0)) == "\"1970-01-01T00:00:00Z\"")
        #expect(try json(Int64?.none) == "null")
        #expect(try json([5] as JSONValue) == "[5]")
        #expect(try json(row.leaseID, .standard) == "-1")
        // The key style doesn't apply to keys of a dictionary.
        #expect(try json(["aB": Int64(1)], Self.snake) == #"{"aB":"1"}"#)
    }

    @Test func `a value writes null, and reads the user info of its encoder`() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "number"))
        struct Row: Encodable {
            let key: CodingUserInfoKey
            func encode(to encoder: any Encoder) throws {
                var row = encoder.container(keyedBy: WireKey.self)
                try row.encodeNil(forKey: WireKey("a"))
                try row.encode(encoder.userInfo[key] as? Int64, forKey: WireKey("b"))
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.userInfo[key] = Int64(5)
        #expect(try encoder.encode(IntegerTextWriting(value: Row(key: key))) == Data(#"{"a":null,"b":"5"}"#.utf8))
    }

    @Test func `integers of 128 bits are written as strings in each container`() throws {
        struct Single: Encodable {
            let isSigned: Bool
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                if isSigned { try container.encode(Int128.min) } else { try container.encode(UInt128.max) }
            }
        }
        struct List: Encodable {
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                try list.encode(Int128(-1))
                try list.encode(UInt128(2))
                try list.encodeNil()
                var row = list.nestedContainer(keyedBy: WireKey.self)
                try row.encode(Int128(-3), forKey: WireKey("a"))
                try row.encode(UInt128(4), forKey: WireKey("b"))
            }
        }
        #expect(try json(Single(isSigned: true)) == "\"-170141183460469231731687303715884105728\"")
        #expect(try json(Single(isSigned: false)) == "\"340282366920938463463374607431768211455\"")
        #expect(try json(List()) == #"["-1","2",null,{"a":"-3","b":"4"}]"#)
    }

    @Test func `a value that is coded by hand is written and read in every kind of container`() throws {
        let value = HandCoded()
        let (least, most) = ("\"\(Int128.min)\"", "\"\(UInt128.max)\"")
        let expected = """
            {"base":{"x":7},"holes":[null,1],"least":\(least),"most":\(most),"nothing":null,\
            "numbers":[\(least),\(most)],"point":{"x":2},"rows":[{"x":3},[4],"-5"],"single":\(least),"super":{"x":6}}
            """
        #expect(try json(value) == expected)
        #expect(try Self.text.value(HandCoded.self, fromJSON: Data(expected.utf8)) == value)
        let counts = try json([WideCount(most: .max)])
        #expect(counts == "[\(most)]")
        #expect(try Self.text.value([WideCount].self, fromJSON: Data(counts.utf8)) == [WideCount(most: .max)])
    }

    @Test func `a value reads the path of its decoder`() throws {
        struct Located: Decodable {
            let path: [String]
            init(from decoder: any Decoder) throws { path = decoder.codingPath.map(\.stringValue) }
        }
        let rows = try Self.text.value([String: [Located]].self, fromJSON: Data(#"{"a":[1,2]}"#.utf8))
        #expect(rows["a"]?.map(\.path) == [["a", "Index 0"], ["a", "Index 1"]])
    }

    @Test func `a list knows the number of its elements`() throws {
        struct Counting: Encodable {
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                try list.encode(Int64(7))
                try list.encode(list.count)
            }
        }
        #expect(try json(Counting()) == #"["7",1]"#)
    }

    @Test(arguments: [
        #"{"leaseID":"7","count":"8","small":"-9","revision":"18446744073709551615","wide":"1","list":["1",2],"#
            + #""named":{"x":"1"},"holes":[null,"2"],"kind":"9007199254740993"}"#,
        #"{"leaseID":7,"count":8,"small":-9,"revision":18446744073709551615,"wide":1,"list":[1,2],"#
            + #""named":{"x":1},"holes":[null,2],"kind":9007199254740993}"#,
    ]) func `strings and numbers are both read`(text: String) throws {
        let row = try Self.text.value(Row.self, fromJSON: Data(text.utf8))
        #expect(
            row
                == Row(
                    leaseID: 7, revision: .max, count: 8, small: -9, wide: 1, kind: .lease, list: [1, 2],
                    holes: [nil, 2], named: ["x": 1]))
        #expect(try Self.text.value(Int64.self, fromJSON: Data("\"5\"".utf8)) == 5)
        #expect(try Self.text.value(Int?.self, fromJSON: Data("null".utf8)) == nil)
        #expect(try Self.text.value([String: UInt64].self, fromJSON: Data(#"{"a_b":"1"}"#.utf8)) == ["a_b": 1])
        #expect(try Self.snake.value([String: UInt64].self, fromJSON: Data(#"{"a_b":"1"}"#.utf8)) == ["a_b": 1])
        #expect(try Self.text.value(String.self, fromJSON: Data("\"5\"".utf8)) == "5")
    }

    @Test(arguments: [
        (#"{"leaseID":"x","count":1}"#, "`leaseID` is a string that is not a valid Int64"),
        (#"{"leaseID":"+1","count":1}"#, "`leaseID` is a string that is not a valid Int64"),
        (#"{"leaseID":" 1","count":1}"#, "`leaseID` is a string that is not a valid Int64"),
        (#"{"leaseID":"","count":1}"#, "`leaseID` is a string that is not a valid Int64"),
        (#"{"leaseID":"1.0","count":1}"#, "`leaseID` is a string that is not a valid Int64"),
        (#"{"leaseID":"9223372036854775808","count":1}"#, "`leaseID` is a number that can't be represented as Int64"),
        (#"{"leaseID":9223372036854775808,"count":1}"#, "`leaseID` is a number that can't be represented as Int64"),
        (#"{"leaseID":"1","count":1,"small":"128"}"#, "`small` is a number that can't be represented as Int8"),
        (#"{"leaseID":"1","count":1,"small":128}"#, "`small` is a number that can't be represented as Int8"),
        (#"{"leaseID":"1","count":true}"#, "`count` is not Int, but a boolean"),
        (#"{"leaseID":true,"count":1}"#, "`leaseID` is not Int64, but a boolean"),
        (#"{"leaseID":null,"count":1}"#, "`leaseID` is null, but Int64 is expected"),
        (#"{"leaseID":"1","count":1,"list":["1","y"]}"#, "`list[1]` is a string that is not a valid Int64"),
        (#"{"leaseID":"1","count":1,"ratio":"1.5"}"#, "`ratio` is not Double, but a string"),
        (#"{"leaseID":"1","count":1,"id":"6F9619FF-8B86-D011-B42D-00C04FC964FF\u0000"}"#, "`id` is not UUID"),
        (#"{"leaseID":"1"}"#, "`count` is missing"),
        (#"{"leaseID":"1","count":"2","small":128}"#, "`small` is a number that can't be represented as Int8"),
        (#"{"leaseID":"1","#, "the data is not valid JSON: it ends too early, after 15 bytes"),
    ]) func `a text that isn't an integer is an error with its path`(text: String, expected: String) {
        #expect(message(Row.self, text) == expected)
        #expect(message(Row.self, text).contains("SECRET") == false)
    }

    @Test func `a long text is an error`() {
        let digits = String(repeating: "0", count: 100_000)
        #expect(message(Row.self, #"{"leaseID":"\#(digits)"}"#) == "`leaseID` is a string that is not a valid Int64")
    }

    @Test func `without the style, a string isn't an integer`() {
        #expect(throws: DecodingError.self) { try Coding.standard.value(Int64.self, fromJSON: Data("\"5\"".utf8)) }
        #expect(Coding.standard.integers == .numeric)
    }

    @Test func `classes with a superclass and nested containers are read and written`() throws {
        let (node, coding) = (Derived(), Self.text)
        node.id = 1
        node.extra = 2
        let data = try coding.jsonData(from: node)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"extra":"2","nested":{"list":["3",["4"]]},"super":{"id":"1"}}"#)
        let read = try coding.value(Derived.self, fromJSON: data)
        #expect(read.id == 1)
        #expect(read.extra == 2)
    }
}

private class Base: Codable {
    var id: Int64 = 0
}

private final class Derived: Base {
    var extra: Int64 = 0

    enum Key: CodingKey { case extra, nested, list }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        extra = try container.decode(Int64.self, forKey: .extra)
        let nested = try container.nestedContainer(keyedBy: Key.self, forKey: .nested)
        var list = try nested.nestedUnkeyedContainer(forKey: .list)
        #expect(try list.decode(Int64.self) == 3)
        var inner = try list.nestedUnkeyedContainer()
        #expect(try inner.decodeIfPresent(Int64.self) == 4)
        #expect(inner.isAtEnd)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(extra, forKey: .extra)
        var nested = container.nestedContainer(keyedBy: Key.self, forKey: .nested)
        var list = nested.nestedUnkeyedContainer(forKey: .list)
        try list.encode(3 as Int64)
        var inner = list.nestedUnkeyedContainer()
        try inner.encode(4 as Int64)
        try super.encode(to: container.superEncoder())
    }
}
