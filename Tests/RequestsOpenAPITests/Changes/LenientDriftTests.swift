import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import Testing

@Suite("Declarations that a provider's document describes in another way") struct LenientDriftTests {
    private struct NotesAPI: RequestProviding {
        struct Search: Codable {
            var filter: JSONValue
            var image: Image?
            var marks: [Mark]?
        }

        struct Image: Codable {
            var url: String?
            var file: String?
        }

        struct Mark: Codable {
            var id: Int
        }

        struct Note: Codable {
            var next: Mark?
            var previous: Mark?
        }

        let baseURL = URL("https://notes.example")
        let search = Endpoint<Search, [Note]>(.post, "/notes/search")
        let icon = Endpoint<Void, Data>(.get, "/notes/icon")
        let all = Endpoint<Void, [Note]>(.get, "/notes")
        let trial = Endpoint<Void, [Mark]>(.get, "/notes?beta=true")
    }

    private static let provided: JSONValue = [
        "paths": [
            "/notes/search": [
                "post": [
                    "requestBody": [
                        "required": true,
                        "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Search"]]],
                    ],
                    "responses": ["200": ["$ref": "#/components/responses/Notes"]],
                ]
            ],
            "/notes/icon": ["get": ["responses": ["200": ["description": "OK", "content": ["image/png": [:]]]]]],
            "/notes": ["get": ["responses": ["200": ["$ref": "#/components/responses/Notes"]]]],
            "/notes?beta=true": [
                "get": [
                    "responses": [
                        "200": [
                            "description": "OK",
                            "content": [
                                "application/json": [
                                    "schema": ["type": "array", "items": ["$ref": "#/components/schemas/Mark"]]
                                ]
                            ],
                        ]
                    ]
                ]
            ],
        ],
        "components": [
            "responses": [
                "Notes": [
                    "description": "OK",
                    "content": [
                        "application/json": [
                            "schema": ["type": "array", "items": ["$ref": "#/components/schemas/Note"]]
                        ]
                    ],
                ]
            ],
            "schemas": [
                "Search": [
                    "type": "object", "required": ["filter"],
                    "properties": [
                        "filter": [
                            "oneOf": [
                                ["type": "object", "required": ["text"], "properties": ["text": ["type": "string"]]]
                            ]
                        ],
                        "image": [
                            "type": "object", "properties": ["url": ["type": "string"], "file": ["type": "string"]],
                            "oneOf": [["required": ["url"]], ["required": ["file"]]],
                        ],
                        // `required` has no effect on lists, and occurs there in documents of providers.
                        "marks": [
                            "type": "array", "items": ["$ref": "#/components/schemas/Mark"], "required": ["id"],
                        ],
                    ],
                ],
                "Mark": ["type": "object", "required": ["id"], "properties": ["id": ["type": "integer"]]],
                "MarkOrNull": [
                    "type": ["object", "null"], "required": ["id"], "properties": ["id": ["type": "integer"]],
                ],
                "Note": [
                    "type": "object",
                    "properties": [
                        "next": ["$ref": "#/components/schemas/MarkOrNull"],
                        "previous": [
                            "type": ["object", "null"], "required": ["id"],
                            "properties": ["id": ["type": "integer"]],
                        ],
                    ],
                ],
            ],
        ],
    ]

    private func drift(_ change: (inout JSONValue) -> Void = { _ in }) throws -> [String] {
        var document = Self.provided
        change(&document)
        do {
            try NotesAPI().check(against: .sample(document))
            return []
        } catch let error as OpenAPIDifferences {
            return error.changes.map { "\($0.rule) @ \($0.operations.joined(separator: ", ")): \($0.location)" }
        }
    }

    @Test func `any JSON, nullable components, bytes, fixed queries and required lists contradict nothing`() throws {
        #expect(try drift() == [])
    }

    @Test func `null in a component is reported for a property that isn't optional`() throws {
        let found = try drift { document in
            document["components"]?["schemas"]?["Mark"]?["type"] = ["object", "null"]
        }
        #expect(found == ["output-null-allowed @ GET /notes?beta=true: response 200 application/json, []"])
    }

    @Test func `a fixed query selects the operation with this query`() throws {
        let content: JSONValue = ["application/json": ["schema": ["type": "string"]]]
        let found = try drift { document in
            document["paths"]?["/notes?beta=true"]?["get"]?["responses"]?["200"]?["content"] = content
        }
        #expect(found == ["output-type-changed @ GET /notes?beta=true: response 200 application/json"])
    }
}
