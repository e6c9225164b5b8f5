import Foundation
import Requests
import TestSupport
import Testing

@Suite("Streams of JSON")
struct JSONStreamTests {
    struct Row: Codable, Equatable, Sendable {
        var userID: Int
        var name: String?
    }

    // MARK: JSON Lines

    @Test(
        arguments: [
            "{\"userID\":1}\n{\"userID\":2,\"name\":\"ä\\n😀\"}\n",
            "\u{FEFF}{\"userID\":1}\r\n\n  \t\r\n{\"userID\":2,\"name\":\"ä\\n😀\"}",
        ])
    func `each line is a value, and blank lines are ignored`(text: String) throws {
        let rows = [Row(userID: 1), Row(userID: 2, name: "ä\n😀")]
        #expect(try StreamFormat.jsonLines(Row.self).parsedEveryWay(text) == Parsed(elements: rows))
    }

    @Test(
        arguments: [
            ("{\"userID\":1}\n\n{\"name\":\"x\"}\n", "line 3 could not be decoded as Row: `userID` is missing"),
            (
                "{\"userID\":1}\n{\"userID\":",
                "line 2 could not be decoded as Row: the data is not valid JSON: it ends too early, after 10 bytes"
            ),
        ]) func `a line that doesn't fit is reported by its number`(text: String, message: String) throws
    {
        let parsed = try StreamFormat.jsonLines(Row.self).parsedEveryWay(text)
        #expect(parsed == Parsed(elements: [Row(userID: 1)], code: .decodingFailed, message: message))
    }

    @Test func `the coding of the API is used`() throws {
        struct Item: Codable, Equatable { var firstName: String }
        let piece = Data(#"{"first_name":"Ada"}"#.utf8)
        let lines = try StreamFormat.jsonLines(Item.self).parsed([piece], coding: .snakeCase)
        #expect(lines.elements == [Item(firstName: "Ada")])
        let array = try StreamFormat.jsonArray(Item.self).parsed(
            [Data("[".utf8) + piece + Data("]".utf8)], coding: .snakeCase)
        #expect(array.elements == [Item(firstName: "Ada")])
    }

    // MARK: Arrays

    @Test(
        arguments: [
            ("[]", []),
            ("\u{FEFF} [ \n] \r\n", []),
            (#"["a"]"#, ["a"]),
            (#" [ "a" , "" ,"]" , "," ] "#, ["a", "", "]", ","]),
            (#"["\"","\\","\\\"]","\u005D","ä😀"]"#, ["\"", "\\", "\\\"]", "]", "ä😀"]),
        ] as [(String, [String])]) func `an array of strings is read`(text: String, elements: [String]) throws
    {
        #expect(try StreamFormat.jsonArray(String.self).parsedEveryWay(text) == Parsed(elements: elements))
    }

    @Test func `an array of numbers and null is read`() throws {
        let parsed = try StreamFormat.jsonArray(Double?.self).parsedEveryWay("[1,-2.5e1\n,null, 0]")
        #expect(parsed == Parsed(elements: [1, -25, nil, 0]))
    }

    @Test func `objects and arrays are read, nested`() throws {
        let text = #"[{"a":[1,{"]":"}"}],"b":{}},[[],["x]"]],{}]"#
        let parsed = try StreamFormat.jsonArray(Value.self).parsedEveryWay(text)
        #expect(parsed.elements.count == 3)
        #expect(parsed.code == nil)
        #expect(parsed.elements == (try JSONDecoder().decode([Value].self, from: Data(text.utf8))))
    }

    @Test(
        arguments: [
            ("", [], "the body is empty, but a JSON array was expected"),
            (" \n", [], "the body is empty, but a JSON array was expected"),
            ("{}", [], "the response is not a JSON array: it begins with `{`"),
            ("<html>", [], "the response is not a JSON array: it begins with `<`"),
            ("\u{FEFF}\u{FEFF}[]", [], "the response is not a JSON array: it begins with the byte 0xEF"),
            ("[", [], "the JSON array ends after 0 elements, without a closing `]`"),
            ("[1", [], "the JSON array ends after 0 elements, without a closing `]`"),
            ("[1,", [1], "the JSON array ends after 1 elements, without a closing `]`"),
            ("[1 ", [1], "the JSON array ends after 1 elements, without a closing `]`"),
            ("[1 2]", [1], "expected a comma or `]` after the element at index 0, but found `2`"),
            ("[1,]", [1], "expected the element at index 1, but found `]`"),
            ("[,1]", [], "expected the element at index 0, but found `,`"),
            ("[1,,2]", [1], "expected the element at index 1, but found `,`"),
            ("[1}", [], "the JSON array ends after 0 elements, without a closing `]`"),
            ("[1]x", [1], "found `x` after the end of the JSON array"),
            ("[1][2]", [1], "found `[` after the end of the JSON array"),
            ("[1,}", [1], "expected the element at index 1, but found `}`"),
            ("[1,x]", [1], "the element at index 1 could not be decoded as Int: the data is not valid JSON: at byte 0"),
            (
                "[1,\"2\"]", [1],
                "the element at index 1 could not be decoded as Int: the value as a whole is not Int, but a string"
            ),
            (
                "[1,2.5]", [1],
                "the element at index 1 could not be decoded as Int: the value as a whole is a number that can't be represented as Int"
            ),
        ] as [(String, [Int], String)])
    func `a text that isn't an array is an error with the position`(text: String, elements: [Int], message: String)
        throws
    {
        let parsed = try StreamFormat.jsonArray(Int.self).parsedEveryWay(text)
        let code: RequestErrorCode = message.contains("empty") ? .emptyBody : .decodingFailed
        #expect(parsed == Parsed(elements: elements, code: code, message: message))
    }

    @Test func `an element over the limit is an error`() throws {
        let fits = try StreamFormat.jsonArray(String.self, limit: 4).parsedEveryWay(#"["ab","abc"]"#)
        #expect(
            fits
                == Parsed(
                    elements: ["ab"], code: .responseTooLarge,
                    message:
                        "the element at index 1 is larger than the limit of 4 bytes: raise the limit with .jsonArray(limit:)"
                ))
        let line = try StreamFormat.jsonLines(String.self, limit: 4).parsedEveryWay("\"ab\"\n\"abc\"")
        #expect(line.message == "line 2 is larger than the limit of 4 bytes: raise the limit with .jsonLines(limit:)")
    }

    private struct Small: Decodable, Equatable, Sendable { var code: Int8 }

    @Test func `a number that doesn't fit is named`() throws {
        let parsed = try StreamFormat.jsonLines(Small.self).parsedEveryWay("{\"code\":300}\n")
        #expect(
            parsed.message
                == "line 1 could not be decoded as Small: `code` is a number that can't be represented as Int8")
    }

    @Test func `nesting is limited`() throws {
        let text = "[" + String(repeating: "[", count: 100_000)
        let parsed = try StreamFormat.jsonArray(Value.self).parsed([Data(text.utf8)])
        #expect(parsed.code == .decodingFailed)
        #expect(parsed.message == "the element at index 0 is nested deeper than 512 levels")
    }

    /// Any JSON.
    indirect enum Value: Decodable, Equatable {
        case null, text(String), number(Double), array([Value]), object([String: Value])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let array = try? container.decode([Value].self) {
                self = .array(array)
            } else {
                self = .object(try container.decode([String: Value].self))
            }
        }
    }
}
