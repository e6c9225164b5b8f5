import Foundation
import Requests
import RequestsEndpoints

private struct Library: RequestProviding {
    let baseURL: URL
}

private struct NewBook: Codable {
    var title: String
    var year: Int
}

private struct Book: Codable, Equatable {
    let id: Int
    let title: String
    let year: Int
}

/// The media type and the size of a body that the server received.
private struct Receipt: Codable, Equatable {
    let type: String
    let bytes: Int
}

extension BodyProvider {
    static func csv(_ rows: [[String]]) -> BodyProvider {
        BodyProvider { header, _ in
            header[.contentType] = "text/csv"
            let lines = rows.map { $0.joined(separator: ",") }
            return .data(Data(lines.joined(separator: "\n").utf8))
        }
    }
}

extension Chapter {
    static let bodies = Chapter("bodies", "Bodies, and the other methods") { tour in
        let library = Library(baseURL: tour.server)
        let session = URLSession.shared
        tour.setting()

        await tour.step("Post JSON", sends: "POST /books", gives: Book(id: 4, title: "Faust", year: 1808)) {
            let faust = NewBook(title: "Faust", year: 1808)
            let request = library.post(.json(faust), to: "/books").receiving(.json(Book.self))
            return try await session.perform(request)
        }
        await tour.step(
            "Put text", sends: "PUT /inbox",
            gives: Receipt(type: "text/plain; charset=utf-8", bytes: 8)
        ) {
            let request = library.put(.text("Grüße!"), to: "/inbox")
            return try await session.perform(request.receiving(.json(Receipt.self)))
        }
        await tour.step(
            "Post bytes", sends: "POST /inbox", gives: Receipt(type: "image/png", bytes: 4)
        ) {
            let image = Data([0x89, 0x50, 0x4E, 0x47])
            let request = library.post(.data(image, contentType: "image/png"), to: "/inbox")
            return try await session.perform(request.receiving(.json(Receipt.self)))
        }

        let file = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID()).md")
        try Data("# Notes\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        await tour.step(
            "Post a file, which is read while it is sent", sends: "POST /inbox",
            gives: Receipt(type: "text/markdown", bytes: 8)
        ) {
            let request = library.post(.file(file, contentType: "text/markdown"), to: "/inbox")
            return try await session.perform(request.receiving(.json(Receipt.self)))
        }
        await tour.step(
            "Post a stream, whose length nobody knows", sends: "POST /inbox",
            gives: Receipt(type: "text/plain", bytes: 15)
        ) {
            let stream = BodyProvider.stream(contentType: .plainText) {
                InputStream(data: Data("line after line".utf8))
            }
            let request = library.post(stream, to: "/inbox")
            return try await session.perform(request.receiving(.json(Receipt.self)))
        }

        tour.say("A kind of body of your own is a static member, so that call sites read alike:")
        tour.code("extension BodyProvider")
        await tour.step(
            "Post CSV", sends: "POST /inbox", gives: Receipt(type: "text/csv", bytes: 16)
        ) {
            let rows = [["4", "Faust"], ["5", "Undine"]]
            let request = library.post(.csv(rows), to: "/inbox")
            return try await session.perform(request.receiving(.json(Receipt.self)))
        }

        tour.say("The other methods. Without a decoder, success is all there is to know.")
        await tour.step("Patch", sends: "PATCH /books/2", gives: "Principia") {
            let request = library.patch(.json(["title": "Principia"]), to: "/books/2")
            return try await session.perform(request.receiving(.json(Book.self))).title
        }
        await tour.step("Delete", sends: "DELETE /books/3") {
            try await session.perform(library.delete("/books/3"))
        }
        await tour.step("Head", sends: "HEAD /books/1", gives: "40" as String?) {
            let (head, _) = try await session.response(for: library.head("/books/1"))
            return head.header["Content-Length"]
        }
    }
}
