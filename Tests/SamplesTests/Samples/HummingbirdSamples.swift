#if Hummingbird
import Foundation
import Hummingbird
import Logging
import Requests
import RequestsEndpoints
import RequestsHummingbird
import RequestsTesting
import Testing

/// Serves routes at a free port of this machine while the function runs.
func serving(
    _ routes: Routes<some RequestProviding>, while body: (URL) async throws -> Void
) async throws {
    let router = Router()
    router.mount(routes)
    let (ports, started) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
        router: router,
        configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { channel in started.yield(channel.localAddress?.port ?? 0)
        })
    try await withThrowingTaskGroup { group in
        group.addTask {
            defer { started.finish() }
            try await application.run()
        }
        // If the server doesn't start, its error is thrown.
        guard let port = await ports.first(where: { _ in true }) else {
            return try await group.waitForAll()
        }
        try await body(try #require(URL(string: "http://127.0.0.1:\(port)")))
        group.cancelAll()
    }
}

struct HummingbirdSamples {
    let api = TodosAPI(baseURL: URL("https://todos.example"))

    func run(_ store: TodoStore) async throws {
        let routes = Routes(api)
            .on(requestOf: \.add) { input, request in
                request[BasicRequestContext.self]?.logger.info(
                    "a todo for list \(input.list)")
                return await store.add(input.title, to: input.list)
            }
        let router = Router()
        router.get("health") { _, _ in "fine" }
        router.mount(routes)
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
        try await application.runService()
    }

    func callOverSocket(_ routes: Routes<TodosAPI>) async throws {
        try await serving(routes) { url in
            let todos = try await URLSession.shared.perform(
                TodosAPI(baseURL: url).request(\.all, Todos(list: 7)))
            #expect(todos.isEmpty)
        }
    }

    func checkMethods(_ routes: Routes<TodosAPI>) throws {
        try routes.check(methods: .hummingbird)
    }
}
#endif
