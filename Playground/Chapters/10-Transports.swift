import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting

private struct Library: RequestProviding {
    let baseURL: URL
}

private struct Book: Codable, Equatable {
    let title: String
}

struct Canned: Transport {
    let body: String

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let head = ResponseHead(status: .ok, url: request.url)
        return TransportResponse(head: head, body: MessageBody(Data(body.utf8)))
    }
}

struct Journalling<Base: Transport>: Transport {
    let base: Base
    let journal: Journal

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let response = try await base.send(request)
        await journal.note("\(request.method) → \(response.head)")
        return response
    }
}

actor Journal {
    var entries: [String] = []

    func note(_ entry: String) { entries.append(entry) }
}

extension Transport {
    func journalling(in journal: Journal) -> some Transport {
        Journalling(base: self, journal: journal)
    }
}

/// An existing client that accepts only URLRequest.
struct OldClient {
    func load(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        try await withCheckedThrowingContinuation { continuation in
            let task = URLSession.shared.dataTask(with: request) { data, response, error in
                if let data, let response = response as? HTTPURLResponse {
                    continuation.resume(returning: (data, response))
                } else {
                    continuation.resume(throwing: error ?? URLError(.badServerResponse))
                }
            }
            task.resume()
        }
    }
}

extension OldClient {
    func load<R: RequestConvertible>(_ request: R) async throws -> R.Resource {
        let (data, response) = try await load(request.toURLRequest())
        let decoder = request.responseDecoder
        return try decoder.decode(ResponseHead(response), data, coding: request.coding)
    }
}

extension OldClient: Transport {
    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let (data, response) = try await load(request.toURLRequest())
        return TransportResponse(head: ResponseHead(response), body: MessageBody(data))
    }
}

extension Chapter {
    static let transports = Chapter("transports", "A transport of your own") { tour in
        let library = Library(baseURL: tour.server)
        let getBook = library.get(.json(Book.self), from: "/books/1")
        let getNothing = library.get(.json(Book.self), from: "/books/99")
        tour.setting()

        tour.say("A transport has one method. This one responds by itself, for a test or a preview:")
        tour.code("struct Canned")
        await tour.step("A response without a server", gives: Book(title: "Dialogo")) {
            try await Canned(body: #"{"title":"Dialogo"}"#).perform(getBook)
        }

        tour.say("This one has another do the work, and keeps a journal. An extension makes it part of the grammar:")
        tour.code("struct Journalling")
        tour.code("actor Journal")
        tour.code("extension Transport")
        await tour.step("A journal", sends: "GET /books/99", gives: ["GET → 200 OK", "GET → 404 Not Found"]) {
            let journal = Journal()
            let session = URLSession.shared.journalling(in: journal)
            _ = try await session.perform(getBook)
            _ = try? await session.perform(getNothing)
            return await journal.entries
        }

        tour.say("A recording has what the server sent, without secrets. It is a transport, too, and needs no server:")
        await tour.step("Recorded, then replayed", sends: "GET /books/1", gives: ["Elements", "Elements"]) {
            let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).har")
            defer { try? FileManager.default.removeItem(at: file) }
            let recorded = try await URLSession.shared.recording(to: file).perform(getBook)
            let replayed = try await Replaying(file).perform(getBook)
            return [recorded.title, replayed.title]
        }

        tour.say("A client that knows URLRequest alone takes any request, whatever it is made of:")
        tour.code("extension OldClient {")
        await tour.step("A request for an old client", sends: "GET /books/1", gives: Book(title: "Elements")) {
            try await OldClient().load(getBook)
        }

        tour.say("As a transport, it gets the rest for nothing: statuses, typed errors, callbacks.")
        tour.code("extension OldClient: Transport")
        await tour.failure("The client as a transport", sends: "GET /books/99", code: .unacceptableStatus) {
            try await OldClient().perform(getNothing)
        }
    }
}
