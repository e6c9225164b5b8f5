import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The samples of the pages for code that moves to this library, which must do what the pages promise.
@Suite("Samples of the pages on migrations", .timeLimit(.minutes(1)))
struct MigrationPageTests {
    // MARK: URLSession

    private let shop = URLSessionMigration.Bookshop(baseURL: URL("https://api.books.example/v1"))

    @Test func `a list of books is requested with its query`() async throws {
        let server = Loopback { request in
            #expect(request.target == "/v1/books?author=Ursula%20K.%20Le%20Guin")
            #expect(request.header[.accept] == "application/json")
            return try .json([URLSessionMigration.Book(id: 1, title: "Dune")])
        }
        let books = try await URLSessionMigration.books(shop, server, by: "Ursula K. Le Guin")
        #expect(books == [URLSessionMigration.Book(id: 1, title: "Dune")])
    }

    @Test func `a request has the path, the method and the body of an app's enum`() throws {
        let book = URLSessionMigration.Book(id: 1, title: "Dune")
        let message = try shop.request(to: URLPath("/books"), using: HTTPMethod(rawValue: "POST"))
            .sending(.json(book)).resolve()
        #expect("\(message)" == "POST https://api.books.example/v1/books")
        #expect(message.header[.contentType] == "application/json")
    }

    // MARK: Get

    @Test func `a path and its query are sent in full`() async throws {
        let server = Loopback { request in
            #expect(request.target == "/users/a%2Fb/repos?page=2")
            return try .json([["name": "engine"]])
        }
        let repos = try await GetMigration.repos(.live, server, login: "a/b", page: 2)
        #expect(repos == [GetMigration.Repo(name: "engine")])
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

    // MARK: swift-openapi-generator

    @Test func `a declared operation is called with generated types`() async throws {
        let api = OpenAPIGeneratorMigration.GreetingAPI(baseURL: URL("https://example.com/api"))
        let stub = Stub(api).on(\.getGreeting) { input in .init(message: "Hello, \(input.name ?? "Stranger")!") }
        #expect(try await OpenAPIGeneratorMigration.greet(api, stub) == "Hello, CLI!")
    }
}
