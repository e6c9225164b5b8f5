import Foundation
import Requests
import Testing

@testable import RequestsOpenAPI

@Suite("Changes of keywords") struct KeywordTests {
    private static func rules(_ old: JSONValue, _ new: JSONValue) -> [String] {
        func document(_ schema: JSONValue) -> OpenAPI {
            .sample(["paths": ["/a": ["post": ["requestBody": .json(schema), "responses": ["200": .json(schema)]]]]])
        }
        return document(new).changes(since: document(old)).map(\.rule).sorted()
    }

    @Test(arguments: [
        "patternProperties", "dependentRequired", "dependentSchemas", "unevaluatedItems", "if", "then", "maxContains",
    ]) func `an added keyword allows less, and a removed one allows more`(name: String) {
        let plain: JSONValue = ["description": "a"]
        let value: JSONValue = name == "maxContains" ? 3 : ["a": ["b"]]
        let restricted = JSONValue.object(["description": "a", name: value])
        #expect(Self.rules(plain, restricted) == ["input-keyword-narrowed", "output-keyword-narrowed"])
        #expect(Self.rules(restricted, plain) == ["input-keyword-widened", "output-keyword-widened"])
    }

    @Test func `a value that may match only one alternative is restricted`() {
        let alternatives: JSONValue = [.having("a"), .having("b")]
        let (any, one): (JSONValue, JSONValue) = (["anyOf": alternatives], ["oneOf": alternatives])
        #expect(Self.rules(any, one) == ["input-keyword-narrowed", "output-keyword-narrowed"])
        #expect(Self.rules(one, any) == ["input-keyword-widened", "output-keyword-widened"])
    }

    @Test func `the names of a dictionary are compared like texts`() {
        func map(_ names: [JSONValue]) -> JSONValue { ["type": "object", "propertyNames": ["enum": .array(names)]] }
        #expect(Self.rules(map(["a"]), map(["a", "b"])) == ["input-value-added", "output-value-added"])
        #expect(Self.rules(["type": "object"], map(["a"])) == ["input-values-limited", "output-values-limited"])
    }

    @Test func `a limit beside a list of values applies to its values`() {
        let old: JSONValue = ["type": "integer", "enum": [1, 2, 30]]
        let new: JSONValue = ["type": "integer", "enum": [1, 2, 30], "maximum": 10]
        #expect(Self.rules(old, new) == ["input-value-removed", "output-value-removed"])
    }
}
