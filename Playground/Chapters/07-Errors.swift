import Foundation
import Requests
import RequestsEndpoints

private struct Library: RequestProviding {
    typealias Failure = Problem

    let baseURL: URL
}

private struct Problem: Decodable {
    let title: String
}

private struct Book: Codable, Equatable {
    let title: String
    let year: Int
}

extension Chapter {
    static let errors = Chapter("errors", "Errors") { tour in
        let library = Library(baseURL: tour.server)
        let session = URLSession.shared
        tour.setting()

        tour.say(
            """
            Whatever fails, a RequestError is thrown. “user” is its localizedDescription, for the user of an app; \
            “developer” is its description, for a log.
            """
        )
        await tour.failure("A book that does not exist", sends: "GET /books/99", code: .unacceptableStatus) {
            try await session.perform(library.get(.json(Book.self), from: "/books/99"))
        }

        tour.say("An API that says what its own errors look like gets them decoded, with their type:")
        tour.code("private struct Library")
        tour.code("private struct Problem")
        tour.say("In a closure, such as a Task’s, say what is thrown; in a function, Swift knows it of itself.")
        await tour.step("The error of the API", sends: "GET /books/99", gives: "404 Not Found: There is no book 99.") {
            let request = library.get(.json(Book.self), from: "/books/99")
            do throws(RequestError<Problem>) {
                return try await session.perform(request).title
            } catch {
                let status = error.head?.status.description ?? "no response"
                return "\(status): \(error.failure?.title ?? error.localizedDescription)"
            }
        }
        await tour.failure("JSON that does not fit", sends: "GET /books/new", code: .decodingFailed) {
            try await session.perform(library.get(.json([Book].self), from: "/books/new"))
        }
        await tour.failure("An empty response where one is expected", sends: "GET /books/1/loan", code: .emptyBody) {
            try await session.perform(library.get(.json(Book.self), from: "/books/1/loan"))
        }
        await tour.failure("A server that takes its time", sends: "GET /slow", code: .timedOut) {
            try await session.perform(library.get(.text, from: "/slow").timeout(after: .seconds(0.25)))
        }
        await tour.failure("A server that is not there", code: .connectionFailed) {
            let nowhere = Library(baseURL: URL("http://127.0.0.1:1"))
            try await session.perform(nowhere.get(.text, from: "/"))
        }
        await tour.failure("A task that is cancelled", code: .cancelled) {
            let task = Task { try await session.perform(library.get(.text, from: "/slow")) }
            try await Task.sleep(for: .milliseconds(100))
            task.cancel()
            return try await task.value
        }
    }
}
