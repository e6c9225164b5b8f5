import Foundation
import Requests
import RequestsEndpoints
import Testing

@testable import RequestsOpenAPI

@Suite("Changes of documents") struct ChangeTests {
    @Test(arguments: RuleCase.all)
    func `each rule finds its change, and nothing else`(example: RuleCase) throws {
        let changes = example.new.changes(since: example.old)
        #expect(Set(changes.map { "\($0.rule) @ \($0.location)" }) == Set(example.expected))
        let rule = try #require(ChangeRule.groups.flatMap(\.rules).first { $0.id == example.rule })
        let change = try #require(changes.first { $0.rule == example.rule })
        #expect(change.verdict == rule.verdict)
        #expect(change.reason == rule.reason)
        #expect(example.new.changes(since: example.new) == [])
        #expect(example.old.changes(since: example.old) == [])
    }

    @Test func `a document adds no line and no right-to-left override to the texts of its changes and problems`() {
        let change = OpenAPI.Change(
            rule: "operation-removed", verdict: .breakingForClients, operations: ["GET /a\n[ERROR] forged"],
            location: "query parameter \u{202E}p", old: "\u{2028}", new: nil, reason: "It is gone.")
        let summary =
            #"breaking for clients: GET /a\n[ERROR] forged: query parameter \u{202E}p: operation-removed "\u{2028}""#
        #expect(change.description == summary + ". It is gone.")
        #expect(OpenAPIDifferences("No.", [change]).description == "No.\n\(summary)\n    It is gone.")
        let problem = OpenAPIProblem(endpoint: "a", place: "/b\n", message: "is \u{202E}not")
        #expect(problem.description == #"`a`: `/b\n` is \u{202E}not"#)
    }

    @Test func `the table lists each rule once, and no others`() {
        let ids = ChangeRule.groups.flatMap(\.rules).map(\.id)
        #expect(ids.count >= 60)
        #expect(Set(ids).count == ids.count)
        #expect(Set(ids) == Set(RuleCase.all.map(\.rule)))
    }

    @Test(
        arguments: [
            (["type": ["string", "null"]], ["anyOf": [["type": "string"], ["type": "null"]]]),
            (["type": "string", "nullable": true], ["type": ["null", "string"]]),
            (["$ref": "#/components/schemas/A"], ["allOf": [["$ref": "#/components/schemas/A"]]]),
            (
                ["anyOf": [["$ref": "#/components/schemas/A"], ["type": "null"]]],
                ["oneOf": [["type": "null"], ["$ref": "#/components/schemas/A"]]]
            ),
            (["$ref": "#/components/schemas/A"], ["type": "object", "properties": ["a": ["type": "string"]]]),
            (
                ["allOf": [.having("a"), .having("b", ["type": "string"], ["required": ["b"]])]],
                [
                    "type": "object", "properties": ["b": ["type": "string"], "a": ["type": "string"]],
                    "required": ["b"],
                ]
            ),
            (["enum": ["a"]], ["type": "string", "const": "a"]),
            (["enum": ["a", "b"]], ["type": "string", "enum": ["b", "a"]]),
            (["type": ["string", "integer"]], ["anyOf": [["type": "integer"], ["type": "string"]]]),
            (["minimum": 1, "required": ["a", "b"]], ["required": ["b", "a"], "minimum": 1.0]),
            (["anyOf": [["type": "string"], .having("a")]], ["anyOf": [.having("a"), ["type": "string"]]]),
            (["minimum": 0, "exclusiveMinimum": true], ["exclusiveMinimum": 0]),
            (true, [:]),
            (["additionalProperties": true, "type": "object"], ["type": "object"]),
            (["enum": ["a", .null]], ["type": ["string", "null"], "enum": ["a", .null]]),
            (["type": "string", "minLength": 0, "pattern": ""], ["type": "string"]),
            (["type": "array", "minItems": 0], ["type": "array"]),
            (["type": "object", "minProperties": 0], ["type": "object"]),
            (["type": "integer", "minimum": 0], ["type": "integer", "exclusiveMinimum": -1]),
            (["type": ["integer", "null"], "maximum": 9], ["type": ["integer", "null"], "exclusiveMaximum": 10]),
            (["type": "integer", "enum": [1, 2]], ["type": "integer", "enum": [1, 2, 12], "maximum": 10]),
            (["type": "string", "$anchor": "a"], ["type": "string"]),
            (["anyOf": [["type": "null"]]], ["type": "null"]),
            (["allOf": [["type": "number"], ["type": "integer"]]], ["type": "integer"]),
            (["allOf": [["enum": ["a", "b"]], ["enum": ["b", "c"]]]], ["enum": ["b"]]),
            (["items": ["type": "string"]], ["type": "array", "items": ["type": "string"]]),
            (
                ["allOf": [["minLength": 1, "maxLength": 8], ["minLength": 2, "maxLength": 9]]],
                ["minLength": 2, "maxLength": 8]
            ),
            (
                ["allOf": [["minLength": 2, "maxLength": 8], ["minLength": 1, "maxLength": 7]]],
                ["minLength": 2, "maxLength": 7]
            ),
            (
                ["allOf": [["items": ["minLength": 1]], ["items": ["minLength": 2]]]],
                ["type": "array", "items": ["minLength": 2]]
            ),
            (["type": "integer", "minimum": 1, "exclusiveMinimum": 1], ["type": "integer", "minimum": 2]),
            (["minimum": 3, "exclusiveMinimum": 1], ["minimum": 3]),
            (["maximum": 5, "exclusiveMaximum": 9], ["maximum": 5]),
            (["maximum": 9, "exclusiveMaximum": 5], ["exclusiveMaximum": 5]),
        ] as [(JSONValue, JSONValue)])
    func `equal schemas in different forms have no changes`(one: JSONValue, other: JSONValue) {
        let components: JSONValue = ["schemas": ["A": .having("a")]]
        func document(_ schema: JSONValue) -> OpenAPI {
            let operation: JSONValue = [
                "requestBody": .json(schema), "responses": ["200": .json(schema)],
                "parameters": [.parameter(["schema": schema])],
            ]
            return .sample(["paths": ["/a": ["get": operation]], "components": components])
        }
        #expect(document(one).changes(since: document(other)).filter { $0.rule != "unused-component-changed" } == [])
        #expect(document(other).changes(since: document(one)).filter { $0.rule != "unused-component-changed" } == [])
    }

