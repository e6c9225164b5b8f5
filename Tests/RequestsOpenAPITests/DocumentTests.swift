import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import Testing

@Suite("Documents of APIs") struct DocumentTests {
    private func document(_ version: OpenAPI.Version = .v3_1) throws -> OpenAPI {
        try OpenAPI(ShopAPI(), info: .init(title: "Shop", version: "1"), version: version)
    }

    private func operation(_ method: String, _ path: String) throws -> JSONValue {
        let paths = try #require(try document().content["paths"])
        return try #require(paths[path]?[method])
    }

    /// Compares the document with the file; `.ci/full` checks the files with other tools.
    ///
    /// With `REQUESTS_RECORD=1` in the environment, the test writes them.
    @Test(
        arguments: [
            (OpenAPI.Version.v3_0, "Shop-3.0.json"), (.v3_1, "Shop-3.1.json"), (.v3_2, "Shop-3.2.json"),
        ])
    func `a document equals its file`(version: OpenAPI.Version, name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Documents/" + name)
        let data = try document(version).data
        if ProcessInfo.processInfo.environment["REQUESTS_RECORD"] == "1" { try data.write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == String(decoding: data, as: UTF8.self))
    }

    @Test func `parameters are written with the coding of the API`() throws {
        let parameters = try #require(try operation("get", "/items")["parameters"]?.array)
        #expect(parameters.map { $0["name"]?.string } == ["text", "page_size", "kinds", "since", "price"])
        #expect(parameters.map { $0["required"]?.bool ?? false } == [true, false, false, false, false])
        #expect(parameters[2]["style"] == "form")
        #expect(parameters[2]["explode"] == true)
        #expect(parameters[4]["style"] == "deepObject")
    }

    @Test func `the body contains the properties that have no other place`() throws {
        let add = try operation("post", "/items")
        let body = add["requestBody"]?["content"]?["application/json"]
        #expect(body?["schema"]?["required"] == ["kind", "count"])
        #expect(body?["examples"]?["a book"]?["value"] == ["kind": "book", "count": 2])
        let parameters = add["parameters"]?.array ?? []
        #expect(parameters.map { $0["name"]?.string } == ["Trace-Id", "Idempotency-Key"])
    }

    @Test func `an output may have fields, a status and a body`() throws {
        let created = try operation("post", "/items")["responses"]?["201"]
        #expect(created?["headers"]?["Location"]?["required"] == true)
        let schema = created?["content"]?["application/json"]?["schema"]
        #expect(schema == ["$ref": "#/components/schemas/Item"])
        #expect(try operation("put", "/items/{id}")["responses"]?["204"]?["content"] == nil)
        #expect(try operation("head", "/items")["responses"]?["204"] != nil)
    }

    @Test func `a stream has its media type, and in 3.2 the schema of its elements`() throws {
        let ticks = try document(.v3_2).content["paths"]?["/ticks"]?["get"]?["responses"]?["200"]?["content"]
        #expect(ticks?["application/x-ndjson"]?["itemSchema"] == ["$ref": "#/components/schemas/Tick"])
        let events = try document(.v3_2).content["paths"]?["/events"]?["get"]?["responses"]?["200"]?["content"]
        let data = events?["text/event-stream"]?["itemSchema"]?["properties"]?["data"]
        #expect(data?["contentSchema"] == ["$ref": "#/components/schemas/Tick"])
    }

    @Test func `a form with files contains bytes`() throws {
        let upload = try operation("post", "/images")["requestBody"]?["content"]?["multipart/form-data"]?["schema"]
        #expect(upload?["required"] == ["title", "image"])
        #expect(upload?["properties"]?["title"] == ["type": "string"])
        #expect(upload?["properties"]?["image"] == ["type": "string", "contentMediaType": "application/octet-stream"])
        let more: JSONValue = [
            "type": "array", "items": ["type": "string", "contentMediaType": "application/octet-stream"],
        ]
        #expect(upload?["properties"]?["more"] == more)
        let encoding = try operation("post", "/images")["requestBody"]?["content"]?["multipart/form-data"]?["encoding"]
        #expect(encoding == ["image": ["contentType": "*/*"], "more": ["contentType": "*/*"]])
    }

