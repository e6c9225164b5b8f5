import Foundation
import Requests
import RequestsEndpoints

/// A client of the service, on any transport.
struct Client {
    let api: BooksAPI
    let session: any Transport

    init(_ api: BooksAPI, token: String?, on transport: some Transport) {
        self.api = api
        session = transport.retrying()
            .authenticating(with: token.map { .bearerToken($0) } ?? .none, for: api.baseURL)
    }

    func books(_ filter: Filter = Filter()) async throws(RequestError<Refusal>) -> [Book] {
        try await session.perform(api.request(\.books, filter))
    }

    /// Adds a book, and returns whether it is new.
    func add(_ book: NewBook) async throws(RequestError<Refusal>) -> Bool {
        do {
            _ = try await session.perform(api.request(\.add, book))
            return true
        } catch {
            guard error.failure?.reason == .duplicate else { throw error }
            return false
        }
    }

    func finish(_ id: Int, stars: Int) async throws(RequestError<Refusal>) -> Book {
        try await session.perform(api.request(\.finish, Review(id: id, stars: stars)))
    }

    func remove(_ id: Int) async throws(RequestError<Refusal>) {
        try await session.perform(api.request(\.remove, id))
    }
}
