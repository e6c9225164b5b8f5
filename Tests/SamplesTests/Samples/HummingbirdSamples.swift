#if Hummingbird
import Foundation
import Hummingbird
import Logging
import Requests
import RequestsEndpoints
import RequestsHummingbird

struct HummingbirdSamples {
    let api = TodosAPI(baseURL: URL("https://todos.example"))

    func application(_ store: TodoStore) -> some ApplicationProtocol {
        let routes = Routes(api)
            .on(requestOf: \.add) { input, request in
                request[BasicRequestContext.self]?.logger.info("a todo for list \(input.list)")
                return await store.add(input.title, to: input.list)
            }
        let router = Router()
        router.get("health") { _, _ in "fine" }
        router.mount(routes)
        let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
        return application
    }

    func checkMethods(_ routes: Routes<TodosAPI>) throws {
        try routes.check(methods: .hummingbird)
    }
}
#endif
