import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The samples of the page on endpoints, which must do what it promises.
@Suite("Samples of the page on endpoints", .timeLimit(.minutes(1)))
struct EndpointPageTests {
    @Test func `one declaration calls and serves`() async throws {
        let samples = EndpointSamples()
        let (routes, response) = await samples.serve()
        #expect(response.head.status == .ok)
        #expect(try await response.body.collect(upTo: 100) == Data("[]".utf8))
        let (todos, todo) = try await samples.call(Loopback(routes))
        #expect(todos.isEmpty)
        #expect(todo == Todo(id: 1, title: "Tea"))
        #expect(try await samples.loopback(routes) == [todo])
        let empty = NewTodo(list: 7, title: "")
        do throws(TransportError) {
            _ = try await Loopback(routes).perform(samples.api.request(\.add, empty))
            Testing.Issue.record("no error")
        } catch {
            #expect(error.head?.status == .unprocessableContent)
            #expect(error.body == Data(#"{"message":"a todo needs a title"}"#.utf8))
        }
    }

    @Test func `the explanation of the page`() throws {
        let parts = EndpointSamples().api.explain(\.all).parts.filter { !$0.text.hasPrefix("User-Agent") }
        let page = try Document(page: "DeclaringEndpoints.md")
        let block = try #require(page.blocks.first { $0.text.hasPrefix("GET https://todos.example") })
        let lines = block.lines.dropFirst(2).filter { !$0.contains("User-Agent") }
        #expect(lines.count == parts.count)
        for (line, part) in zip(lines, parts) {
            #expect(line.contains(part.text) && line.hasSuffix(part.source.description), "\(line)")
        }
    }

    @Test(arguments: [Coding.standard, .snakeCase])
    func `irregular names are the same in both directions`(coding: Coding) async throws {
        let api = IrregularAPI(coding: coding)
        let lookup = try api.request(\.lookup, TracedSearch(q: "a", `X-Trace`: "t", `page size`: 3)).resolve()
        #expect(lookup.url == "https://h/lookup?q=a&page%20size=3")
        #expect(lookup.header["X-Trace"] == "t")
        let find = try api.request(\.find, PagedSearch(text: "a", page: 2)).resolve()
        #expect(find.wireFormat(showingBody: true).hasSuffix(#"{"page":2,"q":"a"}"#))

        let routes = Routes(api)
            .on(\.lookup) { "\($0.q) \($0.`X-Trace` ?? "-") \($0.`page size`)" }
            .on(\.find) { "\($0.text) \($0.page)" }
        let server = Loopback(routes)
        #expect(
            try await server.perform(api.request(\.lookup, TracedSearch(q: "a", `X-Trace`: "t", `page size`: 3)))
                == "a t 3")
        #expect(try await server.perform(api.request(\.find, PagedSearch(text: "a", page: 2))) == "a 2")
    }

    @Test func `files go in forms`() async throws {
        let (message, count) = try await EndpointSamples().send(Data([1, 2]))
        #expect(count == 2)
        #expect(message.header["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    }

    @Test func `a stub responds with the same types`() async throws {
        let samples = EndpointSamples()
        let stub = samples.stubbed()
        let (todos, todo) = try await samples.call(stub)
        #expect(todos == [Todo(id: 1, title: "Tea")])
        #expect(todo == Todo(id: 2, title: "Tea"))
        try stub.verify()
    }

    @Test func `a placeholder takes several segments`() async throws {
        let api = Registry(baseURL: URL("https://registry.example"))
        let request = api.request(\.tags, "library/swift")
        #expect(try request.resolve().url == "https://registry.example/v2/library/swift/tags/list")
        let routes = Routes(api).on(\.tags) { name in Tags(tags: [name]) }
        #expect(try await Loopback(routes).perform(request) == Tags(tags: ["library/swift"]))
    }

    @Test func `a check finds nothing wrong`() throws {
        try EndpointSamples().check()
        #expect(try EndpointSamples().checkSome() == ["all", "add"])
        try EndpointSamples().checkCalls()
    }

    @Test func `a type per request follows the same rules`() throws {
        let staging = URL("https://staging.todos.example/v2")
        let message = try RenameTodo(baseURL: staging, list: 1, id: 2, title: "Tea").resolve()
        #expect(message.url == "https://staging.todos.example/v2/lists/1/todos/2")
        #expect(message.wireFormat(showingBody: true).contains("PATCH /v2/lists/1/todos/2"))
        #expect(message.wireFormat(showingBody: true).hasSuffix(#"{"title":"Tea"}"#))
    }

    @Test func `a type per request is served by the API that declares it`() async throws {
        #expect(try await EndpointSamples().rename() == Todo(id: 2, title: "Tea"))
    }

    @Test func `the server doesn't know a default of the client`() async throws {
        let (routes, _) = await EndpointSamples().serve()
        let response = await routes.respond(to: IncomingRequest(method: .get, target: "/lists/7/todos"))
        #expect(response.head.status == .badRequest)
        let same = IncomingRequest(method: .get, target: "//lists/7//todos/?incompleteOnly=false")
        #expect(await routes.respond(to: same).head.status == .ok)
    }

    @Test func `elements arrive one after the other`() async throws {
        try await EndpointSamples().stream { _ in
            AsyncStream { continuation in
                continuation.yield(Quote(price: 1))
                continuation.finish()
            }
        }
    }
}

private struct IrregularAPI: RequestProviding {
    var baseURL = URL("https://h")
    var coding: Coding

    @GET("/lookup") var lookup: Endpoint<TracedSearch, String>
    @POST("/find") var find: Endpoint<PagedSearch, String>
}
