import Requests

extension RuleCase {
    private static let text: JSONValue = ["type": "string"]
    private static let number: JSONValue = ["type": "number"]
    private static let list: JSONValue = ["type": "array"]
    private static let pets: JSONValue = ["oneOf": [.having("meows"), .having("barks")]]

    /// Cases of the same two schemas, sent by clients and by servers.
    static let schemaPairs: [[RuleCase]] = [
        both("type-narrowed", "type-narrowed", number, ["type": "integer"]),
        both("type-widened", "type-widened", ["type": "integer"], number),
        both("type-changed", "type-changed", text, ["type": "boolean"]),
        both("null-refused", "null-refused", ["type": ["string", "null"]], text),
        both("null-allowed", "null-allowed", text, ["type": ["string", "null"]]),
        both("value-removed", "value-removed", ["enum": ["a", "b"]], ["enum": ["a"]]),
        both("value-added", "value-added", ["enum": ["a"]], ["enum": ["b", "a"]]),
        both("values-limited", "values-limited", text, ["type": "string", "enum": ["a"]]),
        both("values-unlimited", "values-unlimited", ["type": "string", "const": "a"], text),
        both("format-narrowed", "format-narrowed", text, ["type": "string", "format": "uuid"]),
        both(
            "format-widened", "format-widened", ["type": "integer", "format": "int32"],
            ["type": "integer", "format": "int64"]),
        both("format-changed", "format-changed", ["format": "date"], ["format": "date-time"]),
        both("pattern-added", "pattern-added", text, ["type": "string", "pattern": "a"]),
        both("pattern-removed", "pattern-removed", ["type": "string", "pattern": "a"], text),
        both("pattern-changed", "pattern-changed", ["pattern": "a"], ["pattern": "b"]),
        both("range-narrowed", "range-narrowed", number, ["type": "number", "exclusiveMinimum": 0]),
        both("range-widened", "range-widened", ["maximum": 9.5], ["maximum": 10]),
        both("multiple-narrowed", "multiple-narrowed", ["multipleOf": 5], ["multipleOf": 10]),
        both("multiple-widened", "multiple-widened", ["multipleOf": 10], ["multipleOf": 5]),
        both("length-narrowed", "length-narrowed", text, ["type": "string", "maxLength": 3]),
        both("length-widened", "length-widened", ["minLength": 2], ["minLength": 1]),
        both("count-narrowed", "count-narrowed", list, ["type": "array", "minItems": 1]),
        both("count-widened", "count-widened", ["maxProperties": 2], [:]),
        both(
            "type-narrowed", "type-narrowed", at: "[1]", ["type": "array", "prefixItems": [text, number]],
            ["type": "array", "prefixItems": [text, ["type": "integer"]]]),
        both(
            "type-widened", "type-widened", at: "[0]",
            ["type": "array", "prefixItems": [["type": "integer"]], "items": number],
            ["type": "array", "items": number]),
        both("uniqueness-required", "uniqueness-required", list, ["type": "array", "uniqueItems": true]),
        both("uniqueness-dropped", "uniqueness-dropped", ["uniqueItems": true], [:]),
        both(
            "required-property-added", "required-property-added", at: "b", .having("a"),
            .object([
                "type": "object", "properties": ["a": text, "b": text], "required": ["b"],
            ])),
        both(
            "optional-property-added", "optional-property-added", at: "b", .having("a"),
            .object([
                "type": "object", "properties": ["a": text, "b": text],
            ])),
        both("property-removed", "property-removed", at: "a", .having("a"), ["type": "object"]),
        both("property-required", "property-required", at: "a", .having("a"), .having("a", text, ["required": ["a"]])),
        both("property-optional", "property-optional", at: "a", .having("a", text, ["required": ["a"]]), .having("a")),
        both(
            "properties-closed", "properties-closed", .having("a"), .having("a", text, ["additionalProperties": false])),
        both(
            "properties-opened", "properties-opened", .having("a", text, ["additionalProperties": false]), .having("a")),
        both("alternative-removed", "alternative-removed", pets, .having("meows")),
        both("alternative-added", "alternative-added", .having("meows"), pets),
        both(
            "discriminator-changed", "discriminator-changed", pets,
            [
                "oneOf": [.having("meows"), .having("barks")], "discriminator": ["propertyName": "kind"],
            ]),
        both("encoding-changed", "encoding-changed", text, ["type": "string", "contentEncoding": "base64"]),
        both("default-changed", "default-changed", ["default": 1], ["default": 2]),
        both("exclusion-changed", "exclusion-changed", [:], ["not": ["type": "null"]]),
        both("keyword-narrowed", "keyword-narrowed", at: "contains", list, ["type": "array", "contains": text]),
        both(
            "keyword-widened", "keyword-widened", at: "minContains", ["type": "array", "minContains": 3],
            ["type": "array", "minContains": 2]),
        both("keyword-changed", "keyword-changed", at: "if", ["if": ["minimum": 1]], ["if": ["minimum": 2]]),
        both(
            "reference-changed", "reference-changed", ["$ref": "a.json", "type": "string"],
            ["$ref": "b.json", "type": "string"]),
    ]

    static let schemas: [RuleCase] =
        schemaPairs.flatMap(\.self) + [
            .input(
                "input-property-read-only", at: "a", .having("a"), .having("a", ["type": "string", "readOnly": true])),
            .output(
                "output-property-write-only", at: "a", .having("a"),
                .having("a", ["type": "string", "writeOnly": true])),
            .output(
                "output-property-added-to-closed", at: "a", and: ["output-optional-property-added"],
                ["type": "object", "additionalProperties": false], .having("a", text, ["additionalProperties": false])),
            .input(
                "input-optional-property-added", at: "a", .having("a", ["type": "string", "readOnly": true]),
                .having("a")),
            .output(
                "output-required-property-added", at: "a", .having("a", ["type": "string", "writeOnly": true]),
                .having("a", text, ["required": ["a"]])),
            .input(
                "input-null-refused", and: ["input-alternative-added"],
                .having("meows", text, ["type": ["object", "null"]]), pets),
            .output(
                "output-null-allowed", and: ["output-alternative-removed"], pets,
                .having("meows", text, ["type": ["object", "null"]])),
            .input("schema-words-changed", ["title": "a"], ["title": "b"]),
            .input("schema-examples-changed", ["examples": [1]], [:]),
            .input("schema-deprecated", at: "a", .having("a"), .having("a", ["type": "string", "deprecated": true])),
            .input("schema-restored", at: "a", .having("a", ["type": "string", "deprecated": true]), .having("a")),
            .input(
                "schema-access-changed", at: "a", .having("a"), .having("a", ["type": "string", "writeOnly": true])),
            .input(
                "xml-form-changed", at: "a", .having("a"), .having("a", ["type": "string", "xml": ["attribute": true]])),
            .input("schema-too-deep", at: String(repeating: "[]", count: 64), nested(text), nested(number)),
            .input("schema-too-deep", nestedParts(text), nestedParts(number)),
        ]

    private static func nested(_ schema: JSONValue) -> JSONValue {
        (0..<70).reduce(schema) { inner, _ in ["type": "array", "items": inner] }
    }

    private static func nestedParts(_ schema: JSONValue) -> JSONValue {
        (0..<70).reduce(schema) { inner, _ in ["allOf": [inner]] }
    }

    static let all = operations + api + parameters + bodies + responses + security + schemas
}
