import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

private struct Orders: RequestProviding {
    let baseURL = URL("https://orders.example")

    @GET("/orders/{customer}") var find: Endpoint<OrderSearch, String>
    @POST("/orders") var add: Endpoint<Order, String>
    @PUT("/orders/{id}") var replace: Endpoint<LineReplacement, String>
    let sort = Endpoint<Sorting, String>(.post, "/sort").body(.form)

    func routes() -> Routes<Self> {
        Routes(self).on(\.find) { _ in "found" }.on(\.add) { _ in "added" }.on(\.replace) { _ in "replaced" }
            .on(\.sort) { _ in "sorted" }
    }
}

private struct OrderSearch: Codable, PropertySchemaProviding {
    var customer: String
    var limit: Int?
    var scale: Double?
    @HeaderValue var priority: Int?

    static var propertySchemas: JSONValue.Object {
        [
            "customer": ["description": "The customer's code", "minLength": 2, "maxLength": 3],
            "limit": ["minimum": 1, "maximum": 100], "scale": ["minimum": -10, "maximum": 10],
            "priority": ["exclusiveMinimum": 0, "exclusiveMaximum": 10],
        ]
    }
}

private struct Order: Codable {
    var lines: [Line]
    var named: [String: Line]?
    var nested: [String: [Line]]?
    var first: Tree?
}

private struct Line: Codable, PropertySchemaProviding {
    var count: Int = 1
    var price: Decimal = 1
    var notes: [String] = []
    var label: String?

    static var propertySchemas: JSONValue.Object {
        [
            "count": ["minimum": 1], "price": ["maximum": 99.9],
            "notes": ["maxItems": 2, "items": ["minLength": 1]], "label": "Any text",
        ]
    }
}

private struct Tree: Codable, PropertySchemaProviding {
    var weight: Int
    var branches: [Tree]?

    static var propertySchemas: JSONValue.Object { ["weight": ["minimum": 0]] }
}

private struct LineReplacement: Codable {
    var id: Int
    @BodyValue var line: Line
}

private struct Sorting: Codable, PropertySchemaProviding {
    enum CodingKeys: String, CodingKey { case depth = "max-depth" }

    var depth: Int

    static var propertySchemas: JSONValue.Object { ["max-depth": ["maximum": 3]] }
}

@Suite("Bounds of inputs") struct InputBoundsTests {
    /// Sends a request to routes, and returns the text or the message of the response.
    private func response(
        _ method: HTTPMethod, _ target: String, _ header: HeaderFields = [], _ body: String = ""
    ) async throws -> String {
        let body = MessageBody(Data(body.utf8))
        let request = IncomingRequest(method: method, target: target, header: header, body: body)
        let response = await Orders().routes().respond(to: request)
        let data = try await response.body.collect(upTo: 10_000)
        if response.head.status == .ok { return String(decoding: data, as: UTF8.self) }
        #expect(response.head.status == .badRequest)
        return try JSONDecoder().decode([String: String].self, from: data)["message"] ?? ""
    }

    @Test(arguments: [
        ("/orders/ab?limit=1", "found"), ("/orders/ab?limit=100", "found"), ("/orders/ab", "found"),
        ("/orders/a", "path value `customer` must have at least 2 characters"),
        ("/orders/abcd", "path value `customer` must have at most 3 characters"),
        ("/orders/%F0%9F%87%AB%F0%9F%87%B7", "found"),
        ("/orders/ab?limit=0", "query value `limit` must be at least 1"),
        ("/orders/ab?limit=101", "query value `limit` must be at most 100"),
        ("/orders/ab?scale=1e300", "query value `scale` must be at most 10"),
        ("/orders/ab?scale=-1e300", "query value `scale` must be at least -10"), ("/orders/ab?scale=1e-300", "found"),
    ])
    func `a value in the path or the query must be in its bounds`(target: String, expected: String) async throws {
        #expect(try await response(.get, target) == expected)
    }

    @Test(arguments: [
        ("1", "found"), ("9", "found"), ("0", "header value `Priority` must be greater than 0"),
        ("10", "header value `Priority` must be less than 10"),
    ])
    func `exclusive bounds are outside the range`(priority: String, expected: String) async throws {
        #expect(try await response(.get, "/orders/ab", ["Priority": priority]) == expected)
    }