    @Test func `reordering members and parameters changes nothing`() throws {
        let one: JSONValue = [
            "parameters": [.parameter([:]), ["name": "r", "in": "header"]], "tags": ["a"], "responses": ["200": [:]],
        ]
        let other: JSONValue = [
            "responses": ["200": [:]], "tags": ["a"], "parameters": [["in": "header", "name": "R"], .parameter([:])],
        ]
        #expect(OpenAPI.sample(.get(one)).changes(since: .sample(.get(other))) == [])
    }

    @Test func `a parameter of an operation overrides the one of its path`() {
        func document(_ shared: JSONValue?) -> OpenAPI {
            let own: JSONValue = .parameter(["schema": ["type": "string"]])
            let get: JSONValue = ["parameters": [own]]
            return .sample([
                "paths": ["/a": shared.map { ["parameters": [.parameter($0)], "get": get] } ?? ["get": get]]
            ])
        }
        let overridden = document(["required": true, "schema": ["type": "integer"]])
        #expect(overridden.changes(since: document(nil)) == [])
    }

    @Test func `alternatives are matched by their components or by a common property`() {
        func document(_ alternatives: [JSONValue]) -> OpenAPI {
            .sample([
                "paths": ["/a": ["get": ["responses": ["200": .json(["anyOf": .array(alternatives)])]]]],
                "components": ["schemas": ["A": .having("a"), "B": .having("b"), "C": .having("b")]],
            ])
        }
        func component(_ name: String) -> JSONValue { ["$ref": "#/components/schemas/\(name)"] }
        let replaced = document([component("A"), component("C")]).changes(
            since: document([component("A"), component("B")]))
        #expect(replaced.map(\.rule) == ["output-alternative-added", "output-alternative-removed"])
        #expect(replaced.map(\.new) == ["C", nil])
        #expect(replaced.map(\.old) == [nil, "B"])
        let inline = document([.having("c"), .having("b", ["type": "integer"])])
            .changes(since: document([.having("b"), .having("c")]))
        #expect(inline.map(\.rule) == ["output-type-changed"])
        #expect(inline.map(\.location) == ["response 200 application/json, (2).b"])
    }

