import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import Testing

private struct Library: RequestProviding {
    typealias Failure = Problem

    var baseURL = URL("https://library.example")
    var coding: Coding { .snakeCase }

    let find = Endpoint<ShelfSearch, [Book]>(.get, "/books/{shelf}").failures(.notFound, .gone)
    let list = Endpoint<Tags, Name>(.get, "/tags").arrays(.commaSeparated).authentication(scopes: "tags:read")
    let tag = Endpoint<Tags, Void>(.put, "/tags").authentication(scopes: "tags:write", "tags:read")
    let add = Endpoint<Book, Void>(.post, "/books").body(.form).failures(.conflict, as: Taken.self)
        .failures(.conflict)
}

private struct Problem: Codable, Error { var reason: String }
private struct Taken: Codable, Error { var place: Int }

private struct ShelfSearch: Codable, PropertySchemaProviding {
    var shelf: String
    var pageSize: Int?
    @HeaderValue var trace: String?
    @CookieValue var session: String?
    var least: Int32?

    static var propertySchemas: JSONValue.Object {
        [
            "shelf": ["description": "The shelf", "pattern": "^[A-Z]$"],
            "pageSize": ["description": "Books on a page", "minimum": 1, "maximum": 100, "default": 20],
            "trace": ["deprecated": true], "session": "A session", "least": ["exclusiveMinimum": 0],
        ]
    }
}

private struct Book: Codable, PropertySchemaProviding {
    var title: String
    var author: Author?
    var tags: [String]

    static var propertySchemas: JSONValue.Object {
        [
            "title": ["maxLength": 80, "examples": ["Dune"]], "author": "Who wrote it",
            "tags": ["maxItems": 3, "items": ["minLength": 1]],
        ]
    }
}

private struct Tags: Codable { var tags: [String] }
private struct Name: RawRepresentable, Codable { var rawValue: String }
private struct Author: Codable { var name: String }

@Suite("Keywords of properties") struct PropertySchemaTests {
    private static func document() throws -> JSONValue {
        .object(
            try OpenAPI(Library(), info: .init(title: "Library", version: "1"), security: .bearerToken).content)
    }

