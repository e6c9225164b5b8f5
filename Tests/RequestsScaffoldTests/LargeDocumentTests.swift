import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

@testable import RequestsOpenAPI
@testable import RequestsScaffold

/// Documents whose declarations must be divided, and whose lines must be broken.
@Suite("Large documents") struct LargeDocumentTests {
    private static func operation(_ id: String, tag: String = "things", _ more: JSONValue.Object = [:]) -> JSONValue {
        var operation: JSONValue.Object = [
            "operationId": .string(id), "tags": [.string(tag)], "responses": ["204": ["description": "Done"]],
            "description": "The first line of a long text.\n\nThe second one.\n\nThe third one.\n\nThe fourth one.",
        ]
        for (name, value) in more { operation[name] = value }
        return .object(operation)
    }

    private static func scaffold(_ paths: JSONValue.Object, schemas: JSONValue = [:]) throws -> Scaffold {
        try Scaffold(.sample(paths: .object(paths), schemas: schemas))
    }

    @Test func `a tag with many operations becomes several short files`() throws {
        var paths = JSONValue.Object()
        for part in ["alpha", "beta", "gamma"] {
            for number in 0..<65 {
                paths["/things/\(part)/item\(number)"] = ["get": Self.operation("things/\(part)-\(number)")]
            }
        }
        for number in 0..<70 { paths["/things/only\(number)/x"] = ["get": Self.operation("things/only-\(number)")] }
        let scaffold = try Self.scaffold(paths)
        #expect(scaffold.summary.operationCount == 265)
        for file in scaffold.files {
            let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 301, "\(file.path)")
        }
        let code = scaffold.code
        for part in ["alpha", "beta", "gamma"] {
            #expect(code.contains("let \(part) = Things\(part.capitalized)Endpoints()"), "\(part)")
        }
        #expect(code.contains("let more = ThingsMoreEndpoints()"))
        #expect(code.split(separator: "Endpoint<Void, Void>(").count - 1 == 265)
    }

    @Test func `an API with many types doesn't store its groups, but shows them`() throws {
        var (paths, schemas) = (JSONValue.Object(), JSONValue.Object())
        for number in 0...151 {
            schemas["Thing\(number)"] = ["type": "object", "properties": ["a": ["type": "string"]]]
            let content: JSONValue = [
                "application/json": ["schema": ["$ref": .string("#/components/schemas/Thing\(number)")]]
            ]
            let response: JSONValue = ["200": ["description": "OK", "content": content]]
            paths["/things/\(number)"] = ["get": Self.operation("things/get\(number)", ["responses": response])]
        }
        let scaffold = try Self.scaffold(paths, schemas: .object(schemas))
        let api = scaffold.files[0].text
        #expect(api.contains("struct Sample: RequestProviding, CustomReflectable {\n"))
        #expect(api.contains("    var things: ThingsEndpoints { .shared }\n"))
        #expect(api.contains("        Mirror(self, children: [\n            \"things\": things,\n        ])\n"))
        #expect(scaffold.code.contains("    struct ThingsEndpoints: Sendable {\n        static let shared = Self()\n"))
        let later = try Scaffold(
            .sample(paths: .object(paths), schemas: .object(schemas)), selecting: ["GET /things/1"],
            after: Self.scaffold(paths.without("/things/1"), schemas: .object(schemas)).excerpt)
        #expect(later.additions == ["let things2 = Things2Endpoints()", "\"things2\": things2, in customMirror"])
    }

    @Test func `the endpoints in a mirror are checked`() throws {
        #expect(try ShowingAPI().check(isServed: false) == ["things.all"])
    }

    @Test func `long names and paths take several lines`() throws {
        let word = "averyveryverylongsegmentofapath"
        let path = "/" + Array(repeating: word, count: 5).joined(separator: "/") + "/{id}"
        let long = String(repeating: "LongNameOfAType", count: 5)
        let schemas: JSONValue = .object([
            long: ["type": "object", "required": ["a"], "properties": ["a": ["type": "string"]]],
            "Choice": ["oneOf": [["type": "string"], ["$ref": .string("#/components/schemas/\(long)")]]],
        ])
        let content: JSONValue = ["application/json": ["schema": ["$ref": "#/components/schemas/Choice"]]]
        let scaffold = try Self.scaffold(
            [
                path: [
                    "get": Self.operation(
                        "things/get", ["responses": ["200": ["description": "OK", "content": content]]])
                ]
            ],
            schemas: schemas)
        #expect(scaffold.code.contains("+ \"/\(word)"))
        #expect(scaffold.code.contains("struct \(long):"))
    }

    @Test func `links and markup of descriptions are readable`() throws {
        let words = "See [the page](/docs/a) and <b>bold</b> [x](y <p>New</p> a < b."
        let scaffold = try Self.scaffold(["/a": ["get": Self.operation("a", ["description": .string(words)])]])
        #expect(scaffold.code.contains("See the page and bold"))
        #expect(!scaffold.code.contains("<b>"))
    }
}

/// An API written like the scaffolded API of a document with many types.
private struct ShowingAPI: RequestProviding, CustomReflectable {
    struct ThingsEndpoints: Sendable {
        static let shared = Self()

        let all = Endpoint<Void, [String]>(.get, "/things")
    }

    let baseURL = URL("https://things.example")

    var things: ThingsEndpoints { .shared }

    var customMirror: Mirror { Mirror(self, children: ["things": things]) }
}

extension JSONValue.Object {
    fileprivate func without(_ name: String) -> Self {
        var others = self
        others[name] = nil
        return others
    }
}
