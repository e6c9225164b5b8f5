#if Hummingbird
import Hummingbird
import Requests
import RequestsEndpoints
import RequestsHummingbird

enum CookbookServer {
    static func serve(_ routes: Routes<TodosAPI>) async throws {
        let router = Router()
        router.mount(routes)
        let address = BindAddress.hostname("127.0.0.1", port: 8080)
        try await Application(router: router, configuration: .init(address: address))
            .runService()
    }
}
#endif
