import Requests
import Testing

@testable import RequestsOpenAPI
@testable import RequestsScaffold

@Suite("Types of scaffolded code") struct TypePlannerTests {
    @Test(
        arguments: [
            (["type": "string"], "String"), (["type": "integer", "format": "int32"], "Int"),
            (["type": "number"], "Double"), (["type": "boolean"], "Bool"),
            (["type": "string", "format": "date-time"], "Date"), (["type": "string", "format": "uuid"], "UUID"),
            (["type": "string", "format": "uri"], "String"), (["type": "string", "format": "date"], "String"),
            (["type": "string", "contentEncoding": "base64"], "Data"), (["type": ["string", "null"]], "String?"),
            (["type": "array", "items": ["type": ["integer", "null"]]], "[Int?]"), (["type": "array"], "[JSONValue]"),
            (["type": "object"], "[String: JSONValue]"), ([:], "JSONValue"),
            (["type": "object", "additionalProperties": ["type": "integer"]], "[String: Int]"),
            (["anyOf": [["type": "string"], ["type": "null"]]], "String?"),
            (["oneOf": [["type": "integer"], ["type": "number"]]], "Double"),
            (["type": ["string", "integer"]], "StringOrInteger"),
            (["anyOf": [["type": "string"], ["type": "boolean"]]], "StringOrBoolean"),
            (["anyOf": [["type": "string"], ["enum": ["a", "b"]]]], "ThingValue"),
            (["type": "string", "enum": ["a", "b"]], "ThingValue"), (["type": "string", "enum": ["a"]], "String"),
            (["oneOf": [["type": "object"], ["type": "object", "title": "x"]]], "JSONValue"),
            (["const": "a"], "String"), (["const": 2], "Int"), (["const": 0.5], "Double"), (["const": true], "Bool"),
            (["enum": ["a", 1]], "StringOrInteger"), (["type": "integer", "enum": [1, 2]], "ThingValue"),
            (["type": "string", "enum": [1, 2]], "String"), (["type": "integer", "enum": ["1", "2"]], "ThingValue"),
            (["oneOf": [["const": "a"], ["const": "b"]]], "ThingValue"),
            (["type": "integer", "anyOf": [["enum": [1]], ["enum": [2]], ["type": "null"]]], "ThingValue?"),
            (["allOf": [["type": "integer"], ["type": "number"]]], "Int"),
            (["anyOf": [["type": "integer"], ["nullable": true]]], "Int?"),
            (["type": "integer", "format": "uint64"], "UInt64"), (["type": "integer", "maximum": 1e19], "UInt64"),
            (["$ref": "#/components/schemas/Missing"], "JSONValue"),
        ] as [(JSONValue, String)])
    func `a schema becomes a type`(_ schema: JSONValue, _ type: String) throws {
        let thing: JSONValue = ["type": "object", "required": ["value"], "properties": ["value": schema]]
        let code = try Scaffold(.returning(thing)).code
        let lines = code.split(separator: "\n").map { $0.drop { $0 == " " } }
        let line = lines.first { $0.hasPrefix("var value: ") }
        #expect(line?.split(separator: " = ").first.map(String.init) == "var value: \(type)")
    }

