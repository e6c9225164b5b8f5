import Foundation
import Requests
import RequestsCaching
import RequestsEndpoints
import RequestsTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The samples of the README for endpoints, and for calls that survive failures.
enum ReadmeEndpoints {
    struct TodosAPI: RequestProviding {
        let baseURL: URL

        @GET("/lists/{list}/todos") var all: Endpoint<Todos, [Todo]>
        @POST("/lists/{list}/todos") var add: Endpoint<NewTodo, Todo>
    }

    struct Todos: Codable {
        var list: Int  // in the path, at {list}
        var limit: Int?  // in the query
    }

    struct NewTodo: Codable {
        var list: Int
        var title: String  // in the body: {"title": "Tea"}
        @HeaderValue var idempotencyKey: String?  // Idempotency-Key
    }

    static func tour(_ api: TodosAPI, _ store: TodoStore) async throws -> ([Todo], Loopback, Stub<TodosAPI>) {
        let routes = Routes(api)
            .on(\.all) { input in await store.todos(of: input.list, limit: input.limit) }
            .on(\.add) { input in await store.add(input.title, to: input.list) }
        let transport = Loopback(routes)  // needs no socket; on Hummingbird: router.mount(routes)
        let todos = try await transport.perform(api.request(\.all, Todos(list: 7, limit: 50)))  // or session.perform

        let stub = Stub(api).on(\.add, .once) { input in Todo(id: 1, title: input.title) }  // import RequestsTesting
        try api.check()  // finds mistakes in the declarations
        return (todos, transport, stub)
    }

    static func session(_ tokens: BearerTokens) -> some Transport {
        let session = URLSession.shared
            .limiting(concurrentCalls: 8)  // or .rateLimiting(to: 10, per: .seconds(1)); more calls wait in a queue
            .retrying()  // repeats idempotent requests within a budget; honours Retry-After, or backs off with jitter
            .caching(in: .memory(limit: 64 << 20))  // RFC 9111, in memory or on disk: the product RequestsCaching
            .authenticating(with: tokens)  // refreshes once, even if many calls get a 401 at the same time
            .adapting { request, next in try await next(request) }  // your own decorator
            .logging { entry in print(entry) }  // start, attempts and end of each call, without secrets
        return session
    }
}
