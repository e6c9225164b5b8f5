#if Hummingbird
import Foundation
import Hummingbird
import Requests
import RequestsEndpoints
import RequestsHummingbird
import Testing

@Suite("Routes beside others on Hummingbird", .timeLimit(.minutes(1))) struct NeighbourTests {
    private func respond(_ router: Router<BasicRequestContext>, _ requests: [String]) async throws -> [String] {
        try await withApplication(router) { port in
            var responses: [String] = []
            for request in requests {
                let words = request.split(separator: " ").map(String.init)
                let text = try await WireClient.exchange(words[0], words[1], port: port)
                responses.append("\(text.dropFirst(9).prefix(3)) \(text.body)")
            }
            return responses
        }
    }

    private func routes(at path: String, _ response: String) -> Routes<TodosAPI> {
        Routes(TodosAPI(), at: path).on(\.name) { "\(response) \($0)" }.on(\.report) { "\(response) \($0)" }
    }

    private let nothing = #"404 {"message":"there is nothing at this path"}"#

    @Test func `routes at the root hide no endpoint of the router, in either order`() async throws {
        let router = Router()
        router.get("health") { _, _ in "fine" }
        router.mount(routes(at: "/", "routes"))
        router.get("lists/{list}/count") { _, context in "count \(context.parameters.get("list") ?? "")" }
        let responses = try await respond(
            router,
            [
                "GET /health", "GET /lists/7/count", "GET /lists/7/name", "REPORT /lists/7", "GET /health/x",
                "GET /nothing",
            ])
        #expect(responses == ["200 fine", "200 count 7", "200 routes 7", "200 routes 7", nothing, nothing])
    }

    @Test func `two APIs can be mounted side by side, and at the same path`() async throws {
        let router = Router().mount(routes(at: "/v1", "one")).mount(routes(at: "/v2", "two"))
            .mount(Routes(TodosAPI(), at: "/v1").on(\.ping) {})
        let responses = try await respond(
            router, ["GET /v1/lists/a/name", "GET /v2/lists/a/name", "GET /v1/ping", "GET /v1/nothing", "GET /v3"])
        #expect(responses == ["200 one a", "200 two a", "204 ", nothing, "404 "])
    }

    private struct Shout: RouterMiddleware {
        func handle(
            _ request: Hummingbird.Request, context: BasicRequestContext,
            next: (Hummingbird.Request, BasicRequestContext) async throws -> Response
        ) async throws -> Response {
            var response = try await next(request, context)
            response.headers[.contentLanguage] = "loud"
            return response
        }
    }

    @Test func `middleware applies to everything that is mounted after it`() async throws {
        let router = Router().mount(routes(at: "/v1", "one")).add(middleware: Shout()).mount(routes(at: "/v2", "two"))
        try await withApplication(router) { port in
            let one = try await WireClient.exchange("GET", "/v1/lists/a/name", port: port)
            let two = try await WireClient.exchange("GET", "/v2/lists/a/name", port: port)
            #expect(!one.contains("Content-Language"))
            #expect(two.contains("Content-Language: loud"))
        }
    }

    private struct SignedIn: ChildRequestContext {
        var coreContext: CoreRequestContextStorage
        let user = "Ada"

        init(context: BasicRequestContext) throws { coreContext = context.coreContext }
    }

    @Test func `a group has its own context and its own 404`() async throws {
        let routes = routes(at: "/api/v1", "group").on(requestOf: \.all) { (_: Todos, request: IncomingRequest) in
            [Todo(id: 1, title: request[SignedIn.self]?.user ?? "nobody")]
        }
        let router = Router()
        router.get("health") { _, _ in "fine" }
        router.group("api", context: SignedIn.self).mount(routes)
        router.group().mount(self.routes(at: "/v2", "other"), at: "/v2")
        let responses = try await respond(
            router,
            [
                "GET /api/v1/lists/7/todos?incompleteOnly=true", "REPORT /api/v1/lists/7", "GET /health", "GET /api/v1",
                "GET /api", "GET /v2/lists/a/name", "GET /v3",
            ])
        let todo = #"200 [{"id":1,"title":"Ada"}]"#
        #expect(responses == [todo, "200 group 7", "200 fine", nothing, "404 ", "200 other a", "404 "])
    }
}
#endif