    @Test func `a change of a component is listed once, with its operations and its direction`() throws {
        func document(_ type: JSONValue) -> OpenAPI {
            let tree: JSONValue = [
                "type": "object",
                "properties": ["name": ["type": type], "leaves": ["type": "array", "items": .tree]],
            ]
            let output: JSONValue = ["responses": ["200": .json(["type": "array", "items": .tree])]]
            return .sample([
                "paths": [
                    "/a": ["get": output, "put": output, "post": ["requestBody": .json(.tree)], "delete": [:]]
                ],
                "components": ["schemas": ["Tree": tree]],
            ])
        }
        let changes = document(["string", "null"]).changes(since: document("string"))
        #expect(changes.map(\.rule) == ["output-null-allowed", "input-null-allowed"])
        #expect(changes.map(\.operations) == [["GET /a", "PUT /a"], ["POST /a"]])
        #expect(changes.map(\.location) == ["schema Tree, name", "schema Tree, name"])
        #expect(changes.map(\.verdict) == [.breakingForClients, .compatible])
        #expect(
            changes[0].description
                == "breaking for clients: GET /a, PUT /a: schema Tree, name: output-null-allowed. "
                + "A client may get null instead of a value.")
    }

    @Test func `a component whose use is new or gone belongs to that change`() {
        func document(_ alternatives: [String], _ schemas: JSONValue.Object) -> OpenAPI {
            let choices = alternatives.map { JSONValue.object(["$ref": .string("#/components/schemas/\($0)")]) }
            return .sample([
                "paths": ["/a": ["get": ["responses": ["200": .json(["oneOf": .array(choices)])]]]],
                "components": ["schemas": .object(schemas)],
            ])
        }
        let part: JSONValue = .having("c", ["$ref": "#/components/schemas/C"])
        let old = document(["A", "B"], ["A": .having("a"), "B": .having("b")])
        let new = document(
            ["A", "B", "D"], ["A": .having("a"), "B": .having("b"), "C": ["type": "string"], "D": part])
        #expect(new.changes(since: old).map(\.rule) == ["output-alternative-added"])
        #expect(old.changes(since: new).map(\.rule) == ["output-alternative-removed"])
    }

    @Test func `changes begin with those that break clients, and end with documentation`() {
        let old: JSONValue = ["summary": "a", "parameters": [.parameter([:])], "responses": ["200": [:]]]
        let new: JSONValue = [
            "summary": "b", "responses": ["200": ["headers": ["X": ["required": true]]], "404": [:]],
        ]
        #expect(
            OpenAPI.sample(.get(new)).changes(since: .sample(.get(old))).map(\.rule) == [
                "parameter-removed", "required-response-header-added", "failure-added", "operation-words-changed",
            ])
    }

    @Test func `a placeholder that a document forgot to declare is a text`() {
        func document(_ parameters: JSONValue) -> OpenAPI {
            .sample(["paths": ["/a/{id}": ["get": ["parameters": parameters]]]])
        }
        func declared(_ type: JSONValue) -> JSONValue {
            [["name": "id", "in": "path", "required": true, "schema": ["type": type]]]
        }
        #expect(document([]).changes(since: document(declared("string"))) == [])
        #expect(document(declared("string")).changes(since: document([])) == [])
        #expect(document([]).changes(since: document(declared("integer"))).map(\.rule) == ["input-type-widened"])
        #expect(document(declared("integer")).changes(since: document([])).map(\.rule) == ["input-type-narrowed"])
    }

    @Test func `a change that operations share is listed once`() {
        func document(_ security: JSONValue) -> OpenAPI {
            let paths = (1...5).map { (key: "/\($0)", value: ["get": [:]] as JSONValue) }
            return .sample(["paths": .object(.init(paths)), "security": security])
        }
        let changes = document([["a": []]]).changes(since: document([]))
        #expect(changes.count == 1)
        #expect(changes.first?.operations.count == 5)
        #expect(
            changes.first?.description
                == "breaking for clients: GET /1, GET /2 and 3 more: security: security-required. "
                + "The server rejects requests without credentials.")
    }

    @Test func `the messages of webhooks are outputs`() {
        func document(_ schema: JSONValue) -> OpenAPI {
            .sample(["webhooks": ["w": ["post": ["requestBody": .json(schema)]]]])
        }
        let changes = document(.having("a")).changes(
            since: document(.having("a", ["type": "string"], ["required": ["a"]])))
        #expect(changes.map(\.rule) == ["output-property-optional"])
        #expect(changes.map(\.location) == ["webhook w POST body application/json, a"])
    }

    @Test func `a status or media type matches a range`() {
        let ranges: JSONValue = ["responses": ["2XX": ["content": ["text/*": [:]]], "default": [:]]]
        let exact: JSONValue = [
            "responses": ["200": ["content": ["text/plain; charset=utf-8": [:]]], "404": [:], "default": [:]]
        ]
        #expect(OpenAPI.sample(.get(ranges)).changes(since: .sample(.get(exact))).map(\.rule) == ["success-added"])
    }

    @Test(
        arguments: [
            ["$ref": "#/components/schemas/A"], ["allOf": [["$ref": "#/components/schemas/A"], ["type": "object"]]],
            ["anyOf": [["$ref": "#/components/schemas/A"], ["type": "string"]]],
        ] as [JSONValue])
    func `circular references don't make the comparison endless`(schema: JSONValue) {
        func document(_ other: JSONValue) -> OpenAPI {
            .sample([
                "paths": ["/a": ["get": ["responses": ["200": .json(["$ref": "#/components/schemas/A"])]]]],
                "components": ["schemas": ["A": schema, "B": other]],
            ])
        }
        #expect(document([:]).changes(since: document([:])) == [])
        #expect(document([:]).changes(since: document(true)).map(\.rule) == ["unused-component-changed"])
        let inline = OpenAPI.sample(.get(["responses": ["200": .json(["type": "object"])]]))
        _ = document([:]).changes(since: inline)
        _ = inline.changes(since: document([:]))
    }

    @Test func `references by the address of the document itself are followed`() {
        func document(_ type: JSONValue) -> OpenAPI {
            .sample([
                "$self": "https://shop.example/openapi.json",
                "paths": [
                    "/a": [
                        "get": [
                            "responses": [
                                "200": .json(["$ref": "https://shop.example/openapi.json#/components/schemas/A"])
                            ]
                        ]
                    ]
                ],
                "components": ["schemas": ["A": ["type": type]]],
            ])
        }
        let changes = document("string").changes(since: document("integer"))
        #expect(changes.map(\.operations) == [["GET /a"]])
        #expect(changes.map(\.verdict) == [.breakingForClients])
    }
}

extension JSONValue {
    fileprivate static let tree: JSONValue = ["$ref": "#/components/schemas/Tree"]
}
