import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import Testing

@Suite("Declarations against the document of a provider") struct DriftTests {
    /// Returns the differences as `rule @ operation: location`.
    private func drift(_ api: some RequestProviding, _ document: OpenAPI) throws -> [String] {
        do {
            try api.check(against: document)
            return []
        } catch let error as OpenAPIDifferences {
            return error.changes.map { "\($0.rule) @ \($0.operations.joined(separator: ", ")): \($0.location)" }
        }
    }

    @Test func `declarations match their own document, and that of their routes`() throws {
        #expect(try drift(ShopAPI(), OpenAPI(ShopAPI(), info: .init(title: "Shop", version: "1"))) == [])
        let old = OpenAPI.Version.v3_1, new = OpenAPI.Version.v3_2
        for version in [old, new] {
            let document = try OpenAPI(ShopAPI(), info: .init(title: "Shop", version: "1"), version: version)
            #expect(try drift(ShopAPI(), document) == [])
        }
    }

    @Test func `a provider may write its document in another way, and offer more`() throws {
        #expect(try drift(IssueAPI(), .sample(Self.provided)) == [])
        #expect(try drift(IssueAPI(baseURL: URL("https://api.example")), .sample(Self.provided)) == [])
    }

    @Test func `a client sends a body, even if the declaration requires no property`() throws {
        let document = try OpenAPI(NoteAPI(), info: .init(title: "Notes", version: "1"))
        var content = JSONValue.object(document.content)
        content["paths"]?["/notes"]?["post"]?["requestBody"]?["required"] = true
        content["paths"]?["/notes/{id}"]?["patch"]?["requestBody"]?["required"] = true
        let provided: JSONValue = ["paths": content["paths"] ?? [:], "components": content["components"] ?? [:]]
        #expect(try drift(NoteAPI(), .sample(provided)) == [])
    }