    @Test func `the parts of allOf are one struct`() throws {
        let base: JSONValue = ["type": "object", "required": ["id"], "properties": ["id": ["type": "integer"]]]
        let thing: JSONValue = [
            "allOf": [["$ref": "#/components/schemas/Base"], ["properties": ["name": ["type": "string"]]]]
        ]
        let code = try Scaffold(.returning(thing, others: ["Base": base])).code
        #expect(
            code.contains(
                "struct Thing: Codable, Hashable, Sendable {\n        var id: Int\n        var name: String?\n"))
    }

    @Test func `objects without a discriminator are told apart by what they require`() throws {
        let cat: JSONValue = ["type": "object", "required": ["lives"], "properties": ["lives": ["type": "integer"]]]
        let dog: JSONValue = ["type": "object", "required": ["tricks"], "properties": ["tricks": ["type": "integer"]]]
        let thing: JSONValue = [
            "anyOf": [["type": "string"], ["$ref": "#/components/schemas/Cat"], ["$ref": "#/components/schemas/Dog"]]
        ]
        let code = try Scaffold(.returning(thing, others: ["Cat": cat, "Dog": dog])).code
        #expect(code.contains("case string(String)\n        case cat(Cat)\n        case dog(Dog)\n"))
        #expect(code.contains("if let value = try? container.decode(Cat.self) {"))
    }

    @Test(
        arguments: [
            (
                [
                    ["properties": ["type": ["const": "a"], "x": ["type": "integer"]]],
                    ["properties": ["type": ["const": "b", "default": "b"]]],
                ], ["a(ThingA)", "b(ThingB)", "other(JSONValue)"]
            ),
            (
                [
                    ["required": ["id"], "properties": ["id": ["type": "integer"]]],
                    [
                        "required": ["id", "name"],
                        "properties": ["id": ["type": "integer"], "name": ["type": "string"]],
                    ],
                    ["type": "object"],
                ],
                [
                    "thingObject1(ThingObject1)", "thingObject2(ThingObject2)", "dictionary([String: JSONValue])",
                    "other(JSONValue)",
                ]
            ),
            (
                [["type": "integer"], ["type": "number"], ["type": "array", "items": ["type": "integer"]]],
                ["number(Double)", "items([Int])", "other(JSONValue)"]
            ),
        ] as [(JSONValue, [String])])
    func `alternatives become cases`(_ alternatives: JSONValue, _ cases: [String]) throws {
        let code = try Scaffold(.returning(["anyOf": alternatives])).code
        let lines = code.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(
            lines.filter { $0.hasPrefix("case ") && $0.contains("(") && !$0.hasSuffix("container.encode(value)") }
                == cases.map { "case \($0)" })
        #expect(!code.contains("Not scaffolded"))
    }

    @Test func `a base and its alternatives, which contain it, are an enum of structs`() throws {
        let base: JSONValue = [
            "type": "object", "required": ["kind"], "properties": ["kind": ["type": "string"]],
            "discriminator": ["propertyName": "kind"],
            "oneOf": [["$ref": "#/components/schemas/Cat"], ["$ref": "#/components/schemas/Dog"]],
        ]
        func subtype(_ name: String) -> JSONValue {
            ["allOf": [["$ref": "#/components/schemas/Base"], ["properties": .object([name: ["type": "integer"]])]]]
        }
        let others: JSONValue.Object = ["Base": base, "Cat": subtype("lives"), "Dog": subtype("tricks")]
        let code = try Scaffold(.returning(["$ref": "#/components/schemas/Base"], others: others)).code
        #expect(code.contains("case cat(Cat)\n        case dog(Dog)\n"))
        #expect(
            code.contains(
                "struct Cat: Codable, Hashable, Sendable {\n        var kind: String\n        var lives: Int?\n"))
        #expect(!code.contains("Not scaffolded"))
    }

    @Test func `dates are numbers if most of the document's dates are`() throws {
        let thing: JSONValue = [
            "type": "object", "required": ["at"],
            "properties": ["at": ["type": "integer", "format": "unix-time"], "text": ["type": "string"]],
        ]
        let scaffold = try Scaffold(.returning(thing))
        #expect(scaffold.code.contains("var at: Date\n"))
        #expect(scaffold.files[0].text.contains("Coding(dates: .secondsSince1970)"))
    }

    @Test func `a required property that may be null is sent as null`() throws {
        let schema: JSONValue = [
            "type": "object", "required": ["a", "b"],
            "properties": ["a": ["type": ["string", "null"]], "b": ["type": "string"]],
        ]
        let operation: JSONValue = [
            "operationId": "send", "responses": ["204": ["description": "OK"]],
            "requestBody": ["required": true, "content": ["application/json": ["schema": schema]]],
        ]
        let code = try Scaffold(.sample(paths: ["/things": ["post": operation]])).code
        #expect(code.contains("var a: Nullable<String>\n        var b: String\n"))
        #expect(code.contains("struct Nullable<Value"))
    }

    @Test func `an optional property of a request loses its null with a note, and an integer a bound beyond it`() throws
    {
        let schema: JSONValue = [
            "type": "object",
            "properties": [
                "a": ["type": ["string", "null"]],
                "b": ["type": "integer", "maximum": JSONValue(9_223_372_036_854_775_808 as UInt64)],
            ],
        ]
        let operation: JSONValue = [
            "operationId": "send", "responses": ["204": ["description": "OK"]],
            "requestBody": ["required": true, "content": ["application/json": ["schema": schema]]],
        ]
        let scaffold = try Scaffold(.sample(paths: ["/things": ["post": operation]]))
        let note = "explicit `null` for a property in requests, because `nil` values are omitted"
        #expect(scaffold.summary.omissions == [note])
        #expect(scaffold.code.contains("var a: String?\n        var b: Int?\n    }"))
    }
}
