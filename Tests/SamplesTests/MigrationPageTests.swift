import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import RequestsTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The samples of the pages for code that moves to this library, which must do what they promise.
@Suite("Samples of the pages on migrations", .timeLimit(.minutes(1)))
struct MigrationPageTests {
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    // MARK: URLSession

    private let shop = URLSessionMigration.Bookshop(baseURL: URL("https://api.books.example/v1"), token: "t")
    private let dune = URLSessionMigration.Book(id: 1, title: "Dune")

    @Test func `a list of books is requested with its query and token`() async throws {
        let server = Loopback { request in
            #expect(request.target == "/v1/books?author=Ursula%20K.%20Le%20Guin&page=2")
            #expect(request.header[.authorization] == "Bearer t")
            #expect(request.header[.accept] == "application/json")
            return try .json([URLSessionMigration.Book(id: 1, title: "Dune")])
        }
        let model = URLSessionMigration.Model(shop: shop, session: server)
        #expect(try await model.books(by: "Ursula K. Le Guin", page: 2) == [dune])
    }

    @Test func `a stub replaces the mock of a URL protocol`() async throws {
        let model = URLSessionMigration.Model(shop: shop, session: URLSessionMigration.stub(shop))
        #expect(try await model.books(by: "Frank Herbert", page: 1) == [dune])
        #expect(await model.title(of: 7) == "sold out")
    }

    @Test func `a file is uploaded and downloaded`() async throws {
        try await withFolder { folder in
            let (pages, cover) = (folder.appending(path: "pages"), folder.appending(path: "cover.png"))
            try Data("image".utf8).write(to: cover)
            let server = Loopback { request in
                guard request.method == .put else { return .text("pages") }
                #expect(request.header[.contentType] == "image/png")
                let body = try await request.body.collect(upTo: 100)
                #expect(body == Data("image".utf8))
                return .status(.noContent)
            }
            try await URLSessionMigration.Model(shop: shop, session: server).save(1, to: pages, cover: cover)
            #expect(try String(contentsOf: pages, encoding: .utf8) == "pages")
        }
    }

    @Test func `old code sends a request, and new code reads its response`() throws {
        let sent = try URLSessionMigration.sent(shop)
        #expect(sent.url?.absoluteString == "https://api.books.example/v1/books?page=2")
        #expect(sent.value(forHTTPHeaderField: "Authorization") == "Bearer t")
        let head = ResponseHead(
            status: .ok, header: [.contentType(.json)], urlText: "https://api.books.example/v1/books")
        let response = try #require(head.httpURLResponse)
        let books = try URLSessionMigration.read(shop, Data(#"[{"id":1,"title":"Dune"}]"#.utf8), response)
        #expect(books == [dune])
    }

    @Test func `an app keeps its endpoints, and replaces its client`() async throws {
        let server = Loopback { request in
            #expect(request.header[.authorization] == "Bearer t")
            switch (request.method, request.target) {
            case (.get, "/v1/books/7"): return try .json(URLSessionMigration.Book(id: 7, title: "Dune"))
            case (.get, "/v1/books?author=J.%20%2B%20K."): return try .json([URLSessionMigration.Book]())
            case (.post, "/v1/books"):
                let body = try await request.body.collect(upTo: 100)
                #expect(body == Data(#"{"id":1,"title":"Dune"}"#.utf8))
                return .status(.created)
            default: return try .json(["message": "no"], status: .gone)
            }
        }
        let client = URLSessionMigration.Client(shop: shop, session: server)
        #expect(try await client.book(7).title == "Dune")
        #expect(try await client.books(by: "J. + K.").isEmpty)
        try await client.add(dune)
        let error = await #expect(throws: RequestError<URLSessionMigration.Complaint>.self) {
            try await client.book(8)
        }
        #expect(error?.failure?.message == "no")
    }

    // MARK: Get

    private let hub = Hub.live

    @Test func `a path and its query are sent in full`() async throws {
        let server = Loopback { request in
            guard request.method == .get else {
                #expect(request.target == "/user/emails")
                let body = try await request.body.collect(upTo: 100)
                #expect(body == Data(#"["ada@example.com"]"#.utf8))
                return .status(.created)
            }
            #expect(request.target == "/users/a%2Fb/repos?page=2")
            return try .json([["name": "engine"]])
        }
        let repos = try await GetMigration.repos(hub, server, login: "a/b", page: 2)
        #expect(repos == [Repo(name: "engine")])
    }

    @Test func `a type for a path makes its requests`() async throws {
        let server = Loopback { request in
            #expect(request.target == "/users/ada/repos")
            return try .json([["name": "engine"]])
        }
        #expect(try await GetMigration.path(hub, server).map(\.name) == ["engine"])
    }

    @Test func `a refused token is renewed without a delegate`() async throws {
        let server = Loopback { request in
            guard request.header[.authorization] == "Bearer new" else { return .status(.unauthorized) }
            return try .json([["name": "engine"]])
        }
        let session = GetMigration.signedIn(server, hub, BearerToken("old", refreshToken: "r")) { old in
            #expect(old.refreshToken == "r")
            return BearerToken("new")
        }
        #expect(try await session.perform(hub.user("ada").repos).map(\.name) == ["engine"])
    }

    @Test func `a file is the body of a request`() async throws {
        try await withFolder { folder in
            let (avatar, archive) = (folder.appending(path: "avatar.png"), folder.appending(path: "archive"))
            try Data("image".utf8).write(to: avatar)
            let server = Loopback { request in
                guard request.method == .post else { return .text("archive") }
                let body = try await request.body.collect(upTo: 100)
                #expect(body == Data("image".utf8))
                return .status(.noContent)
            }
            try await GetMigration.files(hub, server, avatar, archive)
            #expect(try String(contentsOf: archive, encoding: .utf8) == "archive")
        }
    }

    // MARK: AsyncHTTPClient

    @Test func `limits are options of the request`() async throws {
        let server = Loopback { request in
            #expect(request.target == "/repos/ada/engine/issues")
            #expect(request.header[.authorization] == "Bearer t")
            return try .json(Issue(number: 7, title: "Broken"), status: .created)
        }
        let issue = try await AsyncHTTPClientMigration.open(server, title: "Broken", repo: "engine", token: "t")
        #expect(issue.number == 7)
    }

    @Test func `a response above the limit is an error`() async throws {
        let server = Loopback { _ in .data(Data(count: 1 << 20 + 1), .json) }
        let error = await #expect(throws: RequestError<Problem>.self) {
            try await AsyncHTTPClientMigration.open(server, title: "Broken", repo: "engine", token: "t")
        }
        #expect(error?.code == .responseTooLarge)
    }