    @Test(arguments: [
        (Coding.standard, ["kinds", "price"]), (Coding(arrays: .brackets), ["kinds[]", "price"]),
        (Coding(arrays: .commaSeparated, nesting: .dots), ["kinds"]),
    ]) func `a form states how lists and objects are written`(coding: Coding, names: [String]) throws {
        let document = try OpenAPI(FormAPI(coding: coding), info: .init(title: "Form", version: "1"))
        let body = document.content["paths"]?["/search"]?["post"]?["requestBody"]
        let form = body?["content"]?["application/x-www-form-urlencoded"]
        #expect(form?["encoding"]?.object?.map(\.key) == names)
        #expect(form?["encoding"]?[names[0]]?["style"] == "form")
        #expect(form?["schema"]?["required"] == ["text"])
        let price = coding.nesting == .dots ? "price.least" : "price"
        #expect(form?["schema"]?["properties"]?[price] != nil)
    }

    @Test func `3.2 has operations of any method`() throws {
        let info = OpenAPI.Info(title: "Methods", version: "1")
        let document = try OpenAPI(MethodAPI(), info: info, version: .v3_2)
        let path = document.content["paths"]?["/a"]
        #expect(path?["query"]?["operationId"] == "find")
        #expect(path?["additionalOperations"]?.object?.map(\.key) == ["PURGE", "get"])
        let error = #expect(throws: OpenAPIProblems.self) { try OpenAPI(MethodAPI(), info: info) }
        #expect(error?.problems.map(\.endpoint) == ["find", "purge", "lower"])
    }

    @Test func `an optional body isn't required, and an empty list is missing in a form`() throws {
        let form = try operation("post", "/search")["requestBody"]
        #expect(form?["required"] == true)
        let schema = form?["content"]?["application/x-www-form-urlencoded"]?["schema"]
        #expect(schema?["required"] == ["text"])
        let document = try OpenAPI(LenientAPI(), info: .init(title: "Lenient", version: "1"))
        let bodies = document.content["paths"]?.object?.map { $0.value["post"]?["requestBody"] }
        #expect(document.content["components"]?["responses"]?["Failure"]?.object?.map(\.key) == ["description"])
        #expect(bodies?.count == 4)
        #expect(bodies?.allSatisfy { $0 != nil && $0?["required"] == nil } == true)
    }

    @Test func `the envelope of the API wraps the bodies of responses`() throws {
        let document = try OpenAPI(WrappedAPI(), info: .init(title: "Wrapped", version: "1"))
        let content = document.content["paths"]?["/tick"]?["get"]?["responses"]?["200"]?["content"]
        let parts = content?["application/json"]?["schema"]?["allOf"]?.array
        #expect(parts?.first == ["$ref": "#/components/schemas/Status"])
        #expect(parts?.last?["properties"]?["data"] == ["$ref": "#/components/schemas/Tick"])
        #expect(parts?.last?["required"] == ["data"])
        #expect(content?["application/json"]?["examples"]?["1"]?["value"] == ["success": true, "data": ["price": 1]])
    }

    @Test func `content can be nested in the envelope`() throws {
        let document = try OpenAPI(NestedAPI(), info: .init(title: "Nested", version: "1"))
        let content = document.content["paths"]?["/tick"]?["get"]?["responses"]?["200"]?["content"]?["application/json"]
        let outer = content?["schema"]?["allOf"]?.array?.last
        #expect(outer?["required"] == ["ocs"])
        #expect(outer?["properties"]?["ocs"]?["properties"]?["data"] == ["$ref": "#/components/schemas/Tick"])
        #expect(content?["examples"]?["1"]?["value"] == ["ocs": ["success": true, "data": ["price": 1]]])
    }

