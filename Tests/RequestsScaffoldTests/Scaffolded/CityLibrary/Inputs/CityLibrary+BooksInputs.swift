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

    /// The input of `copies`.
    struct BooksCopiesInput: Codable, Hashable, Sendable, PropertySchemaProviding {
        var isbn: String
        var states: [String]?
        var branchCodes: [String]?
        var mark: String?
        var pattern: String?
        var price: Double?

        static var propertySchemas: JSONValue.Object {
            [
                "states": ["minItems": 1, "maxItems": 3, "uniqueItems": true],
                "mark": [
                    "minLength": 1,
                    "maxLength": 12,
                    "pattern": "^[a-z0-9-]+$",
                    "default": "none-of-them",
                ],
                "price": ["maximum": 99.5, "exclusiveMinimum": 0],
            ]
        }
    }

    /// The input of `delete`.
    struct BooksDeleteInput: Codable, Hashable, Sendable {
        /// The number of the book.
        var isbn: String
        var reason: String?
    }

    /// The input of `list`.
    struct BooksListInput: Codable, Hashable, Sendable, PropertySchemaProviding {
        /// A part of the author's name, e.g., `Ada`.
        var author: String?
        var genres: [Genre]?
        var orderBy: BooksListOrderBy?
        var since: Date?
        var limit: Int?
        @HeaderValue var xRequestID: UUID? = nil
        @CookieValue var theme: String? = nil

        static var propertySchemas: JSONValue.Object {
            ["limit": ["maximum": 100, "default": 20]]
        }
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

    /// The input of `setCoverWord`.
    struct BooksSetCoverWordInput: Codable, Hashable, Sendable {
        var isbn: String
        @HeaderValue var xSize: Int? = nil
        /// The body.
        @BodyValue var body: Nullable<BooksSetCoverWordBody>
    }

    struct BooksSetCoverWordBody: Codable, Hashable, Sendable {
        var word: String
    }

    /// The input of `update`.
    struct BooksUpdateInput: Codable, Hashable, Sendable {
        /// The number of the book.
        var isbn: String
        /// The body.
        @BodyValue var body: BookPatch
    }
}
