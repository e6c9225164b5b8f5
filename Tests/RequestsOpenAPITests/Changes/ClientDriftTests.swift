import Foundation
import Requests
import RequestsEndpoints
import Testing

@testable import RequestsOpenAPI

@Suite("Requests and responses of a client against the document of a provider") struct ClientDriftTests {
    private struct ArchiveAPI: RequestProviding {
        struct TextChange: Codable { @BodyValue var text: String? }
        struct ByteChange: Codable { @BodyValue var bytes: Data? }
        struct Search: Codable {
            var ids: [Int]
            var marks: [String]?
        }

        struct Person: Codable {
            var email: String?
            var role: String?
        }

        struct Entry: Codable {
            @PathValue var id: Int
            @HeaderValue var accept: String?
        }

        struct Download: Codable {
            @HeaderValue var contentType: String?
            @BodyValue var bytes: Data
        }

        let baseURL = URL("https://archive.example")
        let text = Endpoint<String, Void>(.post, "/text")
        let bytes = Endpoint<Data, Void>(.post, "/bytes")
        let changeText = Endpoint<TextChange, Void>(.patch, "/text")
        let changeBytes = Endpoint<ByteChange, Void>(.patch, "/bytes")
        let search = Endpoint<Search, Void>(.get, "/search")
        let form = Endpoint<Search, Void>(.post, "/search").body(.form)
        let multipart = Endpoint<Search, Void>(.put, "/search").body(.multipart)
        let table = Endpoint<Void, String>(.get, "/table")
        let person = Endpoint<Person, Person>(.put, "/person")
        let entry = Endpoint<Entry, Void>(.get, "/entry/{id}")
        let download = Endpoint<Void, Download>(.get, "/download")
    }

    /// Returns the differences from an operation, as `rule @ location`.
    private func drift(_ method: String, _ path: String, _ operation: JSONValue) throws -> [String] {
        let document = OpenAPI.sample(["paths": .object([path: .object([method: operation])])])
        let error = #expect(throws: OpenAPIDifferences.self) { try ArchiveAPI().check(against: document) }
        let changes = error?.changes.filter { $0.operations == ["\(method.uppercased()) \(path)"] } ?? []
        return changes.map { "\($0.rule) @ \($0.location)" }
    }

    private static let done: JSONValue = ["204": ["description": "Done"]]

    private static func body(_ type: String, _ schema: JSONValue) -> JSONValue {
        let content: JSONValue = .object([type: ["schema": schema]])
        return ["requestBody": ["required": true, "content": content], "responses": done]
    }

    @Test func `a required body differs only if the declaration allows nil`() throws {
        let text = Self.body("text/plain", ["type": "integer"])
        let bytes = Self.body("application/octet-stream", ["type": "string", "format": "binary"])
        #expect(try drift("post", "/text", text) == [])
        #expect(try drift("post", "/bytes", bytes) == [])
        #expect(try drift("patch", "/text", text) == ["body-required @ body"])
        #expect(try drift("patch", "/bytes", bytes) == ["body-required @ body"])
        let csv = ["body-content-type-removed @ body"]
        #expect(try drift("post", "/text", Self.body("text/csv", ["type": "string"])) == csv)
    }

    @Test(arguments: [(["ids"], []), (["marks"], ["marks"])])
    func `a required list differs only if the declaration allows nil`(
        _ required: [String], _ found: [String]
    ) throws {
        let parameters = ["ids": "integer", "marks": "string"].sorted { $0.key < $1.key }.map { name, type in
            JSONValue.object([
                "name": .string(name), "in": "query", "required": .bool(required.contains(name)),
                "schema": ["type": "array", "items": ["type": .string(type)]],
            ])
        }
        let search: JSONValue = ["parameters": .array(parameters), "responses": Self.done]
        #expect(try drift("get", "/search", search) == found.map { "parameter-required @ query parameter \($0)" })
        let form: JSONValue = [
            "type": "object", "required": .array(required.map(JSONValue.string)),
            "properties": [
                "ids": ["type": "array", "items": ["type": "integer"]],
                "marks": ["type": "array", "items": ["type": "string"]],
            ],
        ]
        for (method, type) in [("post", "application/x-www-form-urlencoded"), ("put", "multipart/form-data")] {
            let differences = found.map { "input-property-required @ body \(type), \($0)" }
            #expect(try drift(method, "/search", Self.body(type, form)) == differences)
        }
    }

