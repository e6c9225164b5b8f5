import Foundation
import Requests
import RequestsEndpoints

private struct Library: RequestProviding {
    let baseURL: URL

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<Library, Void> {
        Request(api: self, endpoint: endpoint, method: method)
            .setting(headerField: .userAgent, "Playground/1.0")
            .setting(headerField: "X-Library-Version", 3)
    }
}

private struct Reader: Codable, Equatable {
    let name: String
}

extension Chapter {
    static let headers = Chapter("headers", "Headers and authentication") { tour in
        let library = Library(baseURL: tour.server)
        let session = URLSession.shared
        let me = library.get(.json(Reader.self), from: "/me")
        tour.setting()
        let ada = Reader(name: "Ada")

        tour.say("What all requests of an API have in common is written once, where the API is:")
        tour.code("private struct Library")
        await tour.step("Fields of a request", sends: "GET /", gives: "The library is open.") {
            let request = library.get(.text, from: "/")
                .adding(headerField: .acceptLanguage, "la, de;q=0.8")
                .adding(headerField: "X-Shelf", 7)
                .setting(headerField: "X-Library-Version", 4)  // instead of 3
            return try await session.perform(request)
        }

        tour.say("The server wants to know who asks.")
        await tour.failure("Without credentials", sends: "GET /me", code: .unacceptableStatus) {
            try await session.perform(me)
        }
        await tour.step("A bearer token", sends: "GET /me", gives: ada) {
            let request = me.authenticated(with: .bearerToken("swordfish"))
            return try await session.perform(request)
        }
        await tour.step("User and password", sends: "GET /me", gives: ada) {
            let request = me.authenticated(with: .basic(user: "ada", password: "swordfish"))
            return try await session.perform(request)
        }
        await tour.step("User and password, after the server has asked for them", gives: ada) {
            let careful = session.authenticating(with: .basic(user: "ada", password: "swordfish", for: tour.server))
            return try await careful.perform(me)
        }
        await tour.step("A key in a field", sends: "GET /me", gives: ada) {
            let request = me.authenticated(with: .apiKey("swordfish", inHeader: "X-Api-Key"))
            return try await session.perform(request)
        }
        await tour.step("A key in the query", sends: "GET /me?key=swordfish", gives: ada) {
            let request = me.authenticated(with: .apiKey("swordfish", inQuery: "key"))
            return try await session.perform(request)
        }

        tour.say("The server sees the credentials. A log does not:")
        await tour.text("A description", gives: "GET \(tour.server)/me?shelf=7&key=<redacted>") {
            let request = me.adding(query: "shelf", 7)
                .authenticated(with: .apiKey("swordfish", inQuery: "key"))
            return try request.resolve().description
        }
        await tour.failure("A field that would break out of its line is never sent", code: .invalidHeaderValue) {
            let shelf = "7\r\nAuthorization: Bearer swordfish"
            try await session.perform(me.adding(headerField: "X-Shelf", shelf))
        }
    }
}
