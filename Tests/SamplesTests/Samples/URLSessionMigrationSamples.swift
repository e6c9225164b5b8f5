import Foundation
import Requests

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
        typealias Failure = Complaint  // the type of the API's error bodies
        let baseURL: URL
    }

    static func books(_ shop: Bookshop, _ session: some Transport, by author: String) async throws -> [Book] {
        let books = try await session.perform(
            shop.get(.json([Book].self), from: "/books").adding(query: "author", author))
        return books
    }
}
