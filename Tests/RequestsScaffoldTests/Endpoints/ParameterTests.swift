import Requests
import Testing

@testable import RequestsOpenAPI
@testable import RequestsScaffold

@Suite("Parameters of scaffolded code") struct ParameterTests {
    private static let text: JSONValue = ["type": "string"]
    private static let choice: JSONValue = ["anyOf": [["type": "integer"], ["type": "string"]]]
    private static let range: JSONValue = [
        "allOf": [
            ["type": "object", "properties": ["x": ["type": "integer"]]],
            ["oneOf": [["required": ["x"]], ["required": ["y"]]]],
        ]
    ]

    private static func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

    /// Returns the code for an operation with one optional parameter.
    private static func document(_ schema: JSONValue, in place: JSONValue) throws -> OpenAPI {
        let parameter: JSONValue = ["name": "x", "in": place, "schema": schema, "required": .bool(place == "path")]
        let path = place == "path" ? "/things/{x}" : "/things"
        let operation: JSONValue = [
            "operationId": "find", "responses": ["204": ["description": "OK"]], "parameters": [parameter],
            "requestBody": ["content": ["application/json": ["schema": ["type": "array", "items": text]]]],
        ]
        return try .sample(paths: .object([path: ["post": operation]]))
    }

    @Test(
        arguments: [
            ("query", text, "@QueryValue var x: String? = nil"),
            ("query", ["type": "integer", "format": "uint64"], "@QueryValue var x: UInt64? = nil"),
            ("query", choice, "@QueryValue var x: String? = nil"),
            ("query", ["type": ["string", "boolean"]], "@QueryValue var x: String? = nil"),
            ("query", list(["type": "integer"]), "@QueryValue var x: [Int]? = nil"),
            ("query", list(choice), "@QueryValue var x: [String]? = nil"),
            ("query", ["oneOf": [text, list(text)]], "@QueryValue var x: [String]? = nil"),
            ("query", range, "@QueryValue var x: Int? = nil"),
            ("header", ["type": "boolean"], "@HeaderValue var x: Bool? = nil"),
            ("header", list(text), "@HeaderValue var x: [String]? = nil"),
            ("header", choice, "@HeaderValue var x: String? = nil"),
            ("cookie", ["type": "integer"], "@CookieValue var x: Int? = nil"),
            ("path", ["type": "integer", "format": "uint64"], "var x: UInt64"), ("path", choice, "var x: String"),
            ("path", list(["type": "integer"]), "var x: [Int]"),
        ] as [(JSONValue, JSONValue, String)])
    func `a parameter becomes a property`(_ place: JSONValue, _ schema: JSONValue, _ line: String) throws {
        let code = try Scaffold(Self.document(schema, in: place)).code
        #expect(code.contains("        \(line)\n"), "\(code)")
        #expect(!code.contains("Not scaffolded"))
    }

    @Test func `a body with the name of a placeholder is separate, even if the name is only required`() throws {
        let schema: JSONValue = ["type": "object", "required": ["id", "name"], "properties": ["name": Self.text]]
        let operation: JSONValue = [
            "operationId": "rename", "responses": ["204": ["description": "OK"]],
            "parameters": [["name": "id", "in": "path", "required": true, "schema": Self.text]],
            "requestBody": ["required": true, "content": ["application/json": ["schema": schema]]],
        ]
        let code = try Scaffold(OpenAPI.sample(paths: ["/things/{id}": ["put": operation]])).code
        #expect(code.contains("var id: String\n        /// The body.\n        @BodyValue var body: RenameBody\n"))
        #expect(code.contains("        var name: String\n        var id: JSONValue\n"))
    }

    @Test(
        arguments: [
            ("cookie", list(text), "the elements of the cookie parameter x, because the list is sent as text"),
            ("header", ["type": "object"], "the type of the header parameter x, replaced by String"),
            (
                "header", list(["type": "object"]),
                "the elements of the header parameter x, because the list is sent as text"
            ),
            ("path", ["type": "object"], "the type of the path parameter x, replaced by String"),
        ] as [(JSONValue, JSONValue, String)])
    func `a parameter that no property expresses is a text with a comment`(
        _ place: JSONValue, _ schema: JSONValue, _ note: String
    ) throws {
        let code = try Scaffold(Self.document(schema, in: place)).code
        #expect(code.contains("// Not scaffolded: \(note).\n"), "\(code)")
        #expect(code.contains("var x: String"))
    }
}