    @Test func `bodies are streamed in both directions`() async throws {
        let server = Loopback { request in .text("\(try await request.body.collect(upTo: 100).count) bytes") }
        let logs = AsyncThrowingStream<Data, any Error> { continuation in
            continuation.yield(Data("one".utf8))
            continuation.yield(Data("two".utf8))
            continuation.finish()
        }
        #expect(try await AsyncHTTPClientMigration.count(server, logs) == "6 bytes".utf8.count)
    }

    // MARK: swift-openapi-generator

    private let greeting = OpenAPIGeneratorMigration.GreetingAPI(baseURL: URL("https://example.com/api"))

    @Test func `a declared operation is called with generated types`() async throws {
        let stub = OpenAPIGeneratorMigration.stub(greeting)
        #expect(try await OpenAPIGeneratorMigration.greet(greeting, stub) == "Hello, CLI!")
    }

    @Test func `a status is a case`() async throws {
        let found = Loopback { _ in try .json(["message": "Hello"]) }
        #expect(try await OpenAPIGeneratorMigration.lookUp(greeting, found) == .found(.init(message: "Hello")))
        let missing = Loopback { _ in .status(.notFound) }
        #expect(try await OpenAPIGeneratorMigration.lookUp(greeting, missing) == .missing)
    }

    /// Returns the document of the generator's first example, with another name for its property.
    private func document(property: String = "message") -> JSONValue {
        let schema: JSONValue = [
            "type": "object", "properties": .object([property: ["type": "string"]]), "required": [.string(property)],
        ]
        return [
            "openapi": "3.1.0", "info": ["title": "GreetingService", "version": "1.0.0"],
            "servers": [["url": "https://example.com/api"]],
            "paths": [
                "/greet": [
                    "get": [
                        "operationId": "getGreeting",
                        "parameters": [["name": "name", "in": "query", "schema": ["type": "string"]]],
                        "responses": [
                            "200": [
                                "description": "A greeting.", "content": ["application/json": ["schema": schema]],
                            ]
                        ],
                    ]
                ]
            ],
        ]
    }

    @Test func `a declaration is checked against the document`() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "openapi.json")
            try JSONEncoder().encode(document()).write(to: file)
            try OpenAPIGeneratorMigration.check(greeting, file)
            try JSONEncoder().encode(document(property: "text")).write(to: file)
            let error = #expect(throws: OpenAPIDifferences.self) { try OpenAPIGeneratorMigration.check(greeting, file) }
            #expect(error?.changes.contains { $0.operations == ["GET /greet"] } == true)
        }
    }
}
