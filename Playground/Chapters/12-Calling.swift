import Foundation
import Requests
import RequestsEndpoints

private struct Library: RequestProviding {
    let baseURL: URL
}

private struct Book: Codable, Equatable {
    let title: String
}

private func script(_ library: Library) throws -> String {
    let request = library.get(.json(Book.self), from: "/books/3")
    let book = try URLSession.shared.performAndWait(request)
    return "The book is \(book.title)."
}

extension Chapter {
    static let calling = Chapter("calling", "Ways to call") { tour in
        let library = Library(baseURL: tour.server)
        let session = URLSession.shared
        let getBook = library.get(.json(Book.self), from: "/books/1")
        tour.setting()

        await tour.step("With await", sends: "GET /books/1", gives: Book(title: "Elements")) {
            try await session.perform(getBook)
        }
        await tour.step("With the head beside the response", sends: "GET /books/1", gives: "application/json: Elements")
        {
            let (head, book) = try await session.response(for: getBook)
            return "\(head.header["Content-Type"] ?? "?"): \(book.title)"
        }
        await tour.callback(
            "With a function, called on the main actor", sends: "GET /books/1", gives: "200: Elements"
        ) { show in
            session.perform(getBook) { result in
                switch result {
                case .success((let head, let book)): show("\(head.statusCode): \(book.title)")
                case .failure(let error): show(error.localizedDescription)
                }
            }
        }

        tour.say("A script can simply wait for its response. The compiler lets a function do so that is not async:")
        tour.code("private func script")
        await tour.step("Waiting for it", sends: "GET /books/3", gives: "The book is Laws of Thought.") {
            try script(library)
        }
        await tour.step("Chunk by chunk, while it still comes", sends: "GET /countdown", gives: "three, two, one, ") {
            let message = try library.get(.text, from: "/countdown").resolve()
            let response = try await session.send(message)
            var text = ""
            for try await chunk in response.body {
                text += String(decoding: chunk, as: UTF8.self).replacing("\n", with: ", ")
            }
            return text
        }
    }
}