    @Test func `the envelope and the content may share one object`() throws {
        let document = try OpenAPI(MergedAPI(), info: .init(title: "Merged", version: "1"))
        let content = document.content["paths"]?["/tick"]?["get"]?["responses"]?["200"]?["content"]?["application/json"]
        #expect(
            content?["schema"]
                == ["allOf": [["$ref": "#/components/schemas/Status"], ["$ref": "#/components/schemas/Tick"]]])
        #expect(content?["examples"]?["1"]?["value"] == ["success": true, "price": 1])
    }

    @Test func `schemes that the API can't know are passed as arguments`() throws {
        let token = URL("https://id.example/token")
        let scheme = OpenAPI.SecurityScheme.anyOf(
            .oauth2(authorizationURL: URL("https://id.example/login"), tokenURL: token, scopes: ["read": "Reads."]),
            .oauth2(tokenURL: token), .openIDConnect(URL("https://id.example/.well-known/openid-configuration")))
        let document = try OpenAPI(WrappedAPI(), info: .init(title: "Wrapped", version: "1"), security: scheme)
        let schemes = document.content["components"]?["securitySchemes"]
        #expect(schemes?.object?.map(\.key) == ["oauth2", "oauth22", "openID"])
        #expect(schemes?["oauth2"]?["flows"]?["authorizationCode"]?["scopes"] == ["read": "Reads."])
        #expect(schemes?["oauth22"]?["flows"]?.object?.map(\.key) == ["clientCredentials"])
        let security = document.content["paths"]?["/tick"]?["get"]?["security"]
        #expect(security == [["oauth2": []], ["oauth22": []], ["openID": []]])
    }

    @Test func `a document of routes contains their errors, and one of a client only the failure`() throws {
        let responses = try document().content["components"]?["responses"]
        #expect(responses?.object?.map(\.key) == ["Failure"])
        let failure = responses?["Failure"]?["content"]?["application/json"]?["schema"]
        #expect(failure == ["$ref": "#/components/schemas/ShopFailure"])
        let routes = Routes(ShopAPI()).on(\.item) { _ in Created.sample.item }
        let served = try OpenAPI(routes, info: .init(title: "Shop", version: "1"))
        let item = served.content["paths"]?["/items/{id}"]?["get"]?["responses"]
        #expect(item?.object?.map(\.key) == ["200", "400", "default"])
        #expect(served.content["components"]?["responses"]?.object?.map(\.key) == ["BadRequest", "Failure"])
    }

    @Test func `the document contains no secret of the base URL`() throws {
        #expect(!String(decoding: try document().data, as: UTF8.self).contains("SECRET"))
        #expect(try document().content["servers"] == [["url": "https://shop.example/v1"]])
        let signed = ShopAPI(baseURL: URL("https://ada:SECRET@shop.example:8443/v1#SECRET"))
        let other = try OpenAPI(signed, info: .init(title: "Shop", version: "1"))
        #expect(other.content["servers"] == [["url": "https://shop.example:8443/v1"]])
        let socket = ShopAPI(baseURL: URL(unixSocket: "/run/a.sock"))
        #expect(throws: OpenAPIProblems.self) { try OpenAPI(socket, info: .init(title: "Shop", version: "1")) }
    }

    @Test func `examples appear in the parameters, too`() throws {
        let parameters = try operation("get", "/items")["parameters"]?.array ?? []
        #expect(parameters.map { $0["examples"]?["1"]?["value"] }.prefix(3) == ["tea", 10, ["book"]])
    }

    @Test func `mistakes are reported by name`() throws {
        let error = #expect(throws: OpenAPIProblems.self) {
            try OpenAPI(MistakenAPI(), info: .init(title: "Mistaken", version: "1"))
        }
        #expect(
            error?.problems.map(\.endpoint) == ["open", "other", "twice", "secret", "itself", "examples", "examples"])
    }

    @Test func `HTTP date fields, lists of cookies and booleans as numbers are described`() throws {
        let document = try OpenAPI(OddAPI(), info: .init(title: "Odd", version: "1"))
        let parameters = document.content["paths"]?["/odd"]?["get"]?["parameters"]?.array ?? []
        #expect(parameters.map { $0["name"]?.string } == ["If-Modified-Since", "isNew"])
        #expect(parameters.map { $0["schema"] } == [["type": "string"], ["type": "integer", "enum": [0, 1]]])
    }

    @Test func `the contact and the licence of the API are described`() throws {
        let info = OpenAPI.Info(
            title: "Shop", version: "1",
            contact: .init(name: "Ada", url: URL("https://shop.example/help"), email: "a@b.c"),
            license: .init(name: "Apache 2.0", identifier: "Apache-2.0"))
        let written = try OpenAPI(MethodAPI(), info: info, version: .v3_2).content["info"]
        #expect(written?["contact"] == ["name": "Ada", "url": "https://shop.example/help", "email": "a@b.c"])
        #expect(written?["license"] == ["name": "Apache 2.0", "identifier": "Apache-2.0"])
    }

    @Test func `two endpoints with the same operation ID are a problem`() {
        let error = #expect(throws: OpenAPIProblems.self) {
            try OpenAPI(SameNameAPI(), info: .init(title: "Same", version: "1"))
        }
        let problem = "has the same operation ID `find` as another endpoint, but operation IDs must be unique"
        #expect(error?.description == "`other`: \(problem)")
    }

    @Test func `words describe the operation`() throws {
        let items = try operation("get", "/items")
        #expect(items["summary"] == "Finds items")
        #expect(items["description"] == "Sorted by *price*.")
        #expect(items["operationId"] == "items")
        let remove = try operation("delete", "/items/{id}")
        #expect(remove["deprecated"] == true)
        #expect(remove["operationId"] == "removeItem")
        #expect(try document().content["tags"] == [["name": "items"], ["name": "admin"]])
    }

    @Test func `a document is unchanged after reading it back`() throws {
        let document = try document()
        #expect(try OpenAPI(document.data) == document)
        #expect(try OpenAPI(document.data).data == document.data)
        let coded = try JSONDecoder().decode(OpenAPI.self, from: JSONEncoder().encode(document))
        #expect(coded == document)
    }

    @Test func `routes describe only what they serve, with their own errors`() throws {
        let routes = Routes(ShopAPI()).on(\.text) { "a" }.describingErrors { ["error": $0.message] }
        let document = try OpenAPI(routes, info: .init(title: "Shop", version: "1"))
        #expect(document.content["paths"]?.object?.map(\.key) == ["/text"])
        let other = document.content["components"]?["responses"]?["Failure"]?["content"]?["application/json"]
        #expect(other?["schema"]?["anyOf"]?[1] == ["$ref": "#/components/schemas/ErrorMessage"])
        let message = document.content["components"]?["schemas"]?["ErrorMessage"]
        #expect(message?["required"] == ["error"])
        #expect(message?["properties"] == ["error": ["type": "string"]])
    }

    @Test func `the type of the routes' errors is described`() throws {
        struct Trouble: Codable, Sendable { var code: Int }
        struct Written: Encodable, Sendable { var code: Int }
        let routes = Routes(ShopAPI()).on(\.text) { "a" }
        let info = OpenAPI.Info(title: "Shop", version: "1")
        let document = try OpenAPI(routes.describingErrors { _ in Trouble(code: 1) }, info: info)
        let trouble = document.content["components"]?["schemas"]?["Trouble"]
        #expect(trouble?["required"] == ["code"])
        let error = #expect(throws: OpenAPIProblems.self) {
            try OpenAPI(routes.describingErrors { _ in Written(code: 1) }, info: info)
        }
        #expect(error?.description.contains("`Written` can't be described because it isn't Decodable") == true)
    }

    @Test func `a dictionary in a query is described`() throws {
        func parameters(_ path: String, _ coding: Coding = .standard) throws -> [JSONValue]? {
            try OpenAPI(DictionaryAPI(coding: coding), info: .init(title: "Maps", version: "1"))
                .content["paths"]?[path]?["get"]?["parameters"]?.array
        }
        let whole = try parameters("/whole")
        #expect(whole?.count == 1)
        #expect(whole?[0]["schema"] == ["type": "object", "additionalProperties": ["type": "string"]])
        // The default style `form` writes each member as a parameter.
        #expect(whole?[0]["style"] == nil)
        #expect(whole?[0]["required"] == nil)
        let filter = try parameters("/part")
        #expect(filter?.map { $0["name"] } == ["filter"])
        #expect(filter?[0]["style"] == "deepObject")
        let error = #expect(throws: OpenAPIProblems.self) { try parameters("/part", Coding(nesting: .dots)) }
        #expect(error?.description.contains("is a dictionary, but OpenAPI can't describe dictionaries") == true)
    }

    @Test(arguments: [
        (AuthenticationProvider.bearerToken("SECRET"), "bearer"),
        (.basic(user: "ada", password: "SECRET"), "basic"),
        (.apiKey("SECRET", inHeader: "X-Key"), "key"),
        (.apiKey("SECRET", inQuery: "key"), "key"),
    ]) func `the scheme is that of the API's credentials, which the document doesn't contain`(
        provider: AuthenticationProvider, name: String
    ) throws {
        let document = try OpenAPI(SignedAPI(provider: provider), info: .init(title: "Signed", version: "1"))
        #expect(document.content["components"]?["securitySchemes"]?.object?.map(\.key) == [name])
        let paths = document.content["paths"]
        // Every request of the API has the API's credentials.
        #expect(paths?["/a"]?["get"]?["security"]?.array?.map { $0.object?.map(\.key) } == [[name]])
        #expect(paths?["/b"]?["get"]?["security"]?.array?.map { $0.object?.map(\.key) } == [[name]])
        #expect(paths?["/c"]?["get"]?["security"] == [])
        #expect(!String(decoding: document.data, as: UTF8.self).contains("SECRET"))
    }
}

