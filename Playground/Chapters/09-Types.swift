import Foundation
import Requests
import RequestsEndpoints

private struct GetBook: RequestConvertible {
    typealias Resource = Book  // Decodable, so the response is decoded as JSON
    typealias Failure = Problem

    let baseURL: URL
    let id: Int

    var endpoint: URLPath { "/books/\(id)" }
    var method: HTTPMethod { .get }
}

private protocol LibraryRequest: RequestConvertible where Failure == Problem {}

extension LibraryRequest {
    var header: HeaderFields { [.userAgent: "Playground/1.0"] }
    var authenticationProvider: AuthenticationProvider { .bearerToken("swordfish") }
}

private struct FindBooks: LibraryRequest {
    typealias Resource = [Book]

    let baseURL: URL
    var before: Int?
    var page = 1

    var endpoint: URLPath { "/books" }
    var method: HTTPMethod { .get }
    var queryItems: [QueryItem] {
        [QueryItem("before", before), QueryItem("page", page), QueryItem("per_page", 2)]
    }
}

private struct AddBook: LibraryRequest {
    typealias Resource = Book

    let baseURL: URL
    let book: Book

    var endpoint: URLPath { "/books" }
    var method: HTTPMethod { .post }
    var bodyProvider: BodyProvider { .json(book) }
}

private struct Book: Codable, Equatable {
    let title: String
}

private struct Problem: Decodable {
    let title: String
}

extension Chapter {
    static let types = Chapter("types", "A type for each request") { tour in
        let session = URLSession.shared
        let server = tour.server
        tour.setting()

        tour.say("The second style: a request is a type of its own, and what it needs are its properties.")
        tour.code("private struct GetBook")
        await tour.step("A request by its type", sends: "GET /books/1", gives: Book(title: "Elements")) {
            try await session.perform(GetBook(baseURL: server, id: 1))
        }

        tour.say("What the requests of an API share is a protocol's:")
        tour.code("private protocol LibraryRequest")
        tour.code("extension LibraryRequest")
        tour.code("private struct FindBooks")
        tour.code("private struct AddBook")
        await tour.step(
            "A query", sends: "GET /books?before=1800&page=1&per_page=2",
            gives: [Book(title: "Elements"), Book(title: "Principia")]
        ) {
            try await session.perform(FindBooks(baseURL: server, before: 1800))
        }
        await tour.step("A body", sends: "POST /books", gives: Book(title: "Faust")) {
            try await session.perform(AddBook(baseURL: server, book: Book(title: "Faust")))
        }
        await tour.failure("The error of the API", sends: "GET /books/99", code: .unacceptableStatus) {
            try await session.perform(GetBook(baseURL: server, id: 99))
        }
    }
}
