#if Hummingbird
import Foundation
import Hummingbird
import Logging
import Requests
import RequestsEndpoints
import RequestsHummingbird
import RequestsOpenAPI

/// Serves an API according to the API's document: `OpenAPIServer FILE` writes the document with the server's address to
/// the file, and serves until the process ends.
@main struct OpenAPIServer {
    static func main() async throws {
        let file = URL(filePath: CommandLine.arguments.dropFirst().first ?? "openapi.json")
        let routes = Store().routes(StoreAPI())
        let router = Router()
        router.mount(routes)
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                guard let port = channel.localAddress?.port,
                    let url = URL(string: "http://127.0.0.1:\(port)\(routes.path)")
                else { return }
                let info = OpenAPI.Info(title: "Store", version: "1", servers: [.init(url)])
                do {
                    try OpenAPI(routes, info: info).data.write(to: file, options: .atomic)
                } catch {
                    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
                    exit(1)
                }
            },
            logger: Logger(label: "server") { _ in SwiftLogNoOpLogHandler() }
        )
        try await application.run()
    }
}
#endif
