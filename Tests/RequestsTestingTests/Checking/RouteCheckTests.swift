import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("Checks of routes", .timeLimit(.minutes(1))) struct RouteCheckTests {
    private struct TwoAPI: RequestProviding {
        var baseURL = URL("https://checked.example")
        let one: Endpoint<CheckedInput.Empty, String>
        let two: Endpoint<CheckedInput.Empty, String>
    }

    /// Returns the findings about the second of two routes, without those about placeholders.
    private static func found(_ one: String, _ two: String) -> [String] {
        let api = TwoAPI(one: Endpoint(.get, one), two: Endpoint(.get, two))
        return checkedFindings { try api.check() }
            .filter { !$0.contains("placeholder") }
    }

    @Test(arguments: [
        ("/a", "/a"), ("/a", "/a/"), ("/a/{x}", "/a/:y"), ("/{a}.json", "/{b}.json"), ("/%61", "/a"),
        ("/a?b=1", "/a?b=2"),
    ]) func `two identical routes are found`(one: String, two: String) {
        #expect(
            Self.found(one, two) == [
                "`two` (GET \(two)): the route is never reached, because `one` has the same method and path"
            ])
    }

    @Test(arguments: [
        ("/{a}-x", "/x-{b}", "/x-x"), ("/{a}.json", "/{b}.min.json", "/a.min.json"),
        ("/l/{a}-x/{c}", "/l/x-{b}/d", "/l/x-x/d"), ("/{a}-{b}", "/{c}-{d}-{e}", "/a-a-a"),
        ("/{a}-{b}", "/{a}_{b}", "/a_-a"),
    ]) func `ambiguous routes are found, with a path that matches both`(one: String, two: String, path: String) async {
        #expect(
            Self.found(one, two) == [
                "`two` (GET \(two)): \(path) matches both this route and `one`, and neither route is more specific"
            ])
        let api = TwoAPI(one: Endpoint(.get, one), two: Endpoint(.get, two))
        for endpoint in [\TwoAPI.one, \.two] {
            let routes = Routes(api).on(endpoint) { _ in "" }
            let response = await routes.respond(to: IncomingRequest(method: .get, target: path))
            #expect(response.head.status == .ok)
        }
    }

    @Test(arguments: [
        ("/a", "/b"), ("/a", "/{x}"), ("/{x}", "/a"), ("/{x}.json", "/{x}"), ("/{x}.json", "/{y}.xml"),
        ("/a/{x}", "/{y}/b"),
        ("/a-{x}", "/b-{x}"), ("/a", "/a/b"), ("/l/{a}-x/b", "/l/x-{b}/c"),
    ]) func `unambiguous routes pass`(one: String, two: String) {
        #expect(Self.found(one, two) == [])
    }

    @Test func `a client that only calls may declare one path with several outputs`() throws {
        let api = OutputsAPI()
        #expect(
            checkedFindings { try api.check() } == [
                "`both` (GET /a/{id}): the route is never reached, because `text` has the same method and path",
                "`right` (GET /x-{b}): /x-x matches both this route and `left`, and neither route is more specific",
            ])
        #expect(try api.check(isServed: false) == ["text", "both", "left", "right"])
        // The routes report the same problems, however the API was checked.
        let routes = Routes(api).on(\.text) { _ in "" }.on(\.both) { id in CheckedInput.ID(id: id) }
            .on(\.left) { _ in "" }.on(\.right) { _ in "" }
        #expect(checkedFindings { try routes.check() } == checkedFindings { try api.check() })
    }

    @Test func `an example belongs to the endpoint with its output`() {
        struct ExampleAPI: RequestProviding {
            var baseURL = URL("https://checked.example")
            @GET("/a/{id}") var text: Endpoint<Int, String>
            let both = Endpoint<Int, CheckedInput.ID>(.get, "/a/{id}").example(input: 7)
        }
        let findings = checkedFindings {
            try ExampleAPI().check(isServed: false)
        }
        #expect(findings == [])
        // The endpoint without an example is checked as well.
        struct BrokenAPI: RequestProviding {
            var baseURL = URL("https://checked.example")
            let fine = Endpoint<CheckedInput.ID, String>(.get, "/a/{id}").example(input: CheckedInput.ID())
            @GET("/a/{id}") var broken: Endpoint<CheckedInput.ID, CheckedInput.TwoBodies>
        }
        #expect(
            checkedFindings {
                try BrokenAPI().check(isServed: false)
            } == [
                "`broken` (GET /a/{id}): `one` and `two` are declared as the whole body, but only one property can be the whole body"
            ])
    }

    @Test func `the same path with another method is a different route`() throws {
        struct MethodsAPI: RequestProviding {
            var baseURL = URL("https://checked.example")
            @GET("/a") var get: Endpoint<Void, Void>
            @HEAD("/a") var head: Endpoint<Void, Void>
            @POST("/a") var post: Endpoint<Void, Void>
        }
        #expect(try MethodsAPI().check() == ["get", "head", "post"])
    }

    @Test func `endpoints in groups are found, and an API without endpoints is a mistake`() async throws {
        let api = GroupsAPI()
        #expect(try api.check() == ["lists.all", "lists.todos.add", "ping"])
        let request = try api.request(\.lists.todos.add, CheckedInput.ID()).resolve()
        #expect(request.urlText == "https://checked.example/todos/1")
        #expect(
            checkedFindings { try NoneAPI().check() } == [
                "`NoneAPI` (no route): the API has no stored endpoints: declare endpoints with @GET and similar wrappers, or with `let`"
            ])
    }
}

private struct GroupsAPI: RequestProviding {
    struct Lists: Sendable {
        struct Todos: Sendable {
            @POST("/todos/{id}") var add: Endpoint<CheckedInput.ID, Void>
        }
        @GET("/lists") var all: Endpoint<Void, [Int]>
        let todos = Todos()
    }

    var baseURL = URL("https://checked.example")
    let lists = Lists()
    let ping = Endpoint<Void, Void>(.get, "/ping")
}

private struct OutputsAPI: RequestProviding {
    var baseURL = URL("https://checked.example")
    @GET("/a/{id}") var text: Endpoint<Int, String>
    @GET("/a/{id}") var both: Endpoint<Int, CheckedInput.ID>
    @GET("/{a}-x") var left: Endpoint<String, String>
    @GET("/x-{b}") var right: Endpoint<String, String>
}

private struct NoneAPI: RequestProviding {
    var baseURL = URL("https://checked.example")
    var computed: Endpoint<Void, Void> { Endpoint(.get, "/ping") }
}
