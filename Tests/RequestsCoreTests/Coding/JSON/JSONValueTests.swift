import Foundation
import Requests
import TestSupport
import Testing

@testable import RequestsCore

/// Any JSON, read and written exactly.
@Suite("JSON values")
struct JSONValueTests {
    private func parsed(_ text: String, _ coding: Coding = .standard) throws -> JSONValue {
        try coding.value(JSONValue.self, fromJSON: Data(text.utf8))
    }

    private func message(_ bytes: [UInt8]) -> String {
        do {
            _ = try Coding.standard.value(JSONValue.self, fromJSON: Data(bytes))
            return "no error"
        } catch {
            return ErrorText.developerText(of: error)
        }
    }

    @Test(arguments: [
        "null", "true", "false", "0", "-0", "1.10", "1e400", "-2.50E-7", "123456789012345678901234567890.5",
        "18446744073709551615", "-9223372036854775808", #""""#, #""a\"b\\c/é😀""#, #""\u0000\u001F\n""#,
        #""\b\f\n\r\t""#, #"" !~""#, "[]", "{}",
        #"{"z":1,"a":[{"b":null},[],{}],"m":"x"}"#,
    ]) func `JSON is written as it was read`(text: String) throws {
        let value = try parsed(text)
        #expect(value.description == text)
        #expect(try Coding.snakeCase.jsonData(from: value) == Data(text.utf8))
    }

    @Test func `white space, escapes and a byte order mark are read`() throws {
        #expect(try parsed(" \n{ \"a\" : [ 1 , \"\\u00e9\\ud83d\\ude00\\/\\t\" ] }\r\t") == ["a": [1, "é😀/\t"]])
        #expect(try parsed("\u{FEFF}[true]") == [true])
        let wide = try #require(#"{"a":[1,"é"]}"#.data(using: .utf16LittleEndian))
        #expect(try Coding.standard.value(JSONValue.self, fromJSON: wide) == ["a": [1, "é"]])
    }

    @Test func `literals make values`() {
        let name = "Ada"
        let value: JSONValue = [
            "name": "\(name)!", "age": 36, "size": 1.5, "tags": ["x", .null, true], "big": JSONValue(UInt64.max),
        ]
        let text = #"{"name":"Ada!","age":36,"size":1.5,"tags":["x",null,true],"big":18446744073709551615}"#
        #expect(value.description == text)
        #expect(JSONValue(Int128.max).description == "170141183460469231731687303715884105727")
        let twice: JSONValue = ["a": 1, "b": 2, "a": 3]
        #expect(twice.description == #"{"a":3,"b":2}"#)
        #expect(JSONValue(floatLiteral: .infinity) == .null)
    }

    @Test func `values of variables make values`() throws {
        let (name, isNew, count, price) = ("Ada", true, UInt8(7), 1.5)
        let value: JSONValue = [
            "name": JSONValue(name), "isNew": JSONValue(isNew), "count": JSONValue(count),
            "price": try #require(JSONValue(price)), "tags": .array(["x", "y"].map { JSONValue($0) }),
        ]
        #expect(value.description == #"{"name":"Ada","isNew":true,"count":7,"price":1.5,"tags":["x","y"]}"#)
        #expect([Double.nan, .infinity, -.infinity].allSatisfy { JSONValue($0) == nil })
    }

    @Test(arguments: [1, .null] as [JSONValue]) func `a missing value removes a member, and null stays`(
        _ value: JSONValue
    ) {
        var object: JSONValue = ["a": 1, "b": 1]
        object["a"] = value == .null ? nil : value
        object["b"] = value
        #expect(object == (value == .null ? ["b": .null] : ["a": 1, "b": 1]))
    }

