import FlyingFox
import FlyingSocks
import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The samples of the page on serving, which must do what it promises.
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

    @Test func `failures and errors are responses`() async throws {
        let routes = samples.failing()
        #expect(
            try await response(routes, .put, "/v1/lists/7/name", #"{"name":"Tea"}"#) == #"409 {"reason":"it is done"}"#)
        #expect(try await response(routes, .put, "/v1/lists/x/name").hasPrefix("400 "))
        do throws(RequestError<ListClosed>) {
            try await Loopback(routes).perform(samples.lists.request(\.rename, Rename(list: 7, name: "Tea")))
            Testing.Issue.record("no error")
        } catch {
            #expect(error.failure?.reason == "it is done")
        }
        do throws(RequestError<ListClosed>) {
            try await Loopback(routes).perform(samples.lists.request(\.rename, Rename(list: 7, name: "")))
            Testing.Issue.record("no error")
        } catch {
            #expect(error.failure == nil)
            #expect(error.message.hasSuffix("; it says \"a list needs a name\""), "\(error.message)")
        }
        try samples.check(routes)
        let log = Guarded<[String]>([])
        let described = samples.describing { line in log.withLock { $0.append(line) } }
        #expect(try await response(described, .get, "/v1/") == #"404 {"reason":"there is nothing at this path"}"#)
        let large = String(repeating: "x", count: 1_000_001)
        #expect(try await response(described, .put, "/v1/lists/7/name", large).hasPrefix("413 "))
    }

    @Test func `requests are authenticated`() async throws {
        let api = NotesAPI(baseURL: URL("https://notes.example/v1"))
        let routes = samples.authenticating(api, Sessions())
        try routes.check()
        let (transport, request) = (Loopback(routes), api.request(\.write, NewNote(text: "tea")))
        let note = try await transport.perform(request.authenticated(with: .bearerToken("t1")))
        #expect(note == Note(text: "tea", author: "ada"))
        await #expect(throws: TransportError.self) {
            try await transport.perform(request.authenticated(with: .bearerToken("t2")))
        }
        #expect(try await response(routes, .post, "/v1/notes", #"{"text":"tea"}"#).hasPrefix("401 "))
        #expect(try await transport.perform(api.request(\.list)) == [])
        let list = api.request(\.list).authenticated(with: .bearerToken("t1"))
        #expect(try await transport.perform(list).map(\.author) == ["ada"])
        let later = samples.afterMiddleware(api).on(\.write) { Note(text: $0.text, author: "") }
        var incoming = IncomingRequest(
            method: .post, target: "/v1/notes", body: MessageBody(Data(#"{"text":"tea"}"#.utf8)))
        #expect(await later.respond(to: incoming).head.status == .unauthorized)
        incoming[FrameworkContext.self] = FrameworkContext(identity: Author(name: "ada"))
        #expect(await later.respond(to: incoming).head.status == .ok)
    }

    @Test func `requests are authenticated without naming callers`() async throws {
        let api = NotesAPI(baseURL: URL("https://notes.example/v1"))
        let routes = samples.withoutCallers(api).on(\.write) { Note(text: $0.text, author: "") }.on(\.list) { [] }
        try routes.check()
        let (transport, request) = (Loopback(routes), api.request(\.write, NewNote(text: "tea")))
        let accepted: [AuthenticationProvider] = [
            .apiKey("k1", inHeader: "X-Api-Key"), .basic(user: "ada", password: "secret"),
        ]
        for credentials in accepted { _ = try await transport.perform(request.authenticated(with: credentials)) }
        let refused: [AuthenticationProvider] = [
            .apiKey("k2", inHeader: "X-Api-Key"), .basic(user: "ada", password: "k1"), .bearerToken("k1"),
        ]
        for credentials in refused {
            await #expect(throws: TransportError.self) {
                try await transport.perform(request.authenticated(with: credentials))
            }
        }
    }

    @Test func `a cookie is set with its attributes`() async throws {
        let api = SignInAPI()
        let routes = Routes(api).on(\.signIn) { samples.signedIn("31d4") }
        let response = await routes.respond(to: IncomingRequest(method: .post, target: "/session"))
        #expect(
            response.head.header[.setCookie]
                == "session=31d4; Max-Age=3600; Path=/; Secure; HttpOnly; SameSite=Lax")
        #expect(try await Loopback(routes).perform(api.request(\.signIn)).session.isHTTPOnly)
    }

    @Test func `routes are mounted at the path of the API, or at another`() async throws {
        let mounted = samples.mounting(TodosAPI(baseURL: URL("https://todos.example/v1")))
        #expect(mounted.map(\.path) == ["/v1", "/internal/todos"])
        let raw = samples.raw(TodosAPI(baseURL: URL("https://todos.example/v1")))
        #expect(try await response(raw, .get, "/v1/files/a%2Fb") == "200 This is a/b.")
    }
}

