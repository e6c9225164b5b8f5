import Foundation
import Requests
import RequestsEndpoints

private struct Library: RequestProviding {
    let baseURL: URL
}

private struct Book: Codable, Equatable {
    let id: Int
    let title: String
    let year: Int
}

extension Chapter {
    static let firstRequest = Chapter("first", "A first request") { tour in
        let server = tour.server

        tour.say("An API is a type with a base URL, and a resource is a type that is Decodable:")
        tour.code("private struct Library")
        tour.code("private struct Book")

        tour.say(
            "“swift” is the code that runs, “wire” what the server received, “response” what came back, decoded."
        )
        await tour.step(
            "Get a book", sends: "GET /books/1", gives: Book(id: 1, title: "Elements", year: 1482), allFields: true
        ) {
            let library = Library(baseURL: server)
            return try await URLSession.shared.perform(
                library.get(.json(Book.self), from: "/books/1"))
        }

        tour.say("The fields that URLSession adds to every request are left out from here on; --all-fields shows them.")
        let library = Library(baseURL: server)
        await tour.step("A request is a value", sends: "GET /books?before=1700", gives: ["Elements", "Principia"]) {
            let allBooks = library.get(.json([Book].self), from: "/books")
            let oldBooks = allBooks.adding(query: "before", 1700)  // allBooks stays as it is
            return try await URLSession.shared.perform(oldBooks).map(\.title)
        }
        await tour.step("Without a type for the API", sends: "GET /", gives: "The library is open.") {
            let request = AnonymousProvider(baseURL: server).get(.text, from: "/")
            return try await URLSession.shared.perform(request)
        }
    }
}
