import Foundation
import Requests

/// The samples of the page on migrating from Moya.
enum FromMoya {
    struct Shelf: RequestProviding {
        let baseURL: URL

        func book(_ id: Int) -> Request<Shelf, Book> {
            get(.json(), from: "/books/\(id)")
        }

        func search(_ text: String, page: Int) -> Request<Shelf, [Book]> {
            get(.json(), from: "/books")
                .adding(query: "q", text).adding(query: "page", page)
        }
    }

    struct Book: Codable, Equatable {
        let id: Int
        let title: String
    }

    static func first(_ session: some Transport, _ shelf: Shelf) async throws -> Book {
        let book = try await session.perform(shelf.book(7))
        return book
    }
}
