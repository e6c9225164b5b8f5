import Foundation
import Requests
import RequestsTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the README shows of endpoints, and of calls that survive.
enum ReadmeEndpoints {
    struct TodosAPI: RequestProviding {
        let baseURL: URL

        @GET("/lists/{list}/todos") var all: Endpoint<Todos, [Todo]>
        @POST("/lists/{list}/todos") var add: Endpoint<NewTodo, Todo>
    }

    struct Todos: Codable {
        var list: Int  // in the path, which names it
        var limit: Int?  // in the query
    }

    struct NewTodo: Codable {
        var list: Int
        var title: String  // in the body: {"title": "Tea"}
        @HeaderValue var idempotencyKey: String?  // Idempotency-Key
    }

    static func tour(
        _ session: some Transport, _ api: TodosAPI, _ store: TodoStore
    ) async throws -> ([Todo], Loopback, Stub<TodosAPI>) {
        let todos = try await session.perform(api.request(\.all, Todos(list: 7, limit: 50)))

        let routes = Routes(api)
            .on(\.all) { input in await store.todos(of: input.list, limit: input.limit) }
            .on(\.add) { input in await store.add(input.title, to: input.list) }
        let transport = Loopback(routes)  // no socket; router.mount(routes) on Hummingbird

        let stub = Stub(api).on(\.add, .once) { input in Todo(id: 1, title: input.title) }  // for tests
        try api.check()  // what does not fit together, by its name
        return (todos, transport, stub)
    }

    static func session(_ tokens: BearerTokens) -> some Transport {
        let session = URLSession.shared
            .retrying()  // what may be sent twice, within a budget; Retry-After, back-off by lot
            .authenticating(with: tokens)  // one refresh, however many calls get a 401 together
            .adapting { request, next in try await next(request) }  // your own
            .logging { entry in print(entry) }  // start, attempts, end; no secret is in it
        return session
    }
}
