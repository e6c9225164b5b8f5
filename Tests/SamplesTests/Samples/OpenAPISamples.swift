import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI

struct Catalog: RequestProviding {
    let baseURL: URL

    let books = Endpoint<BookSearch, [Book]>(.get, "/books")
        .summary("Finds books")
        .description("The result is sorted by *title*.").tags("books")
        .example(
            input: BookSearch(title: "Dune"),
            output: [Book(id: 1, title: "Dune", kind: .print)])
    let book = Endpoint<Int, Book>(.get, "/books/{id}").tags("books")
    let erase = Endpoint<Int, Void>(.delete, "/books/{id}")
        .tags("books", "admin").operationID("eraseBook")
        .deprecated()
}

struct BookSearch: Codable, Sendable {
    var title: String
}

struct Book: Codable, Sendable {
    var id: Int
    var title: String
    var kind: Kind

    enum Kind: String, Codable, Sendable, CaseIterable { case print, audio }
}

struct BookStore: Sendable {
    func book(_ id: Int) async throws -> Book { Book(id: id, title: "Dune", kind: .print) }
}

/// A color that decodes itself from a text of one form only.
struct Color: Codable, Sendable {
    struct Malformed: Error {}
    var digits: String

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard text.count == 7, text.first == "#" else { throw Malformed() }
        digits = String(text.dropFirst())
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("#" + digits)
    }
}

extension Color: SchemaProviding {
    static var schema: JSONValue { ["type": "string", "pattern": "^#[0-9a-f]{6}$"] }
}

enum OpenAPISamples {
    static func write(_ catalog: Catalog, to file: URL) throws -> OpenAPI {
        let info = OpenAPI.Info(title: "Catalog", version: "1.2.0")
        let document = try OpenAPI(catalog, info: info)
        try document.data.write(to: file)
        return document
    }

    static func info() -> OpenAPI.Info {
        struct CatalogEvents: RequestProviding {
            let baseURL: URL

            let bookAdded = Endpoint<Book, Void>(.post, "/").summary("Reports a new book")
        }

        let info = OpenAPI.Info(
            title: "Catalog", version: "1.2.0",
            servers: [.init(URL("https://catalog.example"), description: "For readers")],
            tags: ["books": "What readers can borrow", "admin": "For librarians"],
            webhooks: CatalogEvents(baseURL: URL("https://user.example")))
        return info
    }

    static func read(_ file: URL) throws -> OpenAPI {
        let document = try OpenAPI(contentsOf: file)
        return document
    }

    static func examples(_ catalog: Catalog, _ file: URL) async throws -> Book {
        let provider = try Routes(catalog).servingExamples(of: OpenAPI(contentsOf: file))
        let book = try await Loopback(provider).perform(catalog.request(\.book, 7))
        return book
    }

    static func served(_ catalog: Catalog, _ store: BookStore, _ info: OpenAPI.Info) throws -> OpenAPI {
        let document = try OpenAPI(
            Routes(catalog).on(\.book) { id in try await store.book(id) }, info: info)
        return document
    }

    static func serving(_ catalog: Catalog, _ store: BookStore, _ info: OpenAPI.Info) throws -> Routes<Catalog> {
        let routes = try Routes(catalog)
            .on(\.book) { id in try await store.book(id) }
            .documented(info: info)
        return routes
    }

    static func elsewhere(_ catalog: Catalog, _ store: BookStore, _ info: OpenAPI.Info) throws -> Routes<Catalog> {
        let routes = try Routes(catalog)
            .on(\.book) { id in try await store.book(id) }
            .documented(
                info: info, at: "/meta/openapi.json", page: "/meta/docs",
                viewer: .swaggerUI(at: URL("/assets/swagger-ui")))
        return routes
    }
}
