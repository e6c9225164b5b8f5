import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@Suite("Routes", .timeLimit(.minutes(1))) struct RoutesTests {
    private let api = TodosAPI()

    /// Sends an input to routes that return it.
    private func echo<Input: Hashable & Sendable, Output: Sendable>(
        _ endpoint: KeyPath<TodosAPI, Endpoint<Input, Output>>, _ input: Input, _ output: Output,
        coding: Coding = .standard
    ) async throws -> Output {
        let api = TodosAPI(coding: coding)
        let routes = Routes(api).on(endpoint) { received in
            guard received == input else { throw ServingError(.conflict, "got \(received)") }
            return output
        }
        return try await Loopback(routes).perform(api.request(endpoint, input))
    }

    @Test(arguments: [Coding.standard, .snakeCase, Coding(dates: .millisecondsSince1970, arrays: .brackets)])
    func `inputs and outputs arrive unchanged`(coding: Coding) async throws {
        let todo = Todo(id: 1, title: "Tea & ümlaut")
        let all = try await echo(\.all, Todos(list: -7, limit: 50, incompleteOnly: true), [todo], coding: coding)
        #expect(all == [todo])
        let added = try await echo(
            \.add, NewTodo(list: 7, title: "a=b&c", idempotencyKey: "k"), todo, coding: coding)
        #expect(added == todo)
        try await echo(\.remove, TodoID(list: 1, id: 2), (), coding: coding)
        #expect(try await echo(\.report, ListID(list: 2), Report(text: ""), coding: coding) == Report(text: ""))
        #expect(try await echo(\.name, 12, "größe", coding: coding) == "größe")
        try await echo(
            \.replace, Replacement(list: 4, notify: nil, session: "a", todos: [todo]), (), coding: coding)
        let search = Search(order: .oldest, tags: [], since: Date(timeIntervalSince1970: 1.5), ids: [])
        #expect(try await echo(\.search, search, [], coding: coding) == [])
        let token = try await echo(
            \.login, SignIn(userName: "a b", password: "+%&="), SignInToken(accessToken: "t"), coding: coding)
        #expect(token == SignInToken(accessToken: "t"))
    }

    @Test func `a declared output has its status and fields`() async throws {
        let output = DeclaredTodo(etag: "\"1\"", status: .accepted, todo: Todo(id: 1, title: "a"))
        #expect(try await echo(\.declared, 1, output) == output)
        let none = DeclaredTodo(etag: nil, status: .notFound, todo: nil)
        #expect(try await echo(\.declared, 1, none) == none)
    }

    @Test func `a body that breaks off throws an error instead of ending`() async throws {
        let routes = Routes(api).on(.post, "/raw") { request in
            TransportResponse(
                head: ResponseHead(status: .ok), body: MessageBody(try await request.body.collect(upTo: 1_000)))
        }
        // A directory can be opened, but not read.
        let request = api.post(to: "/raw").sending(
            .stream { try #require(InputStream(fileAtPath: NSTemporaryDirectory())) })
        let error = await #expect(throws: TransportError.self) { try await Loopback(routes).perform(request) }
        #expect(error?.code == .bodyUnreadable)
    }

    private func respond(_ method: HTTPMethod, _ target: String, _ header: HeaderFields = [], _ body: String = "")
        async throws -> (HTTPStatus, HeaderFields, String)
    {
        let routes = Routes(api, at: "/")
            .on(\.all) { _ in [] }
            .on(\.add) { input in Todo(id: input.list, title: input.title) }
            .on(\.name) { "\($0)" }
            .on(\.ping) {}
        let response = await routes.respond(
            to: IncomingRequest(
                method: method, target: target, header: header, body: MessageBody(Data(body.utf8))))
        let data = try await response.body.collect(upTo: 1_000_000)
        return (response.head.status, response.head.header, String(decoding: data, as: UTF8.self))
    }

    @Test(arguments: [
        ("/lists/7/todos", "expected query value `incompleteOnly`"),
        ("/lists/7/todos?incompleteOnly=maybe", "query value `incompleteOnly` is not a boolean"),
        ("/lists/7/todos?incompleteOnly=true&limit=x", "query value `limit` is not an integer"),
        ("/lists/a/todos?incompleteOnly=true", "path value `list` is not an integer"),
        (
            "/lists/99999999999999999999/todos?incompleteOnly=true",
            "path value `list` is not an integer from \(Int.min) to \(Int.max)"
        ),
    ])
    func `an input that can't be read gets a 400 that names the first problem`(
        target: String, message: String
    ) async throws {
        let (status, header, body) = try await respond(.get, target)
        #expect(status == .badRequest)
        #expect(header["Content-Type"] == "application/json")
        #expect(body == "{\"message\":\"\(message)\"}")
    }

    @Test(arguments: [
        ("", "expected body value `title`"), ("{}", "expected body value `title`"),
        ("{", "the body is malformed JSON: it ends too early, after 1 byte"),
        (#"{"title":1}"#, "body value `title` is not a string"),
        ("[]", "the body is not an object"),
    ])
    func `a body that can't be read gets a 400 that names the first problem`(body: String, message: String) async throws
    {
        let response = try await respond(.post, "/lists/7/todos", ["Content-Type": "application/json"], body)
        #expect(response.0 == .badRequest)
        #expect(response.2 == "{\"message\":\"\(message)\"}")
    }

    private struct Files: RequestProviding {
        typealias Failure = ProblemDetails
        var baseURL = URL("https://files.example")

        let file = Endpoint<File, String>(.get, "/files/{name}-{size}.png")
        let rest = Endpoint<Rest, String>(.get, "/rest/{path*}")
        let point = Endpoint<Point, String>(.get, "/point")

        struct File: Codable, Hashable, Sendable { var name: String, size: Int }
        struct Rest: Codable, Hashable, Sendable { var path: String }
        struct Point: Codable, Sendable {
            @HeaderValue var point: File?
        }
    }

    @Test func `several values in a segment are found by the text between them`() async throws {
        let paths = Guarded<[String?]>([])
        let routes = Routes(Files()).on(\.file) { "\($0.name) \($0.size)" }.on(\.rest) { $0.path }
            .wrapping { request, path, next in
                paths.withLock { $0.append(path) }
                return try await next(request)
            }
        func respond(_ target: String) async throws -> String {
            let response = await routes.respond(to: IncomingRequest(method: .get, target: target))
            guard response.head.status == .ok else { return "\(response.head.status.code)" }
            return String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
        }
        #expect(try await respond("/files/cat-5.png") == "cat 5")
        #expect(try await respond("/rest/a/b") == "a/b")
        for other in ["cat.png", "-5.png", "cat-.png", "cat-5", "5"] {
            #expect(try await respond("/files/\(other)") == "404", "\(other)")
        }
        let declared = ["/files/{name}-{size}.png", "/rest/{path*}"]
        #expect(paths.withLock { $0 } == declared + Array(repeating: nil, count: 5))
    }

    @Test func `a field can't be read as an object`() async throws {
        let routes = Routes(Files()).on(\.point) { _ in "" }
        let response = await routes.respond(
            to: IncomingRequest(method: .get, target: "/point", header: ["Point": "1"]))
        #expect(response.head.status == .badRequest)
        let text = String(decoding: try await response.body.collect(upTo: 1_000), as: UTF8.self)
        #expect(text == #"{"message":"header value `Point` is not an object"}"#)
    }

    @Test(arguments: [(.conflict, .conflict), (nil, .internalServerError)] as [(HTTPStatus?, HTTPStatus)])
    func `a problem that is thrown has its own status, or 500`(status: HTTPStatus?, expected: HTTPStatus) async throws {
        let routes = Routes(Files()).on(\.rest) { _ in throw ProblemDetails(title: "no", status: status) }
        let response = await routes.respond(to: IncomingRequest(method: .get, target: "/rest/a"))
        #expect(response.head.status == expected)
        let problem: any HTTPStatusConvertible = ProblemDetails(status: status)
        #expect(problem.responseStatus == expected)
        let served: any HTTPStatusConvertible = ServingError(.conflict, "no")
        #expect(served.responseStatus == .conflict)
    }

    @Test func `other paths, methods and media types get their own error responses`() async throws {
        #expect(try await respond(.get, "/nothing").0 == .notFound)
        let (status, header, _) = try await respond(.put, "/lists/7/todos")
        #expect(status == .methodNotAllowed)
        #expect(header["Allow"] == "GET, HEAD, OPTIONS, POST")
        #expect(try await respond(.options, "/lists/7/todos").0 == .noContent)
        #expect(
            try await respond(.post, "/lists/7/todos", ["Content-Type": "text/csv"], "a").0 == .unsupportedMediaType)
        let head = try await respond(.head, "/lists/7/name")
        #expect(head.0 == .ok)
        #expect(head.2 == "")
        #expect(try await respond(.get, "/lists/7/name").2 == "7")
        #expect(try await respond(.get, "/ping").0 == .noContent)
    }

    @Test func `a description lists the routes without secrets`() {
        let routes = Routes(ShelvesAPI()).on(\.all) { _ in [] }.on(.get, "/health") { _ in
            TransportResponse(head: ResponseHead(status: .ok))
        }
        #expect("\(routes)" == "Routes<ShelvesAPI>: GET /shelves, GET /health")
        #expect(String(reflecting: routes) == "\(routes)")
        #expect("\(Routes(ShelvesAPI()))" == "Routes<ShelvesAPI>: none")
        var text = ""
        dump(routes, to: &text)
        #expect(text.contains("GET /health"))
        #expect(!text.contains("s3cr3t"))
        text = ""
        dump(Loopback(routes), to: &text)
        #expect(!text.contains("s3cr3t"))
    }

    private struct ShelvesAPI: RequestProviding {
        var baseURL = URL("https://shelves.example")
        var token = "s3cr3t"

        @GET("/shelves") var all: Endpoint<Void, [Int]>
    }
}
