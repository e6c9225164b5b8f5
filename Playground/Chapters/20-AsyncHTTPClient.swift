#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import Requests
import RequestsAsyncHTTPClient
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
    static let asyncHTTPClient = Chapter("asynchttpclient", "The same over AsyncHTTPClient") { tour in
        let library = Library(baseURL: tour.server)
        let session = HTTPClient.requests
        tour.setting()

        tour.say("One line has changed: what the session is. Requests, responses and errors are the same.")
        await tour.step("Get", sends: "GET /books/1", gives: Book(id: 1, title: "Elements", year: 1482)) {
            try await session.perform(library.get(.json(Book.self), from: "/books/1"))
        }
        await tour.step("Post JSON", sends: "POST /books", gives: Book(id: 4, title: "Faust", year: 1808)) {
            let request = library.post(.json(Book(id: 0, title: "Faust", year: 1808)), to: "/books")
            return try await session.perform(request.receiving(.json(Book.self)))
        }
        await tour.failure("An error", sends: "GET /books/99", code: .unacceptableStatus) {
            try await session.perform(library.get(.json(Book.self), from: "/books/99"))
        }
        let branch = tour.branch
        await tour.failure("A redirect to another origin loses the token here, too", code: .unacceptableStatus) {
            let request = library.get(.none, from: "/moved?to=\("\(branch)/me")")
                .authenticated(with: .bearerToken("swordfish"))
            return try await session.perform(request)
        }
        await tour.transfer("A download", sends: "GET /film", gives: 4_194_304) { bar in
            let request = library.get(.data, from: "/film").reportingProgress { progress in bar.show(progress) }
            return try await session.perform(request).count
        }
    }
}
#endif