    @Test func `subscripts read and write`() throws {
        var value = try parsed(#"{"user":{"name":"Ada","ids":[1,2,3]},"n":null}"#)
        #expect(value["user"]?["name"]?.string == "Ada")
        #expect(value["user"]?["ids"]?[2]?.integer == 3)
        #expect(value["user"]?["ids"]?[3] == nil)
        #expect(value["user"]?["ids"]?[-1] == nil)
        #expect(value["user"]?[0] == nil)
        #expect(value["n"] == .null)
        #expect(value["missing"]?["x"] == nil)
        value["user"]?["name"] = "Grace"
        value["user"]?["ids"]?[0] = "one"
        value["user"]?["ids"]?[3] = 4
        value["user"]?["ids"]?[9] = 9
        value["user"]?["ids"]?[1] = nil
        value["missing"]?["x"] = 1
        value["n"]?["x"] = [:]
        value["new"] = .null
        #expect(value.description == #"{"user":{"name":"Grace","ids":["one",3,4]},"n":{"x":{}},"new":null}"#)
        value["user"] = nil
        value["new"] = nil
        #expect(value == ["n": ["x": [:]]])
        var text: JSONValue = "text"
        text["a"] = 1
        text[0] = 1
        #expect(text == "text")
    }

    /// Returns the address of the members of an object.
    private func storage(of value: JSONValue?) throws -> UnsafeRawPointer {
        let entries = try #require(value?.object).entries
        return try #require(entries.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) })
    }

    @Test func `a member is changed in place, even inside of other values`() throws {
        let members = (0..<100).map { (key: "name\($0)", value: JSONValue($0)) }
        var value: JSONValue = ["rows": [.object(.init(members))], "count": 100]
        let (outer, inner) = (try storage(of: value), try storage(of: value["rows"]?[0]))
        value["count"] = 99
        value["rows"]?[0]?["name7"] = "seven"
        value["rows"]?[0]?["name8"] = nil
        #expect(try storage(of: value) == outer)
        #expect(try storage(of: value["rows"]?[0]) == inner)
        #expect(value["rows"]?[0]?["name7"] == "seven")
        #expect(value["rows"]?[0]?.object?.count == 99)
    }

    @Test func `an object is described as JSON`() throws {
        let value: JSONValue = ["b": [1, "two"], "a": .null]
        #expect("\(try #require(value.object))" == #"{"b":[1,"two"],"a":null}"#)
    }

    @Test func `a copy of a value is independent`() {
        var value: JSONValue = ["user": ["name": "Ada"], "ids": [1, 2]]
        let copy = value
        value["user"]?["name"] = "Grace"
        value["ids"]?[1] = nil
        #expect(copy == ["user": ["name": "Ada"], "ids": [1, 2]])
        #expect(value == ["user": ["name": "Grace"], "ids": [1]])
    }

    @Test func `members are found after others were removed`() throws {
        let names = (0..<40).map { "name\($0)" }
        var object = JSONValue.Object(names.map { (key: $0, value: .string($0)) })
        var left = names
        // Each name once, in a scattered order.
        for name in (0..<40).map({ "name\($0 * 17 % 40)" }) {
            object[name] = nil
            left.removeAll { $0 == name }
            #expect(object.map(\.key) == left)
            #expect(left.allSatisfy { object[$0] == .string($0) })
            #expect(object[name] == nil)
        }
        object["name3"] = 3
        #expect(object == ["name3": 3])
    }

    @Test(arguments: [1, 2] as [UInt64]) func `members keep their order when some are removed and others added`(
        seed: UInt64
    ) {
        var generator = SeededGenerator(seed: seed)
        var object = JSONValue.Object()
        var left: [String] = []
        for step in 0..<2_000 {
            // The object grows in the first half of the steps, and shrinks in the second half.
            let isAdded = Int.random(in: 0..<10, using: &generator) < (step < 1_000 ? 7 : 3)
            if isAdded {
                left.append("name\(step)")
                object["name\(step)"] = JSONValue(step)
            } else if let name = left.randomElement(using: &generator) {
                left.removeAll { $0 == name }
                object[name] = nil
            }
            #expect(object.count == left.count && object.last?.key == left.last)
            if step.isMultiple(of: 50) { #expect(object.map(\.key) == left) }
        }
        #expect(object.allSatisfy { object[$0.key] == $0.value })
    }

    @Test func `accessors return only values of their type`() throws {
        let value = try parsed(#"{"b":true,"i":-7,"u":18446744073709551615,"d":1.10,"h":1e400,"s":"x","w":12.0e1}"#)
        #expect(value["b"]?.bool == true)
        #expect(value["i"]?.bool == nil)
        #expect(value["i"]?.integer == -7)
        #expect(throws: DecodingError.self) { try value["i"]?.decode(UInt8.self) }
        #expect(try value["u"]?.decode(UInt64.self) == .max)
        #expect(try value["w"]?.decode(UInt8.self) == 120)
        #expect(value["u"]?.integer == nil)
        #expect(value["d"]?.integer == nil)
        #expect(value["d"]?.double == 1.1)
        #expect(value["d"]?.decimal == Decimal(string: "1.1"))
        #expect(value["h"]?.double == nil)
        #expect(value["h"]?.decimal == nil)
        #expect(value["w"]?.integer == 120)
        #expect(try parsed("10e-1").integer == 1)
        #expect(try parsed("1e4000000000000000000").integer == nil)
        #expect(
            JSONValue.Number("123456789012345678e20")?.integer(Int128.self)
                == 12_345_678_901_234_567_800_000_000_000_000_000_000)
        #expect(value["s"]?.string == "x")
        #expect(value["s"]?.array == nil)
        #expect(value.object?.map(\.key) == ["b", "i", "u", "d", "h", "s", "w"])
        #expect(try parsed("[1]").array == [1])
        #expect(try parsed("123456789012345678901234567890123456789012").decimal == nil)
    }

    @Test(arguments: [
        ("1", "1.0", true), ("1.10", "11e-1", true), ("100", "1E+2", true), ("0", "-0.0", true), ("0e9", "0", true),
        ("9007199254740993", "9007199254740992", false), ("0.1", "0.1000000000000000055511151231257827", false),
        ("1e400", "1e401", false), ("1e400", "10e399", true), ("1", "-1", false),
        ("1e99999999999999999999", "1e99999999999999999999", true),
        ("1e99999999999999999999", "1e99999999999999999998", false),
        (#"{"a":1,"b":[2]}"#, #"{"b":[2.0],"a":1}"#, true), (#"{"a":1}"#, #"{"a":1,"b":1}"#, false),
        ("[1,2]", "[2,1]", false), (#""1""#, "1", false), ("null", "false", false),
    ]) func `values with the same meaning are equal`(first: String, second: String, expected: Bool) throws {
        let (first, second) = (try parsed(first), try parsed(second))
        #expect((first == second) == expected)
        if expected { #expect(first.hashValue == second.hashValue) }
    }

    @Test func `names are compared by their bytes, and the first of two members counts`() throws {
        let value = try parsed("{\"\u{E9}\":1,\"e\u{301}\":2,\"\u{E9}\":3}")
        #expect(value.object?.count == 2)
        #expect(value["\u{E9}"] == 1)
        #expect(value["e\u{301}"] == 2)
        struct Row: Decodable { let a: Int }
        let twice = #"{"a":1,"a":2}"#
        #expect(try Coding.standard.value(Row.self, fromJSON: Data(twice.utf8)).a == 1)
        #expect(try parsed(twice) == ["a": 1])
    }

    @Test func `large objects are read in linear time, and keep their order`() throws {
        let names = (0..<20_000).map { "name\($0)" }
        var value = try parsed("{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}")
        #expect(value.object?.map(\.key) == names)
        value["name19999"] = 1
        value["name0"] = nil
        #expect(value["name19999"] == 1)
        #expect(value["name0"] == nil)
        #expect(value.object?.count == 19_999)
    }

    @Test(arguments: [
        ("", "it ends too early, after 0 bytes"), ("[1,", "it ends too early, after 3 bytes"), ("[1,]", "at byte 3"),
        ("{\"a\":01}", "at byte 6"), ("[NaN]", "at byte 1"), ("1 2", "at byte 2"), ("\"a\nb\"", "at byte 2"),
        (#"["\ud800"]"#, "there is half a surrogate pair before byte 9"),
        (#"["\ud800x\udc00"]"#, "there is half a surrogate pair before byte 16"),
        (#"{"\udc00":1}"#, "there is half a surrogate pair before byte 9"),
    ]) func `text that isn't JSON is an error with its position`(text: String, problem: String) {
        #expect(message(Array(text.utf8)) == "the data is not valid JSON: \(problem)")
    }

    @Test func `a string that isn't UTF-8 is an error`() {
        for bytes in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x5C, 0x6E, 0xC0, 0xAF]] as [[UInt8]] {
            #expect(message([0x22] + bytes + [0x22]) == "the data is not valid JSON: it isn't valid UTF-8")
        }
    }

    @Test func `deep nesting is an error in both directions`() throws {
        let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        let value = try parsed(deepest)
        #expect(value.description == deepest)
        #expect(value == (try parsed(deepest)))
        #expect(value.hashValue == value.hashValue)
        for text in [String(repeating: "[", count: 513), String(repeating: "{\"a\":", count: 1_000_000)] {
            #expect(message(Array(text.utf8)) == "the data is not valid JSON: it is nested deeper than 512 levels")
        }
        let deeper = JSONValue.array([value])
        #expect(throws: EncodingError.self) { try Coding.standard.jsonData(from: deeper) }
        #expect(deeper.description.contains("[…]"))
        #expect(throws: EncodingError.self) { try Coding.standard.jsonData(from: [value]) }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(JSONValue.self, from: Data(deepest.utf8))
        }
    }

    @Test(arguments: [(64, true), (65, false)])
    func `other coders read and write 64 levels`(levels: Int, isAllowed: Bool) throws {
        let text = String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels)
        let value = try parsed(text)
        let read = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        #expect(read == (isAllowed ? value : JSONValue?.none))
        #expect((try? JSONEncoder().encode(value)) == (isAllowed ? Data(text.utf8) : nil))
    }

    @Test func `other decoders keep the digits that a Decimal can represent`() throws {
        for text in ["12345678901234567890.5", "18446744073709551615", "-9223372036854775808", "1e-7", "1e200"] {
            let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
            #expect(value == (try parsed(text)), "\(text)")
        }
    }

    @Test func `indented JSON has each value on its own line`() {
        let value: JSONValue = ["a": [1, ["b": .null]], "c": [], "d": [:]]
        let text = """
            {
              "a": [
                1,
                {
                  "b": null
                }
              ],
              "c": [],
              "d": {}
            }

            """
        #expect(String(decoding: value.indentedData, as: UTF8.self) == text)
    }

    @Test func `the issue of text that isn't JSON has its position`() {
        let error = #expect(throws: DecodingError.self) { try JSONValue(parsing: Data("[1,]".utf8)) }
        #expect(error?.jsonIssue?.contains("at byte 3") == true)
        let other = DecodingError.valueNotFound(Int.self, .init(codingPath: [], debugDescription: "none"))
        #expect(other.jsonIssue == nil)
    }

    @Test func `a deep value fits the stack of any thread`() async throws {
        let data = Data((String(repeating: "{\"a\":[", count: 256) + String(repeating: "]}", count: 256)).utf8)
        let isSame = await withCheckedContinuation { continuation in
            let thread = Thread {
                let value = try? Coding.standard.value(JSONValue.self, fromJSON: data)
                let row = try? Coding.standard.value([String: [JSONValue]].self, fromJSON: data)
                let isSame = value?.description == String(decoding: data, as: UTF8.self) && row?["a"]?.count == 1
                continuation.resume(returning: isSame)
            }
            thread.stackSize = 2 << 20
            thread.start()
        }
        #expect(isSame)
    }

    @Test(arguments: [
        (#"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#, false), (#"{"a":1,"a":2}"#, #"{"a":1}"#, true),
        (#"[{"a":1},{"a":2}]"#, #"[{"a":1},{"a":2}]"#, false), (#"["\ud800"]"#, "[\"\u{FFFD}\"]", true),
        (#"["\ud83d\ude00"]"#, #"["😀"]"#, false),
        // The lowest and highest values of both halves of a surrogate pair.
        (#"["\ud800\udc00"]"#, "[\"\u{10000}\"]", false), (#"["\udbff\udfff"]"#, "[\"\u{10FFFF}\"]", false),
        (#"["\udc00\udc00"]"#, "[\"\u{FFFD}\u{FFFD}\"]", true),
        (#"["\ud800\udbff"]"#, "[\"\u{FFFD}\u{FFFD}\"]", true),
        (#"["\ud800\ue000"]"#, "[\"\u{FFFD}\u{E000}\"]", true), (#"["\ud7ff"]"#, "[\"\u{D7FF}\"]", false),
    ])
    func `a repair is reported`(text: String, repaired: String, isRepaired: Bool) throws {
        let (value, reported) = try JSONValue.repairing(Data(text.utf8))
        #expect(value.description == repaired)
        #expect(reported == isRepaired)
    }

    @Test func `numbers keep their text`() throws {
        #expect(JSONValue.Number("1.10")?.text == "1.10")
        for text in ["", " 1", "01", "+1", "1.", ".5", "nan", "0x1", "true", "[1]", "1 "] {
            #expect(JSONValue.Number(text) == nil)
        }
        #expect(JSONValue.Number(Double.nan) == nil)
        #expect(JSONValue.Number(Decimal.nan) == nil)
        #expect(JSONValue.Number(1.5)?.text == "1.5")
        for double in [1e16, Double.leastNonzeroMagnitude, -0.0, .greatestFiniteMagnitude] {
            let text = try #require(JSONValue.Number(double)).text
            #expect(JSONValue.Number(text)?.double == double)
        }
        let decimal = try #require(Decimal(string: "12345678901234567890.12345678901234567"))
        #expect(JSONValue.Number(decimal)?.decimal == decimal)
    }
}
