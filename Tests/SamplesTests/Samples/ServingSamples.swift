import FlyingFox
import FlyingSocks
import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting

struct ListClosed: Codable, HTTPStatusConvertible {
    var reason: String

    var responseStatus: HTTPStatus { .conflict }
}

struct ListsAPI: RequestProviding {
    typealias Failure = ListClosed
    let baseURL: URL

    @PUT("/lists/{list}/name") var rename: Endpoint<Rename, Void>
}

struct Rename: Codable {
    var list: Int
    var name: String
}

struct SignedIn: Codable {
    @CookieValue var session: WebCookie
    var name: String
}

struct NotesAPI: RequestProviding {
    let baseURL: URL

    let write = Endpoint<NewNote, Note>(.post, "/notes").authentication(.required)
    let list = Endpoint<Void, [Note]>(.get, "/notes")
}

struct Note: Codable, Hashable {
    var text: String
    var author: String
}

struct Author: Sendable {
    var name: String
}

struct Sessions {
    var users = ["t1": Author(name: "ada")]

    func user(of token: String) async throws -> Author? { users[token] }
}

actor Notes {
    private let all = [Note(text: "a", author: "ada"), Note(text: "b", author: "bob")]

    func visible(to author: Author?) -> [Note] { all.filter { $0.author == author?.name } }
}

/// A context of a server framework.
struct FrameworkContext: Sendable {
    var identity: Author?
}

extension AuthenticationScheme<Author> {
    static let middleware = AuthenticationScheme(challenge: "Bearer") { request in
        request[FrameworkContext.self]?.identity
    }
}

struct Page {
    let name: String
    let content: Data
}

struct ServingSamples {
    func authenticating(_ api: NotesAPI, _ sessions: Sessions, _ notes: Notes = Notes()) -> Routes<NotesAPI> {
        let routes = Routes(api)
            .authenticating(by: .bearerToken) { token in try await sessions.user(of: token)
            }
            .on(requestOf: \.write) { input, request in
                // never nil: `write` requires credentials
                let author = request[Author.self]?.name ?? ""
                return Note(text: input.text, author: author)
            }
            .on(requestOf: \.list) { _, request in
                await notes.visible(to: request[Author.self])
            }
        return routes
    }

    func withoutCallers(_ api: NotesAPI) -> Routes<NotesAPI> {
        let keys: Set = ["k1"]
        let users = ["ada": "secret"]
        let routes = Routes(api)
            .authenticating(by: .apiKey(inHeader: "X-Api-Key")) { key in keys.contains(key)
            }
            .authenticating(by: .basic(realm: "Notes")) { user, password in
                users[user] == password
            }
        return routes
    }

    func afterMiddleware(_ api: NotesAPI) -> Routes<NotesAPI> {
        let routes = Routes(api).authenticating(by: .middleware) { user in user }
        return routes
    }

    let lists = ListsAPI(baseURL: URL("https://todos.example/v1"))

    func failing() -> Routes<ListsAPI> {
        let routes = Routes(lists)
            .on(\.rename) { input in
                guard !input.name.isEmpty else {
                    throw ServingError(.unprocessableContent, "a list needs a name")
                }
                throw ListClosed(reason: "it is done")
            }
        return routes
    }

    func describing(log: @escaping @Sendable (String) -> Void) -> Routes<ListsAPI> {
        var routes = Routes(lists)
            .on(\.rename) { input in log("\(input.list) is \(input.name)") }
            .describingErrors { error in ListClosed(reason: error.message) }
            .onUnexpectedError { error, request in log("\(request): \(error)") }
        routes.bodySizeLimit = 1_000_000
        return routes
    }

    func check(_ routes: Routes<ListsAPI>) throws {
        try routes.check()
    }

    func signedIn(_ token: String) -> SignedIn {
        let session = WebCookie(
            "session", token, path: "/", maxAge: 3_600, isSecure: true, isHTTPOnly: true,
            sameSite: .lax)
        return SignedIn(session: session, name: "Ada")
    }

    func mounting(_ api: TodosAPI) -> [Routes<TodosAPI>] {
        let atItsOwnPath = Routes(api)  // https://todos.example/v1 → /v1
        let elsewhere = Routes(api, at: "/internal/todos")
        return [atItsOwnPath, elsewhere]
    }

    func raw(_ api: TodosAPI) -> Routes<TodosAPI> {
        let routes = Routes(api)
            .on(.get, "/files/{name}") { request in
                let text = "This is \(request.pathValues["name"] ?? "nothing")."
                let head = ResponseHead(status: .ok, header: ["Content-Type": "text/plain"])
                return TransportResponse(head: head, body: MessageBody(Data(text.utf8)))
            }
            .on(.put, "/files/{name}") { request in
                let data = try await request.body.collect(upTo: 1_000_000)
                return TransportResponse(
                    head: ResponseHead(status: data.isEmpty ? .badRequest : .noContent))
            }
        return routes
    }

    func loop(_ pages: [Page], _ api: TodosAPI) -> Routes<TodosAPI> {
        var routes = Routes(api)
        for page in pages {
            routes = (consume routes).on(.get, "/pages/\(page.name)") { _ in
                TransportResponse(
                    head: ResponseHead(status: .ok), body: MessageBody(page.content))
            }
        }
        return routes
    }

    func serve(_ routes: Routes<TodosAPI>) async throws -> HTTPServer {
        // With port 0, the system chooses a free port.
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0),
            handler: RoutesHandler(routes: routes))
        return server
    }
}
