import Foundation
import Requests
import RequestsEndpoints

private struct Library: RequestProviding {
    let baseURL: URL
}

private struct Book: Codable, Equatable {
    let title: String
}

private struct Loan: Codable, Equatable {
    let reader: String
}

private struct Shelf: Codable, Equatable {
    let name: String
    let books: Int
}

private struct Envelope<Content: Decodable>: Decodable {
    let data: Content
}

extension ResponseDecoder where Resource == [[Substring]] {
    static var csv: Self {
        ResponseDecoder(accept: "text/csv") { _, data in
            let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
            return lines.map { $0.split(separator: ",") }
        }
    }
}

extension Chapter {
    static let decoders = Chapter("decoders", "Decoding responses") { tour in
        let library = Library(baseURL: tour.server)
        let session = URLSession.shared
        tour.setting()

        tour.say("The decoder says what a response becomes, and asks the server for it in Accept.")
        await tour.step("JSON", sends: "GET /books/1", gives: Book(title: "Elements")) {
            try await session.perform(library.get(.json(Book.self), from: "/books/1"))
        }
        await tour.step("JSON or nothing", sends: "GET /books/1/loan", gives: nil) {
            try await session.perform(library.get(.json(Loan?.self), from: "/books/1/loan"))
        }
        await tour.step(
            "JSON, out of its envelope", sends: "GET /shelf", gives: Shelf(name: "Mathematics", books: 3)
        ) {
            let request = library.get(.json(Envelope<Shelf>.self, as: \.data), from: "/shelf")
            return try await session.perform(request)
        }
        await tour.step("Text, in the charset that the response names", sends: "GET /welcome", gives: "Schön!") {
            try await session.perform(library.get(.text, from: "/welcome"))
        }
        await tour.step("Bytes", sends: "GET /welcome", gives: 6) {
            try await session.perform(library.get(.data, from: "/welcome")).count
        }

        tour.say("A decoder of your own is a static member, so that call sites read alike:")
        tour.code("extension ResponseDecoder")
        await tour.step("CSV", sends: "GET /catalogue.csv", gives: ["1", "Elements", "1482"]) {
            try await session.perform(library.get(.csv, from: "/catalogue.csv"))[0]
        }
    }
}
