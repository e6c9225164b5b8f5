import Foundation
import Requests
import RequestsEndpoints

private struct Library: RequestProviding {
    let baseURL: URL
}

private struct Loan: Codable, Equatable {
    let book: Int
}

/// A response, declared by its properties.
private struct Shelf: Decodable {
    @ResponseStatus var status: Int
    @HeaderValue var contentType: String
    @HeaderValue var expires: Date?
    @BodyValue var books: [Loan]?
}

extension Chapter {
    static let streams = Chapter("streams", "Responses while they come, page after page, part by part") { tour in
        let library = Library(baseURL: tour.server)
        let session = URLSession.shared
        tour.setting()

        tour.say("A response can be read while it comes: here events, each as soon as the server has sent it.")
        await tour.step("Live events", sends: "GET /events", gives: ["loan: 1", "loan: 2", "return: 1"]) {
            var events: [String] = []
            let stream = try await session.stream(library.get(from: "/events").receiving(stream: .serverSentEvents))
            for try await event in stream { events.append("\(event.type): \(event.data)") }
            return events
        }
        await tour.step("Lines", sends: "GET /countdown", gives: ["three", "two", "one"]) {
            var lines: [String] = []
            let stream = try await session.stream(library.get(from: "/countdown").receiving(stream: .lines))
            for try await line in stream { lines.append(line) }
            return lines
        }

        tour.say("A list in pages is one loop. Each page is asked for when the ones before it are read:")
        await tour.step("The items of all pages", gives: [1, 2, 3, 4, 5]) {
            var books: [Int] = []
            let request = library.get(.json([Loan].self), from: "/loans").pages(.linkHeader)
            for try await loan in session.stream(request.items) { books.append(loan.book) }
            return books
        }

        tour.say("A response can be declared by its properties: fields, status and body.")
        await tour.step("A declared response", sends: "GET /loans", gives: "200 application/json 2") {
            let shelf = try await session.perform(library.get(.declared(Shelf.self), from: "/loans"))
            return "\(shelf.status) \(shelf.contentType) \(shelf.books?.count ?? 0)"
        }
    }
}
