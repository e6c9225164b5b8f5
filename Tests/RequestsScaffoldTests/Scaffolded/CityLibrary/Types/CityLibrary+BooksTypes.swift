import Foundation
import Requests
import RequestsEndpoints

extension CityLibrary {
    /// A book in the catalog.
    struct Book: Codable, Hashable, Sendable {
        /// The number of the book.
        var isbn: String
        var title: String
        var subtitle: String?
        var genre: Genre
        var addedAt: Date
        var pageCount: Int
        var weight: Double?
        var coverUrl: String?
        var shelf: Shelf?
        /// The place of the book.
        var status: BookStatus?
        var tags: [String]?
        /// The title by language.
        var names: [String: String]?
        var reactions: Reactions?
        var next: Indirect<Book>?
        /// A room, or the number of a shelf.
        var location: StringOrInteger?
        /// Anything.
        var notes: JSONValue?
    }

    /// The place of the book.
    struct BookStatus: RawRepresentable, Codable, Hashable, Sendable {
        static let onShelf = Self(rawValue: "on_shelf")
        static let onLoan = Self(rawValue: "on_loan")
        static let lost = Self(rawValue: "lost")

        let rawValue: String
    }

    struct BookPage: Codable, Hashable, Sendable {
        var items: [Book]
        var nextCursor: String?
        var total: Int?
    }

    struct BookPatch: Codable, Hashable, Sendable {
        var title: String?
        var genre: Genre?
    }

    /// The output of `copies`.
    enum BooksCopiesOutput: StatusAlternatives {
        case ok([Copy])
        /// The copies are being counted.
        case accepted
        /// A count of another library.
        case status203(BooksCopiesOutput203)

        enum CodingKeys: String, CodingKey {
            case ok
            case accepted
            case status203 = "203"
        }
    }

    struct BooksCopiesOutput203: Codable, Hashable, Sendable {
        var total: Int
    }

    struct BooksSetCoverOutput: Codable, Hashable, Sendable {
        var width: Int
        var height: Int?
    }

    struct Copy: Codable, Hashable, Sendable {
        var mark: String
        var weight: Int?
    }

    /// A kind of book.
    struct Genre: RawRepresentable, Codable, Hashable, Sendable {
        static let novel = Self(rawValue: "novel")
        static let nonFiction = Self(rawValue: "non-fiction")
        static let poetry = Self(rawValue: "poetry")

        let rawValue: String
    }

    struct Move: Codable, Hashable, Sendable, Error {
        var endsAt: Date
    }

    struct Reactions: Codable, Hashable, Sendable {
        var plus1: Int
        var minus1: Int
        var hooray: Int?
        var totalCount: Int?
    }

    enum StringOrInteger: Codable, Hashable, Sendable {
        case string(String)
        case integer(Int)
        /// A value that the document doesn't describe.
        case other(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let value = try container.decode(JSONValue.self)
            switch value {
            case .string:
                self = .string(try container.decode(String.self))
            case .number:
                if let value = try? container.decode(Int.self) {
                    self = .integer(value)
                } else {
                    self = .other(value)
                }
            default: self = .other(value)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .string(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .other(let value): try container.encode(value)
            }
        }
    }
}
