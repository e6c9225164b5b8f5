#if Hummingbird
import Foundation
import Hummingbird
import Requests
import RequestsEndpoints
import RequestsHummingbird
import Testing

@Suite("Routes on Hummingbird", .timeLimit(.minutes(1))) struct MountTests {
    /// Sends an input over a real port; the server responds with the output if the input arrives unchanged.
    private func echo<Input: Hashable & Sendable, Output: Sendable>(
        _ endpoint: any KeyPath<TodosAPI, Endpoint<Input, Output>> & Sendable, _ input: Input, _ output: Output
    ) async throws -> Output {
        let routes = Routes(TodosAPI()).on(endpoint) { received in
            guard received == input else { throw ServingError(.conflict, "got \(received)") }
            return output
        }
        return try await withApplication(Router().mount(routes)) { (url: URL, session) in
            try await session.perform(TodosAPI(baseURL: url).request(endpoint, input))
        }
    }

    @Test func `an input arrives as it was, and the output as well`() async throws {
        let todo = Todo(id: 1, title: "Tea & ümlaut")
        #expect(try await echo(\.all, Todos(list: -7, limit: 50, incompleteOnly: true), [todo]) == [todo])
        #expect(try await echo(\.add, NewTodo(list: 7, title: "a=b&c", idempotencyKey: "k"), todo) == todo)
        try await echo(\.remove, TodoID(list: 1, id: 2), ())
        #expect(try await echo(\.report, 2, "größe") == "größe")
        #expect(try await echo(\.name, "a/b ?%#c", "x") == "x")
        try await echo(\.replace, Replacement(list: 4, notify: true, session: "a", todos: [todo]), ())
        let search = Search(order: .oldest, tags: ["a", "b"], since: Date(timeIntervalSince1970: 1.5), ids: [1, 2])
        #expect(try await echo(\.search, search, []) == [])
        let signIn = SignIn(userName: "a b", password: "+%&=")
        #expect(try await echo(\.login, signIn, signIn) == signIn)
        let declared = DeclaredTodo(etag: "\"1\"", status: .accepted, todo: todo)
        #expect(try await echo(\.declared, 1, declared) == declared)
    }

    private var routes: Routes<TodosAPI> {
        var routes = Routes(TodosAPI())
            .on(\.all) { _ in [] }
            .on(\.add) { input in Todo(id: input.list, title: input.title) }
            .on(\.name) { "\($0)" }
            .on(\.report) { "\($0)" }
            .on(\.ping) {}
        routes.bodySizeLimit = 100
        return routes
    }

    /// The requests, and the statuses and bodies of their responses.
    private static let responses = [
        ("GET /v1/lists/7/todos", "", "400", #"{"message":"expected query value `incompleteOnly`"}"#),
        ("POST /v1/lists/7/todos", "{}", "400", #"{"message":"expected body value `title`"}"#),
        ("POST /v1/lists/7/todos", #"{"title":"a"}"#, "200", #"{"id":7,"title":"a"}"#),
        ("GET /v1/nothing", "", "404", #"{"message":"there is nothing at this path"}"#),
        ("POST /v1/nothing", "abc", "404", #"{"message":"there is nothing at this path"}"#),
        ("PUT /v1/lists/7/todos", "", "405", #"{"message":"the method PUT is not allowed at this path"}"#),
        ("PURGE /v1/ping", "", "405", #"{"message":"the method PURGE is not allowed at this path"}"#),
        ("REPORT /v1/lists/7", "", "200", "7"),
        (
            "POST /v1/lists/7/todos", String(repeating: "x", count: 101), "413",
            #"{"message":"the body is larger than 100 bytes"}"#
        ),
        ("GET /v1/lists/a%2Fb%20c/name", "", "200", "a/b c"),
        ("GET http://test/v1/lists/a/name", "", "200", "a"),
        ("GET /v1/ping", "", "204", ""), ("OPTIONS /v1/ping", "", "204", ""),
        ("GET /v2/ping", "", "404", ""), ("GET /v1x/ping", "", "404", ""), ("OPTIONS *", "", "404", ""),
    ]

    @Test func `a response is that of the routes`() async throws {
        try await withApplication(Router().mount(routes)) { port in
            for (request, body, status, response) in Self.responses {
                let words = request.split(separator: " ").map(String.init)
                let text = try await WireClient.exchange(words[0], words[1], [], body, port: port)
                #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(request): \(text)")
                #expect(text.body == response, "\(request)")
                let fields = text.fields.map { $0.lowercased() }
                if status == "405" || words[0] == "OPTIONS" && status == "204" {
                    #expect(fields.contains { $0.hasPrefix("allow: get, head") }, "\(request)")
                }
                #expect(fields.contains("content-length: \(response.utf8.count)") == (status != "204"), "\(request)")
                #expect(!fields.contains { $0.hasPrefix("transfer-encoding") }, "\(request)")
            }
        }
    }

    @Test func `a media type that the endpoint doesn't accept is a 415`() async throws {
        try await withApplication(Router().mount(routes)) { port in
            let text = try await WireClient.exchange(
                "POST", "/v1/lists/7/todos", ["Content-Type: text/csv"], "a", port: port)
            #expect(text.hasPrefix("HTTP/1.1 415 "))
        }
    }

    @Test func `the response to HEAD has only a head, and the connection continues`() async throws {
        try await withApplication(Router().mount(routes)) { port in
            let client = try WireClient(port: port)
            defer { client.close() }
            try client.send("HEAD /v1/lists/abc/name HTTP/1.1\r\nHost: test\r\n\r\n")
            let head = try await client.receive(through: "\r\n\r\n")
            #expect(head.hasPrefix("HTTP/1.1 200 "))
            #expect(head.fields.map { $0.lowercased() }.contains("content-length: 3"))
            // The body isn't read, so it must be skipped before the next request.
            let body = String(repeating: "x", count: 100_000)
            try client.send("POST /v1/nothing HTTP/1.1\r\nHost: test\r\nContent-Length: \(body.count)\r\n\r\n\(body)")
            #expect(try await client.receive(through: "}").hasPrefix("HTTP/1.1 404 "))
            try client.send("GET /v1/lists/abc/name HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
            #expect(try await client.receive().hasSuffix("\r\n\r\nabc"))
        }
    }

    @Test func `fields of one name stay separate, and a field that can't be sent is a 500`() async throws {
        let seen = Guarded<[HeaderField]>([])
        let errors = Guarded<[String]>([])
        let routes = Routes(TodosAPI(), at: "/")
            .on(.get, "/cookies") { request in
                seen.withLock {
                    $0 = request.header.filter { $0.name == "X-A" || $0.name == "Host" || $0.name == "Cookie" }
                }
                let header: HeaderFields = [
                    "Set-Cookie": "a=1", "X": "y", "Set-Cookie": "b=2", "Transfer-Encoding": "x",
                ]
                return TransportResponse(head: ResponseHead(status: .ok, header: header))
            }
            .on(.get, "/split") { _ in
                TransportResponse(head: ResponseHead(status: .ok, header: ["X": "a\r\nSet-Cookie: b=1"]))
            }
            .on(.get, "/early") { _ in TransportResponse(head: ResponseHead(status: 103)) }
            .onUnexpectedError { error, _ in errors.withLock { $0.append("\(error)") } }
        try await withApplication(Router().mount(routes)) { port in
            let fields = ["X-A: 1", "X-A: 2", "Cookie: a=1; b=2"]
            let text = try await WireClient.exchange("GET", "/cookies?a%20b", fields, port: port)
            #expect(text.fields == ["Content-Length: 0", "Set-Cookie: a=1", "Set-Cookie: b=2", "X: y"])
            let values = seen.withLock { $0 }.map { "\($0.name): \($0.value)" }.sorted()
            #expect(values == ["Cookie: a=1; b=2", "Host: test", "X-A: 1", "X-A: 2"])
            for path in ["/split", "/early"] {
                let text = try await WireClient.exchange("GET", path, port: port)
                #expect(text.hasPrefix("HTTP/1.1 500 "))
                #expect(!text.contains("b=1"))
            }
            let seen = errors.withLock { $0 }
            #expect(seen.count == 2)
            #expect(seen.first?.contains("the value of the field X has the control character 0x0D at byte 1") == true)
            #expect(seen.last == "the status must be from 200 to 999, but is 103 Early Hints")
        }
    }

    @Test func `a handler reaches request and context, and throws the errors of Hummingbird`() async throws {
        let routes = Routes(TodosAPI())
            .on(requestOf: \.name) { (name: String, request: IncomingRequest) in
                let context = try #require(request[BasicRequestContext.self])
                let inner = try #require(request[Hummingbird.Request.self])
                return "\(name) \(inner.uri.string) \(context.endpointPath ?? "") \(inner.method)"
            }
            .on(\.ping) { throw HTTPError(.unauthorized, message: "who?") }
        try await withApplication(Router().mount(routes)) { port in
            let text = try await WireClient.exchange("GET", "/v1/lists/a%2Fb/name?x=%20", port: port)
            #expect(text.body == "a/b /v1/lists/a%2Fb/name?x=%20 /v1/** GET")
            let refused = try await WireClient.exchange("GET", "/v1/ping", port: port)
            #expect(refused.hasPrefix("HTTP/1.1 401 "))
            #expect(refused.body.contains("who?"))
        }
    }
}
#endif
