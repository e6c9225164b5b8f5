import Requests
import Testing

@testable import RequestsOpenAPI
@testable import RequestsScaffold

@Suite("Array styles of scaffolded code") struct ArrayStyleTests {
    /// Returns an operation whose query has lists in some styles, each given by `explode`.
    private static func operation(_ id: String, _ explodes: Bool..., body: JSONValue? = nil) -> JSONValue {
        let parameters = explodes.enumerated().map { index, explode in
            [
                "name": .string("list\(index)"), "in": "query", "explode": .boolean(explode),
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

    @Test func `an operation has its most frequent style, and omits lists in another one`() throws {
        let document = try OpenAPI.sample(paths: [
            "/a": Self.operation("a", true, true, true), "/b": Self.operation("b", false, true, false),
        ])
        let code = try Scaffold(document).code
        #expect(code.contains(".arrays(.commaSeparated)"))
        #expect(code.contains("// Not scaffolded: the query parameter list1, which writes its list in another way."))
    }

    @Test func `a form keeps the style of the API`() throws {
        let form: JSONValue = ["application/x-www-form-urlencoded": ["schema": ["type": "object"]]]
        let document = try OpenAPI.sample(paths: [
            "/a": Self.operation("a", true, true), "/b": Self.operation("b", false, body: ["content": form]),
        ])
        #expect(try !Scaffold(document).code.contains(".arrays("))
    }
}
