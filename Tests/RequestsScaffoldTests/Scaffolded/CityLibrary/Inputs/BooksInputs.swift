import Foundation
import Requests
import RequestsEndpoints

extension CityLibrary {
    /// The input of `add`.
    struct BooksAddInput: Codable, Hashable, Sendable {
        var isbn: String
        var title: String
        var genre: Genre?
        var publishedOn: String?
        /// The mark on the shelf.
        var `class`: String?
    }

    /// The input of `delete`.
    struct BooksDeleteInput: Codable, Hashable, Sendable {
        /// The number of the book.
        var isbn: String
        var reason: String?
    }

    /// The input of `list`.
    struct BooksListInput: Codable, Hashable, Sendable {
        /// A part of the author's name, e.g., `Ada`.
        var author: String?
        var genres: [Genre]?
        var orderBy: BooksListOrderBy?
        var since: Date?
        var limit: Int?
        @HeaderValue var xRequestID: UUID? = nil
        @CookieValue var theme: String? = nil
    }

    enum BooksListOrderBy: String, Codable, CaseIterable, Sendable {
        case title
        case newestFirst = "newest-first"
    }

    /// The input of `setCover`.
    struct BooksSetCoverInput: Codable, Hashable, Sendable {
        /// The number of the book.
        var isbn: String
        var image: FileValue
        var caption: String?
    }

    /// The input of `update`.
    struct BooksUpdateInput: Codable, Hashable, Sendable {
        /// The number of the book.
        var isbn: String
        /// The body.
        @BodyValue var body: BookPatch
    }
}
