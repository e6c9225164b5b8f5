import Foundation
import Requests
import TestSupport
import Testing

@testable import RequestsCore

private struct Order: Codable, Hashable, Sendable {
    var orderNumber: Int
    var totalPrice: JSONValue
    var extraData: JSONValue?
    var notes: [String: JSONValue]?
    var lines: [JSONValue]?
}

/// JSON values inside other values, and with other coders.
@Suite("JSON values and Codable")
struct JSONValueCodingTests {
    @Test(arguments: [Coding.standard, .snakeCase]) func `values inside of other types are exact`(
        coding: Coding
    ) throws {
        let names = try JSONValue(encoding: ["orderNumber": 1, "totalPrice": 2, "extraData": 3], coding: coding)
        #expect(names.object?.count == 3)
        let isSnake = coding.keys.wireName(of: "totalPrice") == "total_price"
        let text = """
            {"\(isSnake ? "order_number" : "orderNumber")":7,
             "\(isSnake ? "total_price" : "totalPrice")":1.10,
             "\(isSnake ? "extra_data" : "extraData")":{"z_z":1e400,"aA":[123456789012345678901234567890123456789012]},
             "notes":{"b_c":0.10,"a":null},"lines":[1.0,"x",{"k":[[2.50]]}]}
            """
        for _ in 0..<2 {
            let order = try coding.value(Order.self, fromJSON: Data(text.utf8))
            #expect(order.totalPrice.description == "1.10")
            #expect(
                order.extraData?.description == #"{"z_z":1e400,"aA":[123456789012345678901234567890123456789012]}"#)
            #expect(order.notes?["b_c"]?.description == "0.10")
            #expect(order.notes?["a"] == .null)
            #expect(order.lines?.description == #"[1.0, "x", {"k":[[2.50]]}]"#)
        }
        let optional = try coding.value(JSONValue?.self, fromJSON: Data("1.10".utf8))
        #expect(optional?.description == "1.10")
        #expect(try coding.value([JSONValue].self, fromJSON: Data("[1.10]".utf8)).first?.description == "1.10")
    }