/// The adapter of the page, on a port.
@Suite("The adapter of the page on serving", .timeLimit(.minutes(1)))
struct AdapterTests {
    /// Runs a FlyingFox server with the adapter while the body runs.
    private func serving<T>(_ routes: Routes<TodosAPI>, _ body: (Int) async throws -> T) async throws -> T {
        let server = try await ServingSamples().serve(routes)
        let task = Task { try await server.run() }
        defer { task.cancel() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress else { throw RawServerError.closed }
        do {
            let result = try await body(Int(port))
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }

    private func session() -> URLSessionTransport { URLSessionTransport(configuration: .ephemeral) }

    @Test func `the adapter has fewer than 60 lines, and equals that of the Playground`() throws {
        let page = try Document(page: "ServingAnAPI.md")
        let adapter = try #require(page.blocks.first { $0.text.contains("struct RoutesHandler") })
        #expect(adapter.lines.count < 60)
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let copy = try String(
            contentsOf: root.appending(path: "Playground/Server/RoutesHandler.swift"), encoding: .utf8)
        #expect(copy == adapter.text + "\n")
    }

    @Test func `requests, responses and errors pass through`() async throws {
        let samples = EndpointSamples()
        let (routes, _) = await samples.serve()
        try await serving(
            routes.on(.get, "/path") { request in
                let inner = try #require(request[HTTPRequest.self])
                let header: HeaderFields = ["Set-Cookie": "a=1", "Set-Cookie": "b=2"]
                return TransportResponse(
                    head: ResponseHead(status: .ok, header: header),
                    body: MessageBody(Data("\(inner.target.rawValue)".utf8)))
            }
        ) { port in
            let api = TodosAPI(baseURL: URL(string: "http://127.0.0.1:\(port)") ?? samples.api.baseURL)
            let todo = try await session().perform(api.request(\.add, NewTodo(list: 7, title: "Tea & ümlaut")))
            #expect(todo == Todo(id: 1, title: "Tea & ümlaut"))
            #expect(try await session().perform(api.request(\.all, Todos(list: 7))) == [todo])
            try await session().perform(api.request(\.remove, TodoID(list: 7, id: 1)))
            let error = await #expect(throws: TransportError.self) {
                try await session().perform(api.request(\.add, NewTodo(list: 7, title: "")))
            }
            #expect(error?.head?.status == .unprocessableContent)
            let wrong = await #expect(throws: TransportError.self) {
                try await session().perform(api.put(to: "/lists/7/todos"))
            }
            #expect(wrong?.head?.header["Allow"] == "GET, HEAD, POST")
            let (head, text) = try await session().response(for: api.get(.text, from: "/path?a=\("b c")"))
            #expect(text == "/path?a=b%20c")
            #expect(head.header[values: "Set-Cookie"] == ["a=1", "b=2"])
        }
    }

    /// Returns the responses to a request whose connection stays open, and to one after it.
    private func exchange(_ request: String, port: Int) async throws -> String {
        let socket = try RawSocket.connected(toPort: port)
        defer { socket.close() }
        try socket.send(Array("\(request)GET /next HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n".utf8))
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

    @Test func `a response without content is followed by the next one`() async throws {
        let routes = Routes(EndpointSamples().api)
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
        try await serving(routes) { port in
            for path in [204, 205, 304].flatMap({ ["/error/\($0)", "/stream/\($0)"] }) {
                let request = "GET \(path) HTTP/1.1\r\nHost: test\r\nConnection: keep-alive\r\n\r\n"
                let text = try await exchange(request, port: port)
                let parts = text.components(separatedBy: "\r\n\r\n")
                #expect(parts.count == 3 && parts.last == "next", "\(path): \(text)")
                #expect(parts.first?.hasPrefix("HTTP/1.1 \(path.suffix(3)) ") == true, "\(text)")
                #expect(parts.dropFirst().first?.hasPrefix("HTTP/1.1 200 OK") == true, "\(text)")
                #expect(!text.contains("forged"))
            }
            let request = "GET /error/103 HTTP/1.1\r\nHost: test\r\nConnection: keep-alive\r\n\r\n"
            #expect(try await exchange(request, port: port).hasPrefix("HTTP/1.1 500 "))
        }
    }

    @Test func `elements arrive one by one while the server waits`() async throws {
        let (stream, source) = AsyncStream.makeStream(of: Data.self)
        let routes = Routes(EndpointSamples().api).on(.get, "/stream") { _ in
            TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(stream))
        }
        try await serving(routes) { port in
            let api = TodosAPI(baseURL: URL(string: "http://127.0.0.1:\(port)") ?? EndpointSamples().api.baseURL)
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
        let (routes, _) = await EndpointSamples().serve()
        try await serving(routes) { port in
            let session = session()
            let api = TodosAPI(baseURL: URL(string: "http://127.0.0.1:\(port)") ?? EndpointSamples().api.baseURL)
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