extension DocumentTests {
    @Test func `the schemes are those that authenticate the routes`() throws {
        let routes = Routes(SignedAPI(provider: .none)).on(\.a) {}.on(\.b) {}.on(\.c) {}
        let both = routes.authenticating(by: .bearerToken) { $0 == "a" }
            .authenticating(by: .apiKey(inCookie: "session")) { $0 == "b" }
            .authenticating(by: .custom) { $0 == "c" }
        let document = try OpenAPI(both, info: .init(title: "Signed", version: "1"))
        let components = document.content["components"]
        #expect(
            components?["securitySchemes"] == [
                "bearer": ["type": "http", "scheme": "bearer"],
                "cookie": ["type": "apiKey", "in": "cookie", "name": "session"],
            ])
        let paths = document.content["paths"]
        #expect(paths?["/a"]?["get"]?["security"] == [[:], ["bearer": []], ["cookie": []]])
        #expect(paths?["/b"]?["get"]?["security"] == [["bearer": []], ["cookie": []]])
        #expect(paths?["/c"]?["get"]?["security"] == [])
        for (path, refuses) in [("/a", true), ("/b", true), ("/c", false)] {
            let response = paths?[path]?["get"]?["responses"]?["401"]
            #expect(response == (refuses ? ["$ref": "#/components/responses/Unauthorized"] : nil))
        }
        #expect(components?["responses"]?["Unauthorized"]?["headers"]?["WWW-Authenticate"]?["required"] == true)
    }

    @Test func `routes that accept no credentials can't be described if an endpoint needs them`() {
        let routes = Routes(SignedAPI(provider: .bearerToken("t"))).on(\.b) {}
        let info = OpenAPI.Info(title: "Signed", version: "1")
        let none = #expect(throws: OpenAPIProblems.self) { try OpenAPI(routes, info: info, security: .basic) }
        #expect(
            none?.description
                == "`b`: requires credentials, but the routes don't authenticate requests: add `authenticating(by:)`")
        let custom = Routes(SignedAPI(provider: .none)).on(\.b) {}.authenticating(by: .custom) { $0 == "c" }
        let unknown = #expect(throws: OpenAPIProblems.self) { try OpenAPI(custom, info: info) }
        #expect(unknown?.description.contains("pass `security:`") == true)
        #expect(throws: Never.self) { try OpenAPI(custom, info: info, security: .basic) }
    }
}

