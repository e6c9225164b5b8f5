import Requests
import RequestsEndpoints

enum LandingSamples {
    static func call(_ api: TodosAPI, by transport: some Transport) async throws -> [Todo] {
        // or session.perform
        let todos = try await transport.perform(
            api.request(\.all, Todos(list: 7, limit: 50)))
        return todos
    }

    static func routes(_ api: TodosAPI, _ store: TodoStore) -> Routes<TodosAPI> {
        let routes = Routes(api)
            .on(\.all) { input in await store.todos(of: input.list, limit: input.limit) }
            .on(\.add) { input in await store.add(input.title, to: input.list) }
        return routes
    }
}
