import Foundation
import Requests
import RequestsEndpoints

/// The API of the reading list.
///
/// Everybody can read the list. Only its owner, who has the token, can change it.
struct BooksAPI: RequestProviding {
    typealias Failure = Refusal

    let baseURL: URL

    let books = Endpoint<Filter, [Book]>(.get, "/books")
        .summary("Lists the books")
    let add = Endpoint<NewBook, Book>(.post, "/books")
        .status(.created).authentication(.required).summary("Adds a book")
    let finish = Endpoint<Review, Book>(.put, "/books/{id}/review")
        .authentication(.required).summary("Records that a book has been read")
    let remove = Endpoint<Int, Void>(.delete, "/books/{id}")
        .authentication(.required).summary("Removes a book")
}

struct Book: Codable, Equatable {
    var id: Int
    var title: String
    var author: String
    var stars: Int?  // once it has been read
}

struct Filter: Codable, Equatable {
    var isRead: Bool?
}

struct NewBook: Codable, Equatable {
    var title: String
    var author: String
}

struct Review: Codable, Equatable {
    var id: Int
    var stars: Int
}

/// An error of the API, with a reason for programs and a message for people.
struct Refusal: Codable, Equatable {
    enum Reason: String, Codable, CaseIterable { case unknownBook, duplicate, invalid, unauthorized }

    var reason: Reason
    var message: String
}

extension Refusal: HTTPStatusConvertible, LocalizedError {
    var responseStatus: HTTPStatus {
        switch reason {
        case .unknownBook: .notFound
        case .duplicate: .conflict
        case .invalid: .unprocessableContent
        case .unauthorized: .unauthorized
        }
    }

    var errorDescription: String? { message }
}

extension Refusal {
    /// Describes a request that no handler has seen, such as one without the token.
    init(_ error: ServingError) {
        self.init(reason: error.status == .unauthorized ? .unauthorized : .invalid, message: error.message)
    }
}