extension AuthenticationScheme<String> {
    fileprivate static let custom = AuthenticationScheme(challenge: "Custom") { $0.header["X-Custom"] }
}

private struct MistakenAPI: RequestProviding {
    let baseURL: URL = URL("https://h")
    let open = Endpoint<Void, Void>(.get, "/open/{id}")
    let one = Endpoint<Int, Void>(.get, "/things/{id}")
    let other = Endpoint<Int, Void>(.delete, "/things/{number}")
    let twice = Endpoint<Search, Void>(.get, "/twice?text=1")
    let secret = Endpoint<Void, Void>(.get, "/secret").authentication(.required)
    let itself = Endpoint<Color, Void>(.get, "/itself")
    let examples = Endpoint<Void, Double>(.get, "/examples").example("a", output: 1).example("a", output: .nan)
}

private struct FormAPI: RequestProviding {
    let baseURL: URL = URL("https://h")
    var coding: Coding
    let search = Endpoint<Search, Void>(.post, "/search").body(.form)
}

private struct MethodAPI: RequestProviding {
    let baseURL: URL = URL("https://h")
    let find = Endpoint<Void, Void>("QUERY", "/a")
    let purge = Endpoint<Void, Void>("PURGE", "/a")
    let lower = Endpoint<Void, Void>("get", "/a")
}