    @Test func `an error elsewhere keeps its place`() throws {
        let coding = Coding(keys: .snakeCase)
        for _ in 0..<2 {
            do {
                _ = try coding.value(Order.self, fromJSON: Data(#"{"total_price":1,"order_number":"x"}"#.utf8))
                Testing.Issue.record("no error")
            } catch {
                #expect(ErrorText.developerText(of: error) == "`order_number` is not Int, but a string")
            }
        }
    }

    @Test func `JSON in a string isn't confused with the JSON around it`() throws {
        struct Inner: Decodable {
            let value: JSONValue

            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                let inner = JSONDecoder()
                for (key, origin) in decoder.userInfo { inner.userInfo[key] = origin as? JSONOrigin }
                value = try inner.decode(JSONValue.self, from: Data(text.utf8))
            }
        }
        let coding = Coding(keys: .verbatim)
        for _ in 0..<2 {
            let rows = try coding.value([Inner].self, fromJSON: Data(#"["{\"a\":1}","7"]"#.utf8))
            #expect(rows.map(\.value) == [["a": 1], 7])
        }
    }

    @Test func `another decoder loses only what it can't represent`() throws {
        let text = #"{"b":[true,"x",null,1.5],"a":18446744073709551615,"c":0.1}"#
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        #expect(value.description == #"{"a":18446744073709551615,"b":[true,"x",null,1.5],"c":0.1}"#)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSONValue.self, from: Data("1e400".utf8)) }
        let list = try PropertyListEncoder().encode(["a": [JSONValue.bool(true), 7, "x"]])
        let read = try PropertyListDecoder().decode([String: JSONValue].self, from: list)
        #expect(read == ["a": [true, 7, "x"]])
    }

    @Test(arguments: [Coding(), Coding(integers: .text), Coding(keys: .snakeCase)])
    func `inside of another value, JSON is written exactly`(coding: Coding) throws {
        struct Holder: Codable {
            var any: JSONValue
            var list: [JSONValue?]
            var map: [String: JSONValue]
        }
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        let text = #"{"z_z":1.10,"a":[1e300,1e400,-7,0.1000000000000000055511151231257827,null],"b":"\u0007/"}"#
        let body =
            #"{"any":\#(text),"list":[1234567890123456789012345678901234567890,null,"x",true,7],"#
            + #""map":{"aB":\#(deep),"c":1.0}}"#
        for _ in 0..<2 {
            let holder = try coding.value(Holder.self, fromJSON: Data(body.utf8))
            #expect(String(decoding: try coding.jsonData(from: holder), as: UTF8.self) == body)
            #expect(String(decoding: try coding.jsonData(from: [holder]), as: UTF8.self) == "[\(body)]")
        }
        #expect(String(decoding: try coding.jsonData(from: JSONValue?.some([1.10])), as: UTF8.self) == "[1.1]")
    }

    @Test func `a custom encoder writes a number with its value, and a subclass throws if it can't`() throws {
        let parsed = try JSONValue(parsing: Data(#"{"z":1.10,"a":[1e300,0.1,-7,18446744073709551615,null]}"#.utf8))
        let coding = Coding(jsonEncoder: JSONEncoder())
        let order = Order(orderNumber: 1, totalPrice: parsed)
        #expect(try coding.value(Order.self, fromJSON: coding.jsonData(from: order)) == order)
        let huge = Order(orderNumber: 1, totalPrice: .number(try #require(.init("1e400"))))
        #expect(try coding.value(Order.self, fromJSON: coding.jsonData(from: huge)) == huge)
        final class Subclass: JSONEncoder, @unchecked Sendable {}
        #expect(throws: EncodingError.self) { try Coding(jsonEncoder: Subclass()).jsonData(from: huge) }
    }

    @Test func `a custom encoder keeps its settings if it can't write some JSON`() throws {
        struct Holder: Encodable {
            var anyValue: JSONValue
            var date = Date(timeIntervalSince1970: 9), number = Double.infinity, data = Data([1, 2])
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.dataEncodingStrategy = .deferredToData
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "much", negativeInfinity: "", nan: "")
        let coding = Coding(jsonEncoder: encoder)
        let value = try JSONValue(parsing: Data(#"{"b":7,"aA":1}"#.utf8))
        let written = try coding.jsonData(from: Holder(anyValue: value))
        let huge = try JSONValue(parsing: Data(#"{"b":1e400,"aA":1}"#.utf8))
        let text = String(decoding: try coding.jsonData(from: Holder(anyValue: huge)), as: UTF8.self)
        #expect(text.contains(#""any_value" : {"b":1e400,"aA":1}"#))
        var expected = try JSONValue(parsing: written)
        expected["any_value"] = huge
        #expect(try JSONValue(parsing: Data(text.utf8)) == expected)
        let request = AnonymousProvider(baseURL: URL("https://any.example"))
            .post(.json(Holder(anyValue: huge), encoder: encoder), to: "/")
        guard case .data(let data) = try request.resolve().body else {
            Testing.Issue.record("no data")
            return
        }
        #expect(try JSONValue(parsing: data) == expected)
    }

    @Test func `JSON that is nested too deep is an error with the position`() throws {
        var deep: JSONValue = 1
        for _ in 0..<600 { deep = [deep] }
        let order = Order(orderNumber: 1, totalPrice: deep)
        for _ in 0..<2 {
            do {
                _ = try Coding.standard.jsonData(from: order)
                Testing.Issue.record("no error")
            } catch EncodingError.invalidValue(_, let context) {
                #expect(context.codingPath.map(\.stringValue) == ["totalPrice"])
            }
        }
    }

    @Test func `text in a body that resembles a marker stays`() throws {
        let texts = [UUID().uuidString + "-0", "\"-0\"", "-0"]
        struct Holder: Codable, Equatable {
            var texts: [String]
            var any: JSONValue
        }
        let holder = Holder(texts: texts, any: [1e3])
        let data = try Coding.standard.jsonData(from: holder)
        #expect(try Coding.standard.value(Holder.self, fromJSON: data) == holder)
    }

    @Test func `values are converted to types, and types to values`() throws {
        let order = Order(orderNumber: 7, totalPrice: 3, extraData: ["a_b": 1])
        let value = try JSONValue(encoding: order, coding: .snakeCase)
        #expect(value == ["order_number": 7, "total_price": 3, "extra_data": ["a_b": 1]])
        #expect(try value.decode(Order.self, coding: .snakeCase) == order)
        #expect(throws: DecodingError.self) { try value.decode(Order.self) }
        #expect(throws: (any Error).self) { try JSONValue(encoding: Double.nan) }
        let id: UUID = try JSONValue.string("6F9619FF-8B86-D011-B42D-00C04FC964FF").decode()
        #expect(id.uuidString.hasPrefix("6F96"))
    }

    @Test func `a custom coder is used unchanged`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let coding = Coding(jsonEncoder: encoder, jsonDecoder: JSONDecoder())
        let data = try coding.jsonData(from: ["b": 1, "a": 2] as JSONValue)
        #expect(String(decoding: data, as: UTF8.self).contains("\n"))
        #expect(try coding.value(JSONValue.self, fromJSON: Data("[1.10]".utf8)) == [1.1])
    }
}
