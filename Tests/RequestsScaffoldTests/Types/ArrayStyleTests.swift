import Requests
import Testing

@testable import RequestsOpenAPI
@testable import RequestsScaffold

@Suite("Array styles of scaffolded code") struct ArrayStyleTests {
    /// Returns an operation whose query has lists, each with a style given by `explode`.
    private static func operation(_ id: String, _ explodes: Bool..., body: JSONValue? = nil) -> JSONValue {
        let parameters = explodes.enumerated().map { index, explode in
            [
                "name": .string("list\(index)"), "in": "query", "explode": .bool(explode),
                "schema": ["type": "array", "items": ["type": "string"]],
            ] as JSONValue
        }
        var operation: JSONValue.Object = [
            "operationId": .string(id), "parameters": .array(parameters),
            "responses": ["200": ["description": "OK"]],
        ]
        operation["requestBody"] = body
        return ["post": .object(operation)]
    }

    @Test func `an operation with another style than the others has a modifier`() throws {
        let document = try OpenAPI.sample(paths: [
            "/a": Self.operation("a", true), "/b": Self.operation("b", true), "/c": Self.operation("c", false),
        ])
        let code = try Scaffold(document).code
        #expect(code.contains("let c = Endpoint<CInput, Void>(.post, \"/c\").status(.ok).arrays(.commaSeparated)"))
        #expect(code.contains("let a = Endpoint<AInput, Void>(.post, \"/a\").status(.ok)\n"))
    }

    @Test func `an operation has its most frequent style, and names the parameters with another one`() throws {
        let document = try OpenAPI.sample(paths: [
            "/a": Self.operation("a", true, true, true), "/b": Self.operation("b", false, true, false),
        ])
        let code = try Scaffold(document).code
        #expect(code.contains(".arrays(.commaSeparated)\n            .arrays(.repeated, of: \"list1\")"))
    }

    @Test func `a list in a style that no coding has is omitted`() throws {
        let parameter: JSONValue = [
            "name": "list", "in": "query", "style": "pipeDelimited",
            "schema": ["type": "array", "items": ["type": "string"]],
        ]
        let operation: JSONValue = ["parameters": [parameter], "responses": ["200": ["description": "OK"]]]
        let code = try Scaffold(OpenAPI.sample(paths: ["/a": ["get": operation]])).code
        let note = "// Not scaffolded: the query parameter list, because it has an unknown list style."
        #expect(code.contains(note))
    }

    @Test func `a form keeps the style of the API, and a list beside it has its own`() throws {
        let form: JSONValue = ["application/x-www-form-urlencoded": ["schema": ["type": "object"]]]
        let document = try OpenAPI.sample(paths: [
            "/a": Self.operation("a", true, true), "/b": Self.operation("b", false, body: ["content": form]),
        ])
        let code = try Scaffold(document).code
        #expect(code.contains(".arrays(.commaSeparated, of: \"list0\")"))
        #expect(!code.contains(".arrays(.commaSeparated)"))
    }
}