    @Test func `missing and different parts of the provider's document are reported`() throws {
        func changed(_ change: (inout JSONValue) -> Void) throws -> [String] {
            var document = Self.provided
            change(&document)
            return try drift(IssueAPI(), .sample(document))
        }
        let path = "/repos/{name}/issues"
        #expect(
            try changed { $0["paths"]?[path]?["post"] = nil } == ["operation-removed @ POST /repos/{repo}/issues: "])
        #expect(
            try changed { $0["components"]?["parameters"]?["Page"]?["schema"]?["type"] = "boolean" }
                == ["input-type-changed @ GET /repos/{repo}/issues: query parameter page"])
        #expect(
            try changed { $0["components"]?["parameters"]?["Page"]?["name"] = "offset" }
                == ["parameter-removed @ GET /repos/{repo}/issues: query parameter page"])
        #expect(
            try changed { $0["components"]?["parameters"]?["Sort"]?["required"] = true }
                == ["required-parameter-added @ GET /repos/{repo}/issues: query parameter sort"])
        #expect(
            try changed { $0["components"]?["schemas"]?["Issue"]?["required"] = ["id"] }
                == ["output-property-optional @ GET /repos/{repo}/issues: schema Issue, title"])
        #expect(
            try changed { $0["components"]?["schemas"]?["Base"]?["properties"]?["id"]?["type"] = "string" }
                == ["output-type-changed @ GET /repos/{repo}/issues: schema Issue, id"])
        #expect(
            try changed {
                $0["components"]?["schemas"]?["Base"]?["properties"]?["id"]?["type"] = ["integer", "null"]
            } == ["output-null-allowed @ GET /repos/{repo}/issues: schema Issue, id"])
        #expect(
            try changed { document in
                document["components"]?["requestBodies"]?["New"]?["content"]?["application/json"]?["schema"]?[
                    "required"] =
                    ["title", "body"]
            } == ["input-property-required @ POST /repos/{repo}/issues: body application/json, body"])
        #expect(
            try changed { document in
                let responses = document["paths"]?[path]?["post"]?["responses"]
                document["paths"]?[path]?["post"]?["responses"] = ["200": responses?["2XX"] ?? .null]
            } == ["success-removed @ POST /repos/{repo}/issues: responses"])
    }

    @Test func `a provider may use a JSON media type with another name`() throws {
        var document = Self.provided
        let content = document["components"]?["responses"]?["Issues"]?["content"]?["application/json; charset=utf-8"]
        document["components"]?["responses"]?["Issues"]?["content"] = ["application/vnd.issues+json": content ?? .null]
        #expect(try drift(IssueAPI(), .sample(document)) == [])
        document["components"]?["schemas"]?["Issue"]?["required"] = ["id"]
        #expect(
            try drift(IssueAPI(), .sample(document))
                == ["output-property-optional @ GET /repos/{repo}/issues: schema Issue, title"])
    }

    @Test func `the error lists the differences`() throws {
        let error = #expect(throws: OpenAPIDifferences.self) { try IssueAPI().check(against: .sample([:])) }
        #expect(error?.changes.count == 3)
        #expect(error?.description.hasPrefix("The declarations of IssueAPI don't match") == true)
        #expect(error?.description.contains("GET /users/me: operation-removed\n    A client") == true)
    }

    /// A document with features that other providers use: shared parameters, bodies and responses, ranges, choices.
    private static let provided: JSONValue = [
        "servers": [["url": "https://{region}.example/api/", "variables": ["region": ["default": "eu"]]]],
        "paths": [
            "/repos/{name}/issues": [
                "parameters": [["name": "name", "in": "path", "required": true, "schema": ["type": "string"]]],
                "get": [
                    "parameters": [
                        ["$ref": "#/components/parameters/Page"], ["$ref": "#/components/parameters/Sort"],
                    ],
                    "responses": ["200": ["$ref": "#/components/responses/Issues"], "default": [:]],
                ],
                "post": [
                    "requestBody": ["$ref": "#/components/requestBodies/New"],
                    "responses": ["2XX": ["description": "made", "content": ["application/*": [:]]], "422": [:]],
                ],
                "delete": [:],
            ],
            "/users/{user}": [
                "get": [
                    "parameters": [["name": "user", "in": "path", "required": true, "schema": ["type": "string"]]],
                    "responses": ["200": .json(["oneOf": [["$ref": "#/components/schemas/Bot"], .having("login")]])],
                ]
            ],
        ],
        "components": [
            "parameters": [
                "Page": ["name": "page", "in": "query", "schema": ["type": "integer", "default": 1, "maximum": 100]],
                "Sort": ["name": "sort", "in": "query", "schema": ["type": "string", "enum": ["up", "down"]]],
            ],
            "requestBodies": [
                "New": .json(.having("title", ["type": "string", "maxLength": 256], ["required": ["title"]]))
            ],
            "responses": [
                "Issues": [
                    "description": "issues",
                    "content": [
                        "application/json; charset=utf-8": [
                            "schema": ["type": "array", "items": ["$ref": "#/components/schemas/Issue"]]
                        ]
                    ],
                ]
            ],
            "schemas": [
                "Base": .having("id", ["type": "integer"], ["required": ["id"]]),
                "Issue": [
                    "allOf": [["$ref": "#/components/schemas/Base"]],
                    "properties": [
                        "title": ["type": "string"], "labels": ["type": "array", "items": ["type": "string"]],
                        "parent": ["anyOf": [["$ref": "#/components/schemas/Issue"], ["type": "null"]]],
                    ],
                    "required": ["id", "title"],
                ],
                "Bot": .having("owner", ["type": "integer"], ["required": ["owner"]]),
            ],
        ],
    ]
}

private struct NoteAPI: RequestProviding {
    struct Note: Codable, Sendable { var text: String? }
    struct Change: Codable, Sendable {
        var id: Int
        var text: String?
    }

    let baseURL: URL = URL("https://notes.example")
    let add = Endpoint<Note, Void>(.post, "/notes")
    let change = Endpoint<Change, Void>(.patch, "/notes/{id}")
}

private struct IssueAPI: RequestProviding {
    struct Query: Codable, Sendable {
        var repo: String
        var page: Int?
    }

    struct NewIssue: Codable, Sendable {
        @PathValue var repo: String
        var title: String
    }

    struct Issue: Codable, Sendable {
        var id: Int
        var title: String
        var parent: Parent?

        struct Parent: Codable, Sendable { var id: Int }
    }

    struct User: Codable, Sendable { var login: String? }

    var baseURL: URL = URL("https://eu.example/api")
    let issues = Endpoint<Query, [Issue]>(.get, "/repos/{repo}/issues")
    let add = Endpoint<NewIssue, Void>(.post, "/repos/{repo}/issues").status(.created)
    let me = Endpoint<Void, User>(.get, "/users/me")
}