    @Test func `the document of a server allows an empty body and a missing list`() throws {
        let content = try OpenAPI(ArchiveAPI(), info: .init(title: "Archive", version: "1")).content
        #expect(content["paths"]?["/text"]?["post"]?["requestBody"]?["required"] == nil)
        #expect(content["paths"]?["/search"]?["get"]?["parameters"]?.array?.first?["required"] == nil)
        #expect(content["paths"]?["/search"]?["post"]?["requestBody"]?["required"] == nil)
    }

    @Test(arguments: ["text/csv", "text/html; charset=utf-8", "application/xml", "application/problem+xml", "text/*"])
    func `a client reads each format of text as a string`(_ type: String) throws {
        func table(_ type: String) -> JSONValue {
            ["responses": ["200": ["content": .object([type: ["schema": ["type": "object"]]])]]]
        }
        #expect(try drift("get", "/table", table(type)) == [])
        for other in ["application/json", "application/pdf"] {
            #expect(try drift("get", "/table", table(other)) == ["response-content-type-removed @ response 200"])
        }
    }

    private static let members: JSONValue.Object = [
        "type": "object", "properties": ["email": ["type": "string"], "role": ["type": "string"]],
    ]
    private static let needs: JSONValue = [
        ["title": "By email", "required": ["email"]],
        ["type": "object", "required": ["role"], "not": ["required": ["email"]]],
    ]

    @Test(arguments: [
        members.merged(["anyOf": needs]),
        members.merged(["oneOf": needs, "description": "Either."]),
        ["anyOf": [.object(members.merged(["anyOf": needs])), ["type": "null"]]],
        ["allOf": [.object(members), ["oneOf": needs]]],
        members.merged(["type": ["object", "null"], "anyOf": needs]),
    ]) func `alternatives that only require properties cause no difference`(_ schema: JSONValue.Object) throws {
        let operation: JSONValue = [
            "requestBody": .json(.object(schema)), "responses": ["200": .json(.object(Self.members))],
        ]
        #expect(try drift("put", "/person", operation) == [])
        var other = operation
        other["responses"] = ["200": .json(.object(schema))]
        let allowsNull = SchemaForm(.object(schema)).allowsNull
        let location = "response 200 application/json"
        #expect(
            try drift("put", "/person", other) == (allowsNull ? ["output-null-allowed @ \(location)"] : []))
        let wrong = JSONValue.object(schema).description.replacing(
            #""role":{"type":"string"}"#, with: #""role":{"type":"integer"}"#)
        other["responses"] = try ["200": .json(JSONValue(parsing: Data(wrong.utf8)))]
        #expect(try drift("put", "/person", other).contains("output-type-changed @ \(location), role"))
    }

    @Test func `header fields that OpenAPI ignores and forgotten placeholders cause no difference`() throws {
        let field: JSONValue = ["name": "Authorization", "in": "header", "required": true]
        #expect(try drift("get", "/entry/{id}", ["parameters": [field], "responses": Self.done]) == [])
        let other: JSONValue = ["name": "X-Key", "in": "header", "required": true]
        #expect(
            try drift("get", "/entry/{id}", ["parameters": [other], "responses": Self.done])
                == ["required-parameter-added @ header parameter X-Key"])
        let bytes: JSONValue = ["content": ["image/png": [:]]]
        #expect(try drift("get", "/download", ["responses": ["200": bytes]]) == [])
    }
}

extension JSONValue.Object {
    fileprivate func merged(_ others: JSONValue.Object) -> JSONValue.Object {
        others.reduce(into: self) { $0[$1.key] = $1.value }
    }
}
