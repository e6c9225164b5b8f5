import Requests
import Testing

@testable import RequestsOpenAPI
@testable import RequestsScaffold

@Suite("Outputs with a case for each status") struct StatusOutputTests {
    /// Returns the code for an operation with the given responses.
    private static func code(_ responses: JSONValue) throws -> String {
        let operation: JSONValue = ["operationId": "getThing", "responses": responses]
        return try Scaffold(OpenAPI.sample(paths: ["/thing": ["get": operation]])).code
    }

    private static func response(_ schema: JSONValue?, _ words: JSONValue = "OK") -> JSONValue {
        guard let schema else { return ["description": words] }
        return ["description": words, "content": ["application/json": ["schema": schema]]]
    }

    private static let list: JSONValue = ["type": "array", "items": ["type": "integer"]]

    @Test func `different bodies are cases of an enum`() throws {
        let code = try Self.code([
            "200": Self.response(Self.list), "202": Self.response(nil, "Still computed"),
            "226": Self.response(["type": "object", "properties": ["name": ["type": "string"]]], "Known"),
        ])
        #expect(code.contains("let getThing = Endpoint<Void, GetThingOutput>(.get, \"/thing\")\n"))
        #expect(
            code.contains(
                """
                    enum GetThingOutput: StatusAlternatives {
                        case ok([Int])
                        /// Still computed.
                        case accepted
                        /// Known.
                        case status226(GetThingOutput226)

                        enum CodingKeys: String, CodingKey {
                            case ok
                            case accepted
                            case status226 = "226"
                        }
                    }

                """))
        #expect(code.contains("struct GetThingOutput226:"))
        #expect(!code.contains("Not scaffolded"))
    }

    @Test func `a range of statuses can't be a case`() throws {
        let code = try Self.code(["2XX": Self.response(Self.list), "204": Self.response(nil)])
        #expect(code.contains("Endpoint<Void, [Int]>(.get, \"/thing\")"))
        #expect(code.contains("// Not scaffolded: the 204 response."))
    }

    @Test func `equal bodies are one output`() throws {
        let code = try Self.code(["200": Self.response(Self.list), "201": Self.response(Self.list)])
        #expect(code.contains("let getThing = Endpoint<Void, [Int]>(.get, \"/thing\")\n"))
        #expect(code.contains("// Not scaffolded: the 201 response."))
    }

    @Test func `bodies that only differ in their examples are one output`() throws {
        var example = Self.response(Self.list)
        example["content"]?["application/json"]?["example"] = [1]
        let code = try Self.code(["200": Self.response(Self.list), "201": example])
        #expect(code.contains("let getThing = Endpoint<Void, [Int]>(.get, \"/thing\")\n"))
    }

    @Test func `a status that forbids content has none`() throws {
        let code = try Self.code(["204": Self.response(Self.list)])
        #expect(code.contains("let getThing = Endpoint<Void, Void>(.get, \"/thing\")\n"))
        let note = "// Not scaffolded: the content of the 204 response, because this status forbids content."
        #expect(code.contains(note))
    }

    @Test func `a reference in place of the content is followed`() throws {
        let content: JSONValue = ["$ref": "#/components/schemas/Media"]
        let operation: JSONValue = [
            "operationId": "getThing", "responses": ["200": ["description": "OK", "content": content]],
        ]
        let schemas: JSONValue = ["Media": ["application/json": ["schema": Self.list]]]
        let code = try Scaffold(OpenAPI.sample(paths: ["/thing": ["get": operation]], schemas: schemas)).code
        #expect(code.contains("let getThing = Endpoint<Void, [Int]>(.get, \"/thing\")\n"))
    }

    @Test func `a stream can't be a case`() throws {
        let code = try Self.code([
            "200": ["description": "OK", "content": ["text/event-stream": [:]]], "204": Self.response(nil),
        ])
        #expect(code.contains("Endpoint<Void, ElementStream<ServerSentEvent<String>>>(.get, \"/thing\")"))
        #expect(code.contains("// Not scaffolded: the 204 response."))
    }
}