private struct OddAPI: RequestProviding {
    struct Input: Codable, Sendable {
        @HeaderValue var ifModifiedSince: Date?
        @CookieValue var cookies: [WebCookie]
        var isNew: Bool
    }

    let baseURL: URL = URL("https://h")
    var coding: Coding { Coding(booleans: .numeric) }
    let odd = Endpoint<Input, Void>(.get, "/odd")
}

private struct LenientAPI: RequestProviding {
    struct Change: Codable, Sendable { var name: String? }
    struct Lists: Codable, Sendable { var names: [String] }

    let baseURL: URL = URL("https://h")
    let text = Endpoint<String, Void>(.post, "/text")
    let data = Endpoint<Data, Void>(.post, "/data")
    let change = Endpoint<Change, Void>(.post, "/change")
    let lists = Endpoint<Lists, Void>(.post, "/lists").body(.form)
}

private struct WrappedAPI: RequestProviding {
    struct Status: Codable, Sendable { var success: Bool }

    let baseURL: URL = URL("https://h")
    var envelope: Envelope { Envelope(Status.self, content: "data", writing: Status(success: true)) { _ in } }

    let tick = Endpoint<Void, Tick>(.get, "/tick").example(output: Tick(price: 1))
}

private struct NestedAPI: RequestProviding {
    struct Outer: Codable, Sendable { var ocs: WrappedAPI.Status }

    let baseURL: URL = URL("https://h")
    var envelope: Envelope {
        Envelope(Outer.self, content: "ocs.data", writing: Outer(ocs: .init(success: true))) { _ in }
    }

    let tick = Endpoint<Void, Tick>(.get, "/tick").example(output: Tick(price: 1))
}

private struct MergedAPI: RequestProviding {
    let baseURL: URL = URL("https://h")
    var envelope: Envelope {
        Envelope(WrappedAPI.Status.self, writing: WrappedAPI.Status(success: true)) { _ in }
    }

    let tick = Endpoint<Void, Tick>(.get, "/tick").example(output: Tick(price: 1))
}

private struct SameNameAPI: RequestProviding {
    let baseURL: URL = URL("https://h")
    let find = Endpoint<Void, Void>(.get, "/a")
    let other = Endpoint<Void, Void>(.get, "/b").operationID("find")
}

private struct DictionaryAPI: RequestProviding {
    struct Search: Codable, Sendable { var filter: [String: String] }

    let baseURL: URL = URL("https://h")
    var coding: Coding
    let whole = Endpoint<[String: String], Void>(.get, "/whole")
    let part = Endpoint<Search, Void>(.get, "/part")
}

private struct SignedAPI: RequestProviding {
    let baseURL: URL = URL("https://h")
    let provider: AuthenticationProvider

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<SignedAPI, Void> {
        Request(api: self, endpoint: endpoint, method: method).authenticated(with: provider)
    }

    let a = Endpoint<Void, Void>(.get, "/a")
    let b = Endpoint<Void, Void>(.get, "/b").authentication(.required)
    let c = Endpoint<Void, Void>(.get, "/c").authentication(.none)
}
