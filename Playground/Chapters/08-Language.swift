import Foundation
import Requests
import RequestsEndpoints

private struct Library: RequestProviding {
    let baseURL: URL
}

private struct Book: Codable, Equatable {
    let title: String
}

extension Library {
    var books: Request<Library, [Book]> { self.get(.json(), from: "/books") }

    func book(_ id: Int) -> Request<Library, Book> {
        get(.json(), from: "/books/\(id)")
    }

    func add(_ book: Book) -> Request<Library, Book> {
        post(.json(book), to: "/books").receiving(.json())
    }
}

extension Request where API == Library {
    func published(before year: Int) -> Self { adding(query: "before", year) }

    func page(_ number: Int, of size: Int = 10) -> Self {
        adding(query: "page", number).adding(query: "per_page", size)
    }
}

extension Request where API == Library, Resource: Sendable {
    func result(by session: URLSession = .shared) async throws -> Resource {
        try await session.perform(self)
    }
}

extension Chapter {
    static let language = Chapter("language", "A small language for your API") { tour in
        let library = Library(baseURL: tour.server)
        let session = URLSession.shared
        tour.setting()
        tour.say("The API is part of a request's type: it can have words of its own, for its endpoints …")
        tour.code("extension Library")
        tour.say("… and for its requests, where no other API's requests have them:")
        tour.code("extension Request where API == Library {")

        await tour.step("An endpoint", sends: "GET /books/2", gives: Book(title: "Principia")) {
            try await session.perform(library.book(2))
        }
        await tour.step(
            "A sentence", sends: "GET /books?before=1800&page=2&per_page=1", gives: [Book(title: "Principia")]
        ) {
            try await session.perform(library.books.published(before: 1800).page(2, of: 1))
        }
        await tour.step("A body", sends: "POST /books", gives: Book(title: "Faust")) {
            try await session.perform(library.add(Book(title: "Faust")))
        }

        tour.say("Even the verb can be yours:")
        tour.code("extension Request where API == Library, Resource")
        await tour.step("A request that performs itself", sends: "GET /books/1", gives: Book(title: "Elements")) {
            try await library.book(1).result()
        }
    }
}