    @Test func `a parameter has its keywords, and its description beside them`() throws {
        let operation = try #require(Self.document()["paths"]?["/books/{shelf}"]?["get"])
        #expect(
            operation["parameters"] == [
                [
                    "name": "shelf", "in": "path", "required": true, "description": "The shelf",
                    "schema": ["type": "string", "minLength": 1, "pattern": "^[A-Z]$"],
                ],
                [
                    "name": "page_size", "in": "query", "description": "Books on a page",
                    "schema": [
                        "type": "integer", "format": "int64", "minimum": 1, "maximum": 100, "default": 20,
                    ],
                ],
                ["name": "Trace", "in": "header", "deprecated": true, "schema": ["type": "string"]],
                ["name": "session", "in": "cookie", "description": "A session", "schema": ["type": "string"]],
                [
                    "name": "least", "in": "query",
                    "schema": [
                        "type": "integer", "format": "int32", "maximum": 2_147_483_647, "exclusiveMinimum": 0,
                    ],
                ],
            ])
    }

    @Test func `properties of components have their keywords`() throws {
        let book = try #require(Self.document()["components"]?["schemas"]?["Book"]?["properties"])
        #expect(book["title"] == ["type": "string", "maxLength": 80, "examples": ["Dune"]])
        #expect(
            book["author"] == [
                "anyOf": [["$ref": "#/components/schemas/Author"], ["type": "null"]], "description": "Who wrote it",
            ])
        #expect(
            book["tags"] == ["type": "array", "items": ["type": "string", "minLength": 1], "maxItems": 3])
    }

    @Test func `the parts of a form have their keywords`() throws {
        let content = try #require(Self.document()["paths"]?["/books"]?["post"]?["requestBody"]?["content"])
        let form = content["application/x-www-form-urlencoded"]?["schema"]?["properties"]
        #expect(form?["title"]?["maxLength"] == 80)
        #expect(form?["tags"]?["items"] == ["type": "string", "minLength": 1])
    }

    @Test func `declared failures are responses with their bodies`() throws {
        let document = try Self.document()
        let problem: JSONValue = ["$ref": "#/components/schemas/Problem"]
        let responses = try #require(document["paths"]?["/books/{shelf}"]?["get"]?["responses"])
        #expect(responses.object?.map(\.key) == ["200", "404", "410", "default"])
        #expect(
            responses["404"] == [
                "description": "Not Found", "content": ["application/json": ["schema": problem]],
            ])
        let conflict = document["paths"]?["/books"]?["post"]?["responses"]?["409"]
        #expect(
            conflict?["content"]?["application/json"]?["schema"] == [
                "anyOf": [["$ref": "#/components/schemas/Taken"], problem]
            ])
    }

    @Test func `routes add their error message to declared failures`() throws {
        let routes = Routes(Library()).on(\.find) { _ in [] }.on(\.add) { _ in }
        let document = JSONValue.object(try OpenAPI(routes, info: .init(title: "Library", version: "1")).content)
        let schemas = document["components"]?["schemas"]?.object?.map(\.key) ?? []
        #expect(schemas.filter { $0.hasPrefix("ErrorMessage") } == ["ErrorMessage"])
        let gone = document["paths"]?["/books/{shelf}"]?["get"]?["responses"]?["410"]
        #expect(
            gone?["content"]?["application/json"]?["schema"] == [
                "anyOf": [["$ref": "#/components/schemas/Problem"], ["$ref": "#/components/schemas/ErrorMessage"]]
            ])
    }

    @Test func `an endpoint can have its own array style`() throws {
        let parameters = try Self.document()["paths"]?["/tags"]?["get"]?["parameters"]
        #expect(parameters?[0]?["explode"] == false)
        let shared = try Self.document()["components"]?["schemas"]?["Book"]?["properties"]?["tags"]
        #expect(shared?["type"] == "array")
    }

    @Test func `a text in JSON is described as JSON`() throws {
        let content = try Self.document()["paths"]?["/tags"]?["get"]?["responses"]?["200"]?["content"]
        #expect(content == ["application/json": ["schema": ["type": "string"]]])
    }

    @Test func `only schemes with scopes list the scopes of an endpoint`() throws {
        let info = OpenAPI.Info(title: "Library", version: "1")
        let oauth = OpenAPI.SecurityScheme.oauth2(
            tokenURL: URL("https://library.example/token"), scopes: ["tags:read": "Reads tags"])
        let cases: [(OpenAPI.SecurityScheme, JSONValue)] = [
            (oauth, ["oauth2": ["tags:read"]]), (.basic, ["basic": []]),
        ]
        for (scheme, expected) in cases {
            let document = JSONValue.object(try OpenAPI(Library(), info: info, security: scheme).content)
            #expect(document["paths"]?["/tags"]?["get"]?["security"] == [expected])
            let flow = document["components"]?["securitySchemes"]?["oauth2"]?["flows"]?["clientCredentials"]
            #expect(flow?["scopes"] == (scheme == oauth ? ["tags:read": "Reads tags", "tags:write": ""] : nil))
        }
    }

    @Test func `a failure and an error message of the same type are described once`() throws {
        let routes = Routes(Library()).on(\.find) { _ in [] }.describingErrors { Problem(reason: $0.message) }
        let document = JSONValue.object(try OpenAPI(routes, info: .init(title: "Library", version: "1")).content)
        let failure = document["components"]?["responses"]?["Failure"]?["content"]?["application/json"]?["schema"]
        #expect(failure == ["$ref": "#/components/schemas/Problem"])
    }

    private struct Lists: RequestProviding {
        struct Input: Codable, PropertySchemaProviding {
            var needed: [Int]
            var free: [Int]
            var absent: [Int]?

            static var propertySchemas: JSONValue.Object {
                ["needed": ["minItems": 1], "free": ["minItems": 0], "absent": ["minItems": 2]]
            }
        }

        let baseURL = URL("https://library.example")
        @GET("/books") var find: Endpoint<Input, String>
    }

    @Test func `a list in a query is required if it needs an element`() throws {
        let document = try OpenAPI(Lists(), info: .init(title: "Library", version: "1"))
        let parameters = document.content["paths"]?["/books"]?["get"]?["parameters"]?.array ?? []
        #expect(parameters.map { $0["required"] == true } == [true, false, false])
    }

    private struct Misspelt: RequestProviding {
        struct Input: Codable, PropertySchemaProviding {
            var limit: Int
            var size: Int

            static var propertySchemas: JSONValue.Object { ["limt": "The size", "size": 5] }
        }

        let baseURL = URL("https://library.example")
        @GET("/books") var find: Endpoint<Input, String>
    }

    @Test func `a misspelt property is a problem`() {
        let error = #expect(throws: OpenAPIProblems.self) {
            try OpenAPI(Misspelt(), info: .init(title: "Library", version: "1"))
        }
        #expect(error?.problems.map(\.place) == ["Input.limt", "Input.size"])
    }
}
