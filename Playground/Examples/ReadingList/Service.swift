import ArgumentParser
import Foundation
import Hummingbird
import Requests
import RequestsEndpoints
import RequestsHummingbird
import RequestsOpenAPI

extension Routes<BooksAPI> {
    /// Serves a shelf, with the document of the API at `/openapi.json` and a page for readers at `/docs`.
    init(_ shelf: Shelf, token: String) throws {
        let api = BooksAPI(baseURL: URL("http://127.0.0.1"))  // only its path matters here
        self = try Routes(api)
            .authenticating(by: .bearerToken) { $0 == token }
            .on(\.books) { await shelf.books($0) }
            .on(\.add) { try await shelf.add($0) }
            .on(\.finish) { try await shelf.finish($0) }
            .on(\.remove) { try await shelf.remove($0) }
            .describingErrors { Refusal($0) }
            .documented(info: OpenAPI.Info(title: "Reading list", version: "1.0.0"))
    }
}

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serves the list until Control-C.")

    @Option(help: "The port; 0 for any free one.") var port = 8_080

    func run() async throws {
        guard let token else { throw ValidationError("Set READING_LIST_TOKEN to a secret.") }
        let router = Router()
        router.mount(try Routes(Shelf(), token: token))
        let address = BindAddress.hostname("127.0.0.1", port: port)
        try await Application(router: router, configuration: .init(address: address)).runService()
    }
}
