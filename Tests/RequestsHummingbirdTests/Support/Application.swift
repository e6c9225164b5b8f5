#if Hummingbird
import Foundation
import Hummingbird
import Logging
import NIOCore
import Requests
import RequestsConformance

/// Runs a Hummingbird application on a free port while the body runs.
func withApplication<Context: RequestContext, Result: Sendable>(
    _ router: Router<Context>, logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
    _ body: @Sendable @escaping (Int) async throws -> Result
) async throws -> Result where Context: InitializableFromSource<ApplicationRequestContextSource> {
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
        router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { channel in
            if let number = channel.localAddress?.port { port.yield(number) }
            port.finish()
        },
        logger: logger
    )
    return try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask {
            try await application.run()
            return nil
        }
        defer { group.cancelAll() }
        guard let number = await ports.first(where: { _ in true }) else { throw RawServerError.closed }
        return try await body(number)
    }
}

/// Runs an application while the body runs, with a client and its session.
func withApplication<Context: RequestContext, Result: Sendable>(
    _ router: Router<Context>, _ body: @Sendable @escaping (URL, URLSessionTransport) async throws -> Result
) async throws -> Result where Context: InitializableFromSource<ApplicationRequestContextSource> {
    try await withApplication(router) { port in
        let session = URLSessionTransport(configuration: .ephemeral)
        return try await body(URL(string: "http://127.0.0.1:\(port)/v1") ?? URL("http://127.0.0.1"), session)
    }
}
#endif
