import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// A small library with an HTTP API, on a free port of the loopback interface.
final class LibraryServer: Sendable {
    /// The URL of the server.
    let baseURL: URL

    private let server: HTTPServer
    private let task: Task<Void, any Error>
    private let log: Log

    private init(baseURL: URL, server: HTTPServer, task: Task<Void, any Error>, log: Log) {
        self.baseURL = baseURL
        self.server = server
        self.task = task
        self.log = log
    }

    /// Starts a library.
    static func start() async throws -> LibraryServer {
        let log = Log()
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled,
            handler: Desk(log: log)
        )
        let task = Task { try await server.run() }
        try await server.waitUntilListening()
        guard case .ip4(let host, let port) = await server.listeningAddress,
            let baseURL = URL(string: "http://\(host):\(port)")
        else { throw SocketError.unsupportedAddress }
        return LibraryServer(baseURL: baseURL, server: server, task: task, log: log)
    }

    /// Stops the server, including the responses that are still in progress.
    func stop() async {
        await server.stop()
        task.cancel()
        _ = await task.result
    }

    /// Returns the requests that were received since the last call.
    func takeReceived() -> [Received] {
        log.take()
    }

    private final class Log: Sendable {
        private let requests = Mutex<[Received]>([])

        func add(_ request: Received) { requests.withLock { $0.append(request) } }

        func take() -> [Received] {
            requests.withLock { requests in
                defer { requests = [] }
                return requests
            }
        }
    }

    /// Records every request, then responds to it.
    private struct Desk: HTTPHandler {
        let log: Log

        func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
            let received = Received(
                method: request.method.rawValue,
                target: request.target.rawValue,
                version: request.version.rawValue,
                fields: request.headers.map { (name: $0.key.rawValue, value: $0.value) }
                    .sorted { $0.name < $1.name }
                    .map { "\($0.name): \($0.value)" },
                body: try await request.bodyData
            )
            log.add(received)
            return try await LibraryResponses.response(to: received)
        }
    }
}
