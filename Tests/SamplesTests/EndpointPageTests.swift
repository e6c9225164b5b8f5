import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The samples of the page on endpoints, which must do what the page promises.
@Suite("Samples of the page on endpoints", .timeLimit(.minutes(1)))
struct EndpointPageTests {
    private let samples = EndpointSamples()

    @Test func `a route responds with JSON`() async throws {
        let (_, response) = await samples.serve()
        #expect(response.head.status == .ok)
        #expect(try await response.body.collect(upTo: 100) == Data("[]".utf8))
    }

    @Test func `one declaration calls and serves`() async throws {
        let (routes, _) = await samples.serve()
        let (todos, todo) = try await samples.call(Loopback(routes))
        #expect(todos.isEmpty)
        #expect(todo == Todo(id: 1, title: "Tea"))
        #expect(try await samples.loopback(routes) == [todo])
    }

    @Test func `an error of a route is the body of the response`() async {
        let (routes, _) = await samples.serve()
        let error = await #expect(throws: TransportError.self) {
            try await Loopback(routes).perform(samples.api.request(\.add, NewTodo(list: 7, title: "")))
        }
        #expect(error?.head?.status == .unprocessableContent)
        #expect(error?.body == Data(#"{"message":"a todo needs a title"}"#.utf8))
    }

    @Test func `an endpoint is explained as on the page`() throws {
        let parts = samples.api.explain(\.all).parts.filter { !$0.text.hasPrefix("User-Agent") }
        let page = try Document(page: "TestingEndpoints.md")
        let block = try #require(page.blocks.first { $0.text.hasPrefix("GET https://todos.example") })
        let lines = block.lines.dropFirst(2).filter { !$0.contains("User-Agent") }
        #expect(lines.count == parts.count)
        for (line, part) in zip(lines, parts) {
            #expect(line.contains(part.text) && line.hasSuffix(part.source.description), "\(line)")
        }
    }

    @Test(arguments: [Coding.standard, .snakeCase])
    func `a property in backticks has the same name in both directions`(coding: Coding) async throws {
        let api = IrregularAPI(coding: coding)
        let lookup = api.request(\.lookup, TracedSearch(q: "a", `X-Trace`: "t", `page size`: 3))
        #expect(try lookup.resolve().urlText == "https://h/lookup?q=a&page%20size=3")
        #expect(try lookup.resolve().header["X-Trace"] == "t")
        let routes = Routes(api).on(\.lookup) { "\($0.q) \($0.`X-Trace` ?? "-") \($0.`page size`)" }
        #expect(try await Loopback(routes).perform(lookup) == "a t 3")
    }

    @Test(arguments: [Coding.standard, .snakeCase])
    func `a coding key has the same name in both directions`(coding: Coding) async throws {
        let api = IrregularAPI(coding: coding)
        let find = api.request(\.find, PagedSearch(text: "a", page: 2))
        #expect(try find.resolve().wireFormat(showingBody: true).hasSuffix(#"{"page":2,"q":"a"}"#))
        let routes = Routes(api).on(\.find) { "\($0.text) \($0.page)" }
        #expect(try await Loopback(routes).perform(find) == "a 2")
    }

    @Test func `files are sent in a form`() async throws {
        let (message, count) = try await samples.send(Data([1, 2]))
        #expect(count == 2)
        #expect(message.header["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    }

    @Test func `a stub responds with the same types`() async throws {
        let stub = samples.stubbed()
        let (todos, todo) = try await samples.call(stub)
        #expect(todos == [Todo(id: 1, title: "Tea")])
        #expect(todo == Todo(id: 2, title: "Tea"))
        try stub.verify()
    }

    @Test func `a placeholder takes several segments`() async throws {
        let api = Registry(baseURL: URL("https://registry.example"))
        let request = api.request(\.tags, "library/swift")
        #expect(try request.resolve().urlText == "https://registry.example/v2/library/swift/tags/list")
        let routes = Routes(api).on(\.tags) { name in Tags(tags: [name]) }
        #expect(try await Loopback(routes).perform(request) == Tags(tags: ["library/swift"]))
    }

    @Test func `a check accepts the declarations`() throws {
        try samples.check()
        try samples.checkCalls()
    }

    @Test func `a check returns the endpoints that it has checked`() throws {
        #expect(try samples.checkSome() == ["all", "add"])
    }

    @Test func `a type per request follows the same rules`() throws {
        let staging = URL("https://staging.todos.example/v2")
        let message = try RenameTodo(baseURL: staging, list: 1, id: 2, title: "Tea").resolve()
        #expect(message.urlText == "https://staging.todos.example/v2/lists/1/todos/2")
        #expect(message.wireFormat(showingBody: true).contains("PATCH /v2/lists/1/todos/2"))
        #expect(message.wireFormat(showingBody: true).hasSuffix(#"{"title":"Tea"}"#))
    }

    @Test func `a type per request is served by the API that declares it`() async throws {
        #expect(try await samples.rename() == Todo(id: 2, title: "Tea"))
    }

    @Test(arguments: [
        ("/lists/7/todos", HTTPStatus.badRequest), ("/lists/7/todos?incompleteOnly=false", .ok),
        ("//lists/7//todos/?incompleteOnly=false", .ok),
    ])
    func `a server doesn't know the default of its client`(target: String, status: HTTPStatus) async {
        let (routes, _) = await samples.serve()
        #expect(await routes.respond(to: IncomingRequest(method: .get, target: target)).head.status == status)
    }

    @Test func `a stream is opened for the symbol in its path`() async throws {
        let symbols = Guarded<[String]>([])
        try await samples.stream { symbol in
            symbols.withLock { $0.append(symbol) }
            return AsyncStream { continuation in
                continuation.yield(Quote(price: 1))
                continuation.finish()
            }
        }
        #expect(symbols.withLock { $0 } == ["AAPL", "AAPL"])
    }

    @Test func `events have typed data, and a 204 ends them`() async throws {
        let routes = samples.sell(Sale(item: "tea"))
        var events: [ServerSentEvent<Sale>] = []
        for try await event in try await Loopback(routes).stream(routes.api.request(\.sales, SalesInput())) {
            events.append(event)
        }
        #expect(events == [ServerSentEvent(type: "sale", data: Sale(item: "tea"), id: "7")])
        let error = await #expect(throws: TransportError.self) {
            try await Loopback(routes).stream(routes.api.request(\.sales, SalesInput(lastEventID: "7")))
        }
        #expect(error?.head?.status == .noContent)
    }
}

private struct IrregularAPI: RequestProviding {
    var baseURL = URL("https://h")
    var coding: Coding

    @GET("/lookup") var lookup: Endpoint<TracedSearch, String>
    @POST("/find") var find: Endpoint<PagedSearch, String>
}
