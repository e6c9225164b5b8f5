import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The samples of the page for code that uses URLSession directly.
enum URLSessionMigration {
    struct Book: Codable, Equatable {
        let id: Int
        let title: String
    }

    struct Complaint: Codable {
        let message: String
    }

    struct Bookshop: RequestProviding {
        typealias Failure = Complaint
        let baseURL: URL
        let token: String

        func request(
            to endpoint: URLPath, using method: HTTPMethod
        ) -> Request<Bookshop, Void> {
            Request(api: self, endpoint: endpoint, method: method)
                .authenticated(with: .bearerToken(token))
        }
    }

    struct Model {
        let shop: Bookshop
        let session: any Transport

        func books(by author: String, page: Int) async throws -> [Book] {
            try await session.perform(
                shop.get(.json([Book].self), from: "/books")
                    .adding(query: "author", author)
                    .adding(query: "page", page))
        }

        func title(of id: Int) async -> String {
            do {
                return try await session.perform(
                    shop.get(.json(Book.self), from: "/books/\(id)")
                ).title
            } catch {  // a RequestError<Complaint>
                return error.failure?.message ?? error.localizedDescription
            }
        }

        func save(_ id: Int, to file: URL, cover: URL) async throws {
            try await session.download(
                shop.get(from: "/books/\(id)/pages"), to: file, resuming: true)
            try await session.perform(
                shop.put(.file(cover, contentType: "image/png"), to: "/books/\(id)/cover"))
        }
    }

    /// The endpoints of an app, which it had before.
    enum Route {
        case books(by: String)
        case book(Int)
        case add(Book)

        var method: String { if case .add = self { "POST" } else { "GET" } }

        var path: String {
            switch self {
            case .book(let id): "/books/\(id)"
            case .books, .add: "/books"
            }
        }

        var query: [(name: String, value: String)] {
            if case .books(let author) = self { [("author", author)] } else { [] }
        }

        var body: (any Encodable & Sendable)? {
            if case .add(let book) = self { book } else { nil }
        }
    }

    struct Client {
        let shop: Bookshop
        let session: any Transport

        func book(_ id: Int) async throws(RequestError<Complaint>) -> Book {
            try await session.perform(shop.call(.book(id)))
        }

        func books(by author: String) async throws(RequestError<Complaint>) -> [Book] {
            try await session.perform(shop.call(.books(by: author)))
        }

        func add(_ book: Book) async throws(RequestError<Complaint>) {
            try await session.perform(shop.call(.add(book)))
        }
    }

    static func stub(_ shop: Bookshop) -> Stub<Bookshop> {
        let stub = Stub(shop)
            .on(.get, "/books") { request in try .json([Book(id: 1, title: "Dune")]) }
            .on(.get, "/books/{id}") { request in
                try .json(Complaint(message: "sold out"), status: .gone)
            }
        return stub
    }

    static func sent(_ shop: Bookshop) throws -> URLRequest {
        let request = shop.get(.json([Book].self), from: "/books").adding(query: "page", 2)
        // for code that still takes a URLRequest
        let urlRequest = try request.toURLRequest()
        return urlRequest
    }

    static func read(_ shop: Bookshop, _ data: Data, _ response: HTTPURLResponse) throws -> [Book] {
        let request = shop.get(.json([Book].self), from: "/books")
        // checks the status, and decodes
        let books = try request.resource(from: ResponseHead(response), data)
        return books
    }
}

typealias Bookshop = URLSessionMigration.Bookshop
typealias Route = URLSessionMigration.Route

extension Bookshop {
    func call(_ route: Route) -> Request<Bookshop, Void> {
        request(to: URLPath(route.path), using: HTTPMethod(rawValue: route.method))
            .adding(queryItems: route.query.map { QueryItem($0.name, $0.value) })
            .sending(route.body.map { .json($0) } ?? .none)
    }

    func call<Value: Decodable & Sendable>(
        _ route: Route
    ) -> Request<Bookshop, Value> {
        call(route).receiving(.json())
    }
}
