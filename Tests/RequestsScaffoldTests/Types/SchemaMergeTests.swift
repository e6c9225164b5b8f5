import Requests
import Testing

@testable import RequestsOpenAPI
@testable import RequestsScaffold

@Suite("Merged and unusual schemas") struct SchemaMergeTests {
    private static func code(_ thing: JSONValue, others: JSONValue.Object = [:]) throws -> String {
        try Scaffold(.returning(thing, others: others)).code
    }

    private static let station: JSONValue = ["type": "object", "properties": ["name": ["type": "string"]]]

    @Test(arguments: [false, true])
    func `the more specific elements count, in either order`(_ isReversed: Bool) throws {
        let generic: JSONValue = ["properties": ["data": ["type": "array", "items": ["type": "object"]]]]
        let reference: JSONValue = ["$ref": "#/components/schemas/Station"]
        let specific: JSONValue = ["properties": ["data": ["type": "array", "items": reference]]]
        let parts = isReversed ? [specific, generic] : [generic, specific]
        let code = try Self.code(["allOf": .array(parts)], others: ["Station": Self.station])
        #expect(code.contains("var data: [Station]?"))
    }

    @Test func `the payload of an event is the schema of its data`() throws {
        func output(_ data: JSONValue) throws -> String {
            let item: JSONValue = ["type": "object", "properties": ["event": ["type": "string"], "data": data]]
            let content: JSONValue = ["text/event-stream": ["itemSchema": item]]
            let operation: JSONValue = ["responses": ["200": ["description": "OK", "content": content]]]
            return try Scaffold(
                .sample(paths: ["/a": ["get": operation]], schemas: ["Station": Self.station], openapi: "3.2.0")
            ).code
        }
        let json = try output([
            "type": "string", "contentMediaType": "application/json",
            "contentSchema": ["$ref": "#/components/schemas/Station"],
        ])
        #expect(json.contains("ElementStream<ServerSentEvent<Station>>"))
        #expect(try output(["type": "string"]).contains("ElementStream<ServerSentEvent<String>>"))
        #expect(try output(Self.station).contains("struct GetAOutputEvent: Codable"))
    }

    @Test func `a text in JSON is a type with a raw value`() throws {
        let content: JSONValue = ["application/json": ["schema": ["type": "string"]]]
        let operation: JSONValue = ["responses": ["200": ["description": "OK", "content": content]]]
        let code = try Scaffold(.sample(paths: ["/a": ["get": operation]])).code
        #expect(code.contains("Endpoint<Void, GetAOutput>(.get, \"/a\")"))
        #expect(code.contains("struct GetAOutput: RawRepresentable, Codable, Hashable, Sendable {"))
    }

    @Test func `a default without a success is the output, and not the failure`() throws {
        let content: JSONValue = ["application/json": ["schema": ["$ref": "#/components/schemas/Station"]]]
        let operation: JSONValue = ["responses": ["default": ["description": "Done", "content": content]]]
        let files = try Scaffold(
            .sample(paths: ["/a": ["get": operation]], schemas: ["Station": Self.station])
        ).files
        #expect(files.map(\.text).joined().contains("Endpoint<Void, Station>"))
        #expect(!files.map(\.text).joined().contains("typealias Failure"))
    }

    @Test func `an operation without a success leaves no types`() throws {
        let operation: JSONValue = [
            "parameters": [["name": "q", "in": "query", "schema": ["type": "string"]]],
            "responses": ["400": ["description": "Bad"]],
        ]
        let scaffold = try Scaffold(.sample(paths: ["/a": ["get": operation]]))
        #expect(scaffold.summary.typeCount == 0)
        #expect(scaffold.summary.omissions == ["GET /a, because the operation has no successful response"])
    }

    @Test func `names in capitals are split into words`() throws {
        let code = try Self.code(["type": "string", "enum": ["ASTEROIDAL_MOON", "STAR_SYSTEM", "CPU_ID"]])
        for name in ["asteroidalMoon", "starSystem", "cpuID"] { #expect(code.contains("static let \(name) =")) }
        let post: JSONValue = [
            "parameters": [["name": "q", "in": "query", "schema": ["type": "string"]]],
            "responses": ["204": ["description": ""]],
        ]
        #expect(try Scaffold(.sample(paths: ["/moons": ["post": post]])).code.contains("struct PostMoonsInput"))
    }

    @Test func `defaults of enums are kept, and other losses are listed`() throws {
        let body: JSONValue = [
            "type": "object", "additionalProperties": true,
            "properties": [
                "status": ["type": "string", "enum": ["available", "sold"], "default": "available"],
                "level": ["oneOf": [["type": "boolean"], ["type": "string", "enum": ["high", "low"]]]],
            ],
        ]
        let content: JSONValue = ["application/json": ["schema": body]]
        let operation: JSONValue = [
            "operationId": "add", "requestBody": ["required": true, "content": content],
            "responses": ["204": ["description": ""]],
        ]
        let scaffold = try Scaffold(.sample(paths: ["/a": ["post": operation]]))
        #expect(scaffold.code.contains("[\"status\": [\"default\": \"available\"]]"))
        #expect(
            scaffold.summary.omissions == [
                "POST /a: the additional properties of Add", "POST /a: the known values of AddLevel",
            ])
    }

    @Test func `titles name the cases of alternatives`() throws {
        func alternative(_ title: JSONValue, _ name: String) -> JSONValue {
            [
                "type": "object", "title": title, "required": [.string(name)],
                "properties": .object([name: ["type": "string"]]),
            ]
        }
        let code = try Self.code(["oneOf": [alternative("Card", "cvc"), alternative("Bank Account", "iban")]])
        #expect(code.contains("case card(") && code.contains("case bankAccount("))
    }
}
