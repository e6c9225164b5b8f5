import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import Testing

@Suite("Served examples") struct ServedExampleTests {
    private struct Provider: RequestProviding {
        let baseURL = URL("https://provider.example/v1")
    }

    /// Makes a document whose only operation responds with a media type.
    private func document(_ media: JSONValue, type: String = "application/json", schemas: JSONValue = [:]) throws
        -> OpenAPI
    {
        try document(responses: ["200": ["description": "OK", "content": .object([type: media])]], schemas: schemas)
    }

    private func document(responses: JSONValue, schemas: JSONValue = [:], path: String = "/thing") throws -> OpenAPI {
        let root: JSONValue = [
            "openapi": "3.1.1", "info": ["title": "Provider", "version": "1"],
            "paths": .object([path: ["get": ["responses": responses]]]), "components": ["schemas": schemas],
        ]
        return try OpenAPI(Data(root.description.utf8))
    }

    private func respond(
        _ document: OpenAPI, _ target: String = "/v1/thing"
    ) async throws -> (head: ResponseHead, body: String) {
        let routes = Routes(Provider()).servingExamples(of: document)
        let response = await routes.respond(to: IncomingRequest(method: .get, target: target, header: []))
        return (response.head, String(decoding: try await response.body.collect(upTo: .max), as: UTF8.self))
    }

    @Test(
        arguments: [
            (["example": ["id": 1]], #"{"id":1}"#),
            (["examples": ["a": ["value": [1, 2]], "b": ["value": []]]], "[1,2]"),
            (["examples": ["a": ["dataValue": true]]], "true"),
            (["schema": ["type": "integer", "examples": [7, 8]]], "7"),
            (["schema": ["type": "string", "enum": ["red", "blue"]]], #""red""#),
            (
                ["schema": ["type": "array", "items": ["$ref": "#/components/schemas/Book"]]],
                #"[{"id":5,"title":"Emma"}]"#
            ),
            (["schema": ["$ref": "#/components/schemas/Novel"]], #"{"pages":300,"id":5,"title":"Emma"}"#),
            (
                ["schema": ["oneOf": [["type": "object"], ["$ref": "#/components/schemas/Book"]]]],
                #"{"id":5,"title":"Emma"}"#
            ),
            (["schema": ["$ref": "#/components/schemas/Tree"]], #"{"name":"root"}"#),
        ] as [(JSONValue, String)])
    func `the example is that of the media type, or consists of those of the schema`(
        _ media: JSONValue, _ text: String
    ) async throws {
        let title: JSONValue = ["type": "string", "example": "Emma"]
        let schemas: JSONValue = [
            "Book": [
                "required": ["id"],
                "properties": [
                    "id": ["type": "integer", "example": 5], "title": title, "isbn": ["type": "string"],
                    "secret": ["type": "string", "example": "s", "writeOnly": true],
                ],
            ],
            "Novel": ["allOf": [["$ref": "#/components/schemas/Book"], ["properties": ["pages": ["example": 300]]]]],
            "Tree": [
                "properties": [
                    "name": ["example": "root"],
                    "children": ["type": "array", "items": ["$ref": "#/components/schemas/Tree"]],
                ]
            ],
        ]
        let (head, body) = try await respond(document(media, schemas: schemas))
        #expect(body == text)
        #expect(head.status == .ok)
        #expect(head.header[.contentType] == "application/json")
    }

    @Test func `a text is sent as it is`() async throws {
        let (head, body) = try await respond(document(["example": "a,b"], type: "text/csv"))
        #expect(body == "a,b")
        #expect(head.header[.contentType] == "text/csv")
    }

    @Test func `the status is that of the first success with an example`() async throws {
        let empty: JSONValue = ["description": "None"]
        #expect(try await respond(document(responses: ["404": empty, "204": empty])).head.status == .noContent)
        let created: JSONValue = ["description": "Made", "content": ["application/json": ["example": 1]]]
        let unknown: JSONValue = ["description": "OK", "content": ["application/json": [:]]]
        #expect(try await respond(document(responses: ["200": unknown, "201": created])).head.status == .created)
        for status in ["default", "2XX", "2999", "299999999999999999999"] {
            let document = try document(responses: .object([status: created]))
            #expect(try await respond(document).head.status == .ok)
        }
    }

    @Test func `without an example, the response says so`() async throws {
        let incomplete: JSONValue = ["schema": ["required": ["id"], "properties": ["id": ["type": "integer"]]]]
        let (head, body) = try await respond(document(incomplete))
        #expect(head.status == .notImplemented)
        #expect(body == #"{"message":"the document has no example for GET /thing"}"#)
    }

    @Test func `a path is served without its fixed query and its fragment`() async throws {
        for path in ["/thing?kind=a", "/thing#list"] {
            let document = try document(responses: ["204": ["description": "None"]], path: path)
            #expect(try await respond(document, "/v1/thing?kind=a").head.status == .noContent)
        }
    }

    @Test func `handlers replace examples, whether they are added before or after`() async throws {
        func gone(_ routes: consuming Routes<Provider>) -> Routes<Provider> {
            routes.on(.get, "/thing") { _ in TransportResponse(head: ResponseHead(status: .gone)) }
        }
        let document = try document(["example": 1])
        let examples = Routes(Provider()).servingExamples(of: document)
        for routes in [gone(Routes(Provider())).servingExamples(of: document), gone(examples)] {
            let response = await routes.respond(to: IncomingRequest(method: .get, target: "/v1/thing", header: []))
            #expect(response.head.status == .gone)
        }
    }
}
