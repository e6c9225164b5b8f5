import Foundation
import Requests
import RequestsEndpoints

private struct Library: RequestProviding {
    let baseURL: URL
}

private struct Author: Codable, Equatable {
    let name: String
}

private struct Book: Codable, Equatable {
    let title: String
}

extension Chapter {
    static let paths = Chapter("paths", "Paths, and values in them") { tour in
        let library = Library(baseURL: tour.server)
        let session = URLSession.shared
        tour.setting()

        tour.say(
            """
            The literal of a path is its template. A value in it is data: it is escaped for the place where it stands, \
            and can't add a segment, a query or a host, whatever it is.
            """
        )
        await tour.step(
            "A value with a slash stays one segment", sends: "GET /authors/AC%2FDC%20%26%20Co%3F",
            gives: Author(name: "AC/DC & Co?")
        ) {
            let name = "AC/DC & Co?"
            let request = library.get(.json(Author.self), from: "/authors/\(name)")
            return try await session.perform(request)
        }
        await tour.step(
            "After the question mark it is a value of the query", sends: "GET /search?q=1%2B1%3D2",
            gives: ["q = 1+1=2"]
        ) {
            let text = "1+1=2"
            let request = library.get(.json([String].self), from: "/search?q=\(text)")
            return try await session.perform(request)
        }
        await tour.step("A number; UUIDs, dates and enums alike", sends: "GET /books/2", gives: "Principia") {
            let id = 2
            let request = library.get(.json(Book.self), from: "/books/\(id)")
            return try await session.perform(request).title
        }
        await tour.step("Text that is a path already says so", sends: "GET /books/3", gives: "Laws of Thought") {
            let link = "books/3"
            let request = library.get(.json(Book.self), from: URLPath(link))
            return try await session.perform(request).title
        }

        tour.say("A value that would leave its place is an error before anything is sent:")
        await tour.failure("A value that climbs", code: .invalidPath) {
            let name = ".."
            let request = library.get(.json(Author.self), from: "/authors/\(name)")
            return try await session.perform(request)
        }
        await tour.failure("A link to another host", code: .crossOrigin) {
            let next = URL("https://elsewhere.example/books?page=2")
            let request = library.get(.json([Book].self), from: URLPath(absolute: next))
            return try await session.perform(request)
        }
    }
}
