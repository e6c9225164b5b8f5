import FlyingFox
import FlyingSocks
import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import Testing

/// The samples of the page on serving, which must do what the page promises.
@Suite("Samples of the page on serving", .timeLimit(.minutes(1)))
struct ServingPageTests {
    private let samples = ServingSamples()

    /// Returns the status and the body of a route's response.
    private func response<API: RequestProviding>(
        _ routes: Routes<API>, _ method: Requests.HTTPMethod, _ target: String, _ body: String = ""
    ) async throws -> String {
        let request = IncomingRequest(method: method, target: target, body: MessageBody(Data(body.utf8)))
        let response = await routes.respond(to: request)
        return
            "\(response.head.status.code) \(String(decoding: try await response.body.collect(upTo: 1_000), as: UTF8.self))"
    }

    /// Returns the error of a call that renames a list.
    private func error(renamingTo name: String) async throws -> RequestError<ListClosed> {
        let request = samples.lists.request(\.rename, Rename(list: 7, name: name))
        return try #require(
            await #expect(throws: RequestError<ListClosed>.self) {
                try await Loopback(samples.failing()).perform(request)
            })
    }

    @Test func `a thrown failure is the body of the response`() async throws {
        let text = try await response(samples.failing(), .put, "/v1/lists/7/name", #"{"name":"Tea"}"#)
        #expect(text == #"409 {"reason":"it is done"}"#)
        #expect(try await error(renamingTo: "Tea").failure?.reason == "it is done")
    }

    @Test func `a thrown error is a message to the caller`() async throws {
        let error = try await error(renamingTo: "")
        #expect(error.failure == nil)
        #expect(error.message.hasSuffix("; the server says \"a list needs a name\""), "\(error.message)")
    }

    @Test func `a path value of another type is a bad request`() async throws {
        #expect(try await response(samples.failing(), .put, "/v1/lists/x/name").hasPrefix("400 "))
    }

    @Test func `a check accepts the routes`() throws {
        try samples.check(samples.failing())
    }

    @Test(arguments: [
        (Requests.HTTPMethod.get, "/v1/", 0, #"404 {"reason":"there is nothing at this path"}"#),
        (.put, "/v1/lists/7/name", 1_000_001, #"413 {"reason":"#),
    ])
    func `an API describes its errors`(method: Requests.HTTPMethod, path: String, size: Int, start: String)
        async throws
    {
        let routes = samples.describing { _ in }
        let text = try await response(routes, method, path, String(repeating: "x", count: size))
        #expect(text.hasPrefix(start))
    }

    private static let loans = Loans(baseURL: URL("https://loans.example"))

    @Test func `a declared failure has its status and its body`() async throws {
        let routes = Routes(Self.loans).on(\.lend) { _ in throw AlreadyLent(dueOn: "Monday") }
        let text = try await response(routes, .post, "/loans", #"{"book":1}"#)
        #expect(text == #"409 {"dueOn":"Monday"}"#)
    }

    @Test func `a value outside its bounds is a bad request`() async throws {
        let routes = Routes(Self.loans).on(\.books) { _ in [] }
        let text = try await response(routes, .get, "/books?title=a&limit=101")
        #expect(text == #"400 {"message":"query value `limit` must be at most 100"}"#)
    }

    private let notes = NotesAPI(baseURL: URL("https://notes.example/v1"))
    private var tea: Request<NotesAPI, Note> { notes.request(\.write, NewNote(text: "tea")) }

    @Test func `a token names the author of a note`() async throws {
        let routes = samples.authenticating(notes, Sessions())
        try routes.check()
        let note = try await Loopback(routes).perform(tea.authenticated(with: .bearerToken("t1")))
        #expect(note == Note(text: "tea", author: "ada"))
    }

    @Test func `a request without a valid token is refused`() async throws {
        let routes = samples.authenticating(notes, Sessions())
        let error = await #expect(throws: TransportError.self) {
            try await Loopback(routes).perform(tea.authenticated(with: .bearerToken("t2")))
        }
        #expect(error?.head?.status == .unauthorized)
        #expect(try await response(routes, .post, "/v1/notes", #"{"text":"tea"}"#).hasPrefix("401 "))
    }

    @Test func `an optional token decides which notes are listed`() async throws {
        let (transport, list) = (Loopback(samples.authenticating(notes, Sessions())), notes.request(\.list))
        #expect(try await transport.perform(list) == [])
        #expect(try await transport.perform(list.authenticated(with: .bearerToken("t1"))).map(\.author) == ["ada"])
    }

    @Test func `the identity from a middleware authenticates a request`() async throws {
        let later = samples.afterMiddleware(notes).on(\.write) { Note(text: $0.text, author: "") }
        var incoming = IncomingRequest(
            method: .post, target: "/v1/notes", body: MessageBody(Data(#"{"text":"tea"}"#.utf8)))
        #expect(await later.respond(to: incoming).head.status == .unauthorized)
        incoming[FrameworkContext.self] = FrameworkContext(identity: Author(name: "ada"))
        #expect(await later.respond(to: incoming).head.status == .ok)
    }

    @Test(
        arguments: [
            (.apiKey("k1", inHeader: "X-Api-Key"), .ok), (.basic(user: "ada", password: "secret"), .ok),
            (.apiKey("k2", inHeader: "X-Api-Key"), .unauthorized), (.basic(user: "ada", password: "k1"), .unauthorized),
            (.bearerToken("k1"), .unauthorized),
        ] as [(AuthenticationProvider, HTTPStatus)])
    func `a scheme can accept callers without a name`(credentials: AuthenticationProvider, status: HTTPStatus)
        async throws
    {
        let routes = samples.withoutCallers(notes).on(\.write) { Note(text: $0.text, author: "") }.on(\.list) { [] }
        try routes.check()
        let request = tea.authenticated(with: credentials).accepting(.codes(200, 401)).receiving(.data)
        #expect(try await Loopback(routes).response(for: request).0.status == status)
    }

    @Test func `a response sets a cookie with its attributes`() async throws {
        let api = SignInAPI()
        let routes = Routes(api).on(\.signIn) { samples.signedIn("31d4") }
        let response = await routes.respond(to: IncomingRequest(method: .post, target: "/session"))
        #expect(
            response.head.header[.setCookie]
                == "session=31d4; Max-Age=3600; Path=/; Secure; HttpOnly; SameSite=Lax")
        #expect(try await Loopback(routes).perform(api.request(\.signIn)).session.isHTTPOnly)
    }

    @Test func `routes are mounted at the path of the API unless the app names another`() {
        let mounted = samples.mounting(TodosAPI(baseURL: URL("https://todos.example/v1")))
        #expect(mounted.map(\.path) == ["/v1", "/internal/todos"])
    }

    @Test func `a raw route gets the values of its path`() async throws {
        let raw = samples.raw(TodosAPI(baseURL: URL("https://todos.example/v1")))
        #expect(try await response(raw, .get, "/v1/files/a%2Fb") == "200 This is a/b.")
    }

    @Test func `a loop adds a route for each page`() async throws {
        let pages = [Page(name: "a", content: Data("A".utf8)), Page(name: "b", content: Data("B".utf8))]
        let routes = samples.loop(pages, TodosAPI(baseURL: URL("https://todos.example/v1")))
        #expect(try await response(routes, .get, "/v1/pages/b") == "200 B")
    }

    @Test(arguments: [("a text", "204 "), ("", "400 ")]) func `a raw route reads the body of the request`(
        _ body: String, _ expected: String
    ) async throws {
        let raw = samples.raw(TodosAPI(baseURL: URL("https://todos.example/v1")))
        #expect(try await response(raw, .put, "/v1/files/a", body) == expected)
    }
}

/// The adapter of the page, on a port.
@Suite("The adapter of the page on serving", .timeLimit(.minutes(1)))
struct AdapterTests {
    /// Runs a FlyingFox server with the adapter while the body runs.
    private func serving<T>(
        _ routes: Routes<TodosAPI>, _ body: (TodosAPI, Int) async throws -> T
    ) async throws -> T {
        let server = try await ServingSamples().serve(routes)
        let task = Task { try await server.run() }
        defer { task.cancel() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress else { throw RawServerError.closed }
        let api = TodosAPI(baseURL: try #require(URL(string: "http://127.0.0.1:\(port)")))
        let result: Result<T, any Error>
        do { result = .success(try await body(api, Int(port))) } catch { result = .failure(error) }
        await server.stop()
        return try result.get()
    }

    private func session() -> URLSessionTransport { URLSessionTransport(configuration: .ephemeral) }

    /// Returns the adapter on the page.
    private func adapter() throws -> Document.Block {
        let page = try Document(page: "AdaptingAServerFramework.md")
        return try #require(page.blocks.first { $0.text.contains("struct RoutesHandler") })
    }

    @Test func `the adapter has fewer than 80 lines`() throws {
        #expect(try adapter().lines.count < 80)
    }

    @Test func `the adapter equals that of the Playground`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let copy = try String(
            contentsOf: root.appending(path: "Playground/Server/RoutesHandler.swift"), encoding: .utf8)
        #expect(try copy == adapter().text + "\n")
    }

    @Test func `values pass through in both directions`() async throws {
        try await serving(EndpointSamples().serve().0) { api, _ in
            let todo = try await session().perform(api.request(\.add, NewTodo(list: 7, title: "Tea & ümlaut")))
            #expect(todo == Todo(id: 1, title: "Tea & ümlaut"))
            #expect(try await session().perform(api.request(\.all, Todos(list: 7))) == [todo])
            try await session().perform(api.request(\.remove, TodoID(list: 7, id: 1)))
        }
    }

    @Test func `errors pass through with their header`() async throws {
        try await serving(EndpointSamples().serve().0) { api, _ in
            let error = await #expect(throws: TransportError.self) {
                try await session().perform(api.request(\.add, NewTodo(list: 7, title: "")))
            }
            #expect(error?.head?.status == .unprocessableContent)
            let wrong = await #expect(throws: TransportError.self) {
                try await session().perform(api.put(to: "/lists/7/todos"))
            }
            #expect(wrong?.head?.header["Allow"] == "GET, HEAD, OPTIONS, POST")
        }
    }

    @Test func `a raw route has the framework's request`() async throws {
        let routes = Routes(EndpointSamples().api).on(.get, "/path") { request in
            let inner = try #require(request[HTTPRequest.self])
            let header: HeaderFields = ["Set-Cookie": "a=1", "Set-Cookie": "b=2"]
            return TransportResponse(
                head: ResponseHead(status: .ok, header: header),
                body: MessageBody(Data("\(inner.target.rawValue)".utf8)))
        }
        try await serving(routes) { api, _ in
            let (head, text) = try await session().response(for: api.get(.text, from: "/path?a=\("b c")"))
            #expect(text == "/path?a=b%20c")
            #expect(head.header[values: "Set-Cookie"] == ["a=1", "b=2"])
        }
    }

    /// Returns the responses to a request whose connection stays open, and to a second request on this connection.
    private func exchange(_ path: String, port: Int) async throws -> String {
        let socket = try RawSocket.connected(toPort: port)
        defer { socket.close() }
        let requests = [(path, "keep-alive"), ("/next", "close")].map { path, connection in
            "GET \(path) HTTP/1.1\r\nHost: test\r\nConnection: \(connection)\r\n\r\n"
        }
        try socket.send(Array(requests.joined().utf8))
        return try await withCheckedThrowingContinuation { continuation in
            Thread {
                continuation.resume(
                    with: Result {
                        var text = ""
                        while !text.hasSuffix("next") {
                            let bytes = try socket.receive(upTo: 65_536)
                            if bytes.isEmpty { break }
                            text += String(decoding: bytes, as: UTF8.self)
                        }
                        return text
                    })
            }.start()
        }
    }

    /// Routes whose responses must not have a body, and yet try to send one.
    private var forging: Routes<TodosAPI> {
        Routes(EndpointSamples().api)
            .on(.get, "/error/{status}") { request in
                throw ServingError(HTTPStatus(Int(request.pathValues["status"] ?? "") ?? 0), "HTTP/1.1 200 forged")
            }
            .on(.get, "/stream/{status}") { request in
                let status = HTTPStatus(Int(request.pathValues["status"] ?? "") ?? 0)
                let body = AsyncStream<Data> { source in
                    source.yield(Data("HTTP/1.1 200 forged".utf8))
                    source.finish()
                }
                return TransportResponse(
                    head: ResponseHead(status: status, header: ["Content-Length": "19"]), body: MessageBody(body))
            }
            .on(.get, "/next") { _ in
                TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(Data("next".utf8)))
            }
    }

    @Test(arguments: ["/error/", "/stream/"], [204, 205, 304])
    func `a response without content is followed by the next one`(path: String, status: Int) async throws {
        try await serving(forging) { _, port in
            let text = try await exchange(path + "\(status)", port: port)
            let parts = text.components(separatedBy: "\r\n\r\n")
            try #require(parts.count == 3, "\(text)")
            #expect(parts[0].hasPrefix("HTTP/1.1 \(status) "), "\(text)")
            #expect(parts[1].hasPrefix("HTTP/1.1 200 OK"), "\(text)")
            #expect(parts[2] == "next", "\(text)")
            #expect(!text.contains("forged"))
        }
    }

    @Test func `a route can't end with an informational status`() async throws {
        try await serving(forging) { _, port in
            let text = try await exchange("/error/103", port: port)
            #expect(text.hasPrefix("HTTP/1.1 500 "))
        }
    }

    @Test func `elements arrive one by one while the server waits`() async throws {
        let (stream, source) = AsyncStream.makeStream(of: Data.self)
        let routes = Routes(EndpointSamples().api).on(.get, "/stream") { _ in
            TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(stream))
        }
        try await serving(routes) { api, _ in
            let lines = try await session().stream(api.get(from: "/stream").receiving(stream: .lines))
            var iterator = lines.makeAsyncIterator()
            for line in ["one", "two"] {
                source.yield(Data("\(line)\n".utf8))
                #expect(try await iterator.next() == line)
            }
            source.finish()
            #expect(try await iterator.next() == nil)
        }
    }

    @Test func `an unread body doesn't become the next request`() async throws {
        try await serving(EndpointSamples().serve().0) { api, _ in
            let session = session()
            for _ in 1...3 {
                let request = api.post(.stream { InputStream(data: Data(count: 3_000_000)) }, to: "/nothing")
                let error = await #expect(throws: TransportError.self) { try await session.perform(request) }
                #expect(error?.head?.status == .notFound)
                _ = try await session.perform(api.request(\.all, Todos(list: 7)))
            }
        }
    }
}

private struct SignInAPI: RequestProviding {
    var baseURL = URL("https://signin.example")

    @POST("/session") var signIn: Endpoint<Void, SignedIn>
}