    @Test(arguments: [
        (#"{"lines": [\#(line()), \#(line(count: 0))]}"#, "body value `lines.1.count` must be at least 1"),
        (#"{"lines": [\#(line(price: "99.9"))]}"#, "added"),
        (#"{"lines": [\#(line(price: "99.91"))]}"#, "body value `lines.0.price` must be at most 99.9"),
        (
            #"{"lines": [\#(line(notes: #"["a", "b", "c"]"#))]}"#,
            "body value `lines.0.notes` must have at most 2 elements"
        ),
        (
            #"{"lines": [\#(line(notes: #"["a", ""]"#))]}"#,
            "body value `lines.0.notes.1` must have at least 1 character"
        ),
        (#"{"lines": [], "named": {"a": \#(line(count: 0))}}"#, "body value `named.a.count` must be at least 1"),
        (#"{"lines": [], "nested": {"a": [\#(line(count: 0))]}}"#, "body value `nested.a.0.count` must be at least 1"),
        (
            #"{"lines": [], "first": {"weight": 1, "branches": [{"weight": 2, "branches": [{"weight": -1}]}]}}"#,
            "body value `first.branches.0.branches.0.weight` must be at least 0"
        ),
    ])
    func `a value anywhere in the body must be in its bounds`(body: String, expected: String) async throws {
        #expect(try await response(.post, "/orders", [], body) == expected)
    }

    private static func line(count: Int = 1, price: String = "1", notes: String = "[]") -> String {
        #"{"count": \#(count), "price": \#(price), "notes": \#(notes)}"#
    }

    @Test(arguments: [
        // The elements are numbers instead of texts, so they weren't read.
        (
            #"{"lines": [{"count": 1, "price": 1, "notes": [1, 2, 3]}]}"#,
            "body value `lines.0.notes` must have at most 2 elements"
        ),
        (
            #"{"x": {"notes": [1, 2, 3]}, "lines": [\#(line()), {"count": 1, "price": 1, "notes": [{}, [], 3]}]}"#,
            "body value `lines.1.notes` must have at most 2 elements"
        ),
        (
            #"{"lines": [], "named": {"é\"": {"count": 1, "price": 1, "notes": [1, 2, 3]}}}"#,
            #"body value `named.é".notes` must have at most 2 elements"#
        ),
        (
            #"{"lines": [], "nested": {"a": [\#(line()), {"count": 1, "price": 1, "notes": [1, 2, 3, 4]}]}}"#,
            "body value `nested.a.1.notes` must have at most 2 elements"
        ),
        (#"{"lines": [{"count": 1, "price": 1, "notes": ["a", "b"]}]}"#, "added"),
    ])
    func `a list that is too long is rejected before its elements are read`(body: String, expected: String) async throws
    {
        #expect(try await response(.post, "/orders", [], body) == expected)
    }

    @Test func `a property that is the whole body has the bounds of its type`() async throws {
        let message = try await response(.put, "/orders/7", [], Self.line(count: 0))
        #expect(message == "body value `count` must be at least 1")
        #expect(try await response(.put, "/orders/7", [], Self.line()) == "replaced")
        let long = try await response(.put, "/orders/7", [], #"{"count": 1, "price": 1, "notes": [1, 2, 3]}"#)
        #expect(long == "body value `notes` must have at most 2 elements")
    }

    @Test func `bounds belong to coding keys`() async throws {
        let header: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]
        #expect(try await response(.post, "/sort", header, "max-depth=3") == "sorted")
        let message = try await response(.post, "/sort", header, "max-depth=4")
        #expect(message == "body value `max-depth` must be at most 3")
    }

    @Test func `a value that can't be compared with its bounds is a bad request`() async throws {
        let routes = Routes(Odd()).on(\.find) { _ in "found" }
        let response = await routes.respond(to: IncomingRequest(method: .get, target: "/a?size=1"))
        #expect(response.head.status == .badRequest)
    }

    private struct Odd: RequestProviding {
        struct Size: Codable {
            init(from decoder: any Decoder) throws {}
            func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
        }

        struct Input: Codable, PropertySchemaProviding {
            var size: Size

            static var propertySchemas: JSONValue.Object { ["size": ["maximum": 5]] }
        }

        let baseURL = URL("https://odd.example")
        @GET("/a") var find: Endpoint<Input, String>
    }

    private struct Filters: RequestProviding {
        struct Range: Codable, PropertySchemaProviding {
            var from: Int
            var tags: [String]?

            static var propertySchemas: JSONValue.Object { ["from": ["minimum": 1], "tags": ["maxItems": 2]] }
        }

        struct Search: Codable {
            var range: Range?
            var named: [String: Range]?
            @QueryValue var other: Range?
        }

        struct Upload: Codable {
            @BodyValue var rows: [Range]
        }

        struct Rows: Codable, PropertySchemaProviding {
            @BodyValue var rows: [Int]

            static var propertySchemas: JSONValue.Object { ["rows": ["maxItems": 2]] }
        }

        let baseURL = URL("https://filters.example")
        @GET("/search") var search: Endpoint<Search, String>
        let form = Endpoint<Search, String>(.post, "/form").body(.form)
        let parts = Endpoint<Search, String>(.post, "/parts").body(.multipart)
        @POST("/upload") var upload: Endpoint<Upload, String>
        @POST("/rows") var rows: Endpoint<Rows, String>

        func respond(
            _ method: HTTPMethod, _ target: String, _ type: String? = nil, _ body: String = ""
        ) async throws -> String {
            let routes = Routes(self).on(\.search) { _ in "found" }.on(\.form) { _ in "found" }.on(\.parts) { _ in
                "found"
            }
            .on(\.upload) { _ in "found" }.on(\.rows) { _ in "found" }
            let header = HeaderFields(type.map { [HeaderField(.contentType, $0)] } ?? [])
            let response = await routes.respond(
                to: IncomingRequest(method: method, target: target, header: header, body: MessageBody(Data(body.utf8))))
            return String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("range[from]=1", "found"), ("range[from]=0", "query value `range[from]` must be at least 1"),
        (
            "range[from]=1&range[tags]=a&range[tags]=b&range[tags]=c",
            "query value `range[tags]` must have at most 2 elements"
        ),
        ("named[a][from]=1&named[b][from]=0", "query value `named[b][from]` must be at least 1"),
        ("other[from]=0", "query value `other[from]` must be at least 1"),
    ])
    func `a value inside of others in a query or form must be in its bounds`(pairs: String, expected: String)
        async throws
    {
        #expect(try await Filters().respond(.get, "/search?\(pairs)").contains(expected))
        if pairs.hasPrefix("other") { return }
        let form = "application/x-www-form-urlencoded"
        let inBody = expected.replacing("query value", with: "body value")
        #expect(try await Filters().respond(.post, "/form", form, pairs).contains(inBody))
        let parts = pairs.split(separator: "&").map { pair in
            let pair = pair.split(separator: "=")
            return "--b\r\nContent-Disposition: form-data; name=\"\(pair[0])\"\r\n\r\n\(pair[1])\r\n"
        }
        let body = parts.joined() + "--b--\r\n"
        #expect(try await Filters().respond(.post, "/parts", "multipart/form-data; boundary=b", body).contains(inBody))
    }

    @Test func `elements of a list that is the whole body must be in their bounds`() async throws {
        let json = "application/json"
        #expect(try await Filters().respond(.post, "/upload", json, #"[{"from":1},{"from":2}]"#) == "found")
        let message = try await Filters().respond(.post, "/upload", json, #"[{"from":1},{"from":0}]"#)
        #expect(message.contains("body value `1.from` must be at least 1"))
        #expect(try await Filters().respond(.post, "/rows", json, "[1,2]") == "found")
        // The elements are texts instead of numbers, so they weren't read.
        #expect(try await Filters().respond(.post, "/rows", json, #"["a","b","c"]"#).contains("at most 2 elements"))
    }

    @Test func `names on the wire have the style of the API`() async throws {
        let api = Snakes()
        let routes = Routes(api).on(\.find) { _ in "found" }
        for (size, status) in [(5, 200), (6, 400)] {
            let request = IncomingRequest(method: .get, target: "/a?page_size=\(size)")
            #expect(await routes.respond(to: request).head.status.code == status)
        }
    }

    private struct Snakes: RequestProviding {
        struct Input: Codable, PropertySchemaProviding {
            var pageSize: Int

            static var propertySchemas: JSONValue.Object { ["pageSize": ["maximum": 5]] }
        }

        let baseURL = URL("https://snakes.example")
        var coding: Coding { .snakeCase }
        @GET("/a") var find: Endpoint<Input, String>
    }

    @Test func `a client sends values out of bounds`() async throws {
        let transport = Loopback(Orders().routes())
        let request = Orders().request(\.find, OrderSearch(customer: "ab", limit: 0, priority: 1))
        let error = await #expect(throws: RequestError<Never>.self) { try await transport.perform(request) }
        #expect(error?.head?.status == .badRequest)
    }

    private struct Misspelt: RequestProviding {
        struct Input: Codable, PropertySchemaProviding {
            var limit: Int

            static var propertySchemas: JSONValue.Object { ["limt": "The size"] }
        }

        let baseURL = URL("https://orders.example")
        @GET("/orders") var find: Endpoint<Input, String>
    }

    @Test func `the check finds a misspelt property`() {
        let problem = "`Input.propertySchemas` contains `limt`, which isn't a property"
        let error = #expect(throws: EndpointProblems.self) { try Misspelt().check() }
        #expect(error?.description == "`find` (GET /orders): \(problem)")
        #expect(throws: Never.self) { try Orders().check() }
    }

    private struct Counted: RequestProviding {
        enum Kind: String, Codable { case car, truck }
        enum Named: String, Codable, CodingKeyRepresentable { case car, truck }

        struct Input: Codable {
            struct Inner: Codable {
                var numbers: [Kind: Int]
            }

            var inner: [Inner]
            var named: [Named: Int]
            var texts: [String: Int]
            var integers: [Int: Int]
        }

        let baseURL = URL("https://counted.example")
        @POST("/counts") var count: Endpoint<Input, String>
    }

    @Test func `the check finds a dictionary that JSON can't write as an object`() {
        let problem =
            "`Inner.numbers` has keys of the type `Kind`, which JSON doesn't support: conform `Kind` to "
            + "CodingKeyRepresentable"
        let error = #expect(throws: EndpointProblems.self) { try Counted().check() }
        #expect(error?.description == "`count` (POST /counts): \(problem)")
    }

    private struct Useless: RequestProviding {
        struct Input: Codable, PropertySchemaProviding {
            var limit: Int
            var price: Double?
            @HeaderValue var word: String
            var words: [String]
            var names: [String: Int]
            var isNew: Bool
            var day: Date

            static var propertySchemas: JSONValue.Object {
                [
                    "limit": ["maximun": 5, "x-own": 1, "minimum": 1], "price": ["maxLength": 3, "multipleOf": 2],
                    "word": ["minimum": 1, "pattern": "a"], "words": ["maxLength": 3, "items": ["maxLength": 3]],
                    "names": ["maxProperties": 3, "minimum": 2], "isNew": ["minimum": 1], "day": ["maximum": "now"],
                ]
            }
        }

        let baseURL = URL("https://orders.example")
        @POST("/orders") var add: Endpoint<Input, String>
    }

    @Test func `the check finds keywords without an effect`() {
        let start = "`add` (POST /orders): `Input.propertySchemas` contains "
        #expect(
            checkedFindings { try Useless().check() }.map { $0.replacing(start, with: "") }.sorted() == [
                "`maxLength` for `price`, but `maxLength` doesn't apply to `Double`",
                "`maxLength` for `words`, but `maxLength` doesn't apply to `Array<String>`",
                "`maximun` for `limit`, but `maximun` isn't a keyword of JSON Schema",
                "`minimum` for `isNew`, but `minimum` doesn't apply to `Bool`",
                "`minimum` for `word`, but `minimum` doesn't apply to `String`",
            ])
    }
}
