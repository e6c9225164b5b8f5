import Foundation
import Hummingbird
import Logging
import NIOCore
import Requests
import RequestsEndpoints
import RequestsHummingbird

/// A server for the programs in `Playground/Examples`: `ExampleServer` prints its URL, and then a line for each request.
@main struct ExampleServer {
    static func main() async throws {
        let router = Router()
        router.add(middleware: RequestLog())
        router.mount(Routes(GitHub(), at: "/repos/ada/engine").serving(Breaker()))
        router.mount(Routes(Wikimedia(), at: "/v2/stream").serving())
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in printAtOnce("http://127.0.0.1:\(channel.localAddress?.port ?? 0)") },
            logger: Logger(label: "server") { _ in SwiftLogNoOpLogHandler() })
        try await application.runService()
    }
}

/// Prints each request with its status, and with the fields that depend on an earlier request.
private struct RequestLog: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext, next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        let names = ["if-none-match", "range", "last-event-id"]
        let fields = request.headers.filter { names.contains($0.name.canonicalName) }
            .map { "\($0.name.canonicalName)=\($0.value)" }
        let line = ["\(request.method.rawValue) \(request.uri)"] + fields + ["-> \(response.status.code)"]
        printAtOnce(line.joined(separator: " "))
        return response
    }
}

/// Prints a line without buffering, so that a pipe receives it at once.
private func printAtOnce(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
