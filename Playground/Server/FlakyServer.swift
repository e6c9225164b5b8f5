import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// A server that isn't always available, and accepts only the last token that it issued.
final class FlakyServer: Sendable {
    /// The URL of the server.
    let baseURL: URL

    private let server: HTTPServer
    private let task: Task<Void, any Error>
    private let desk: Desk

    private init(baseURL: URL, server: HTTPServer, task: Task<Void, any Error>, desk: Desk) {
        self.baseURL = baseURL
        self.server = server
        self.task = task
        self.desk = desk
    }

    static func start() async throws -> FlakyServer {
        let desk = Desk()
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled, handler: desk)
        let task = Task { try await server.run() }
        try await server.waitUntilListening()
        guard case .ip4(let host, let port) = await server.listeningAddress,
            let baseURL = URL(string: "http://\(host):\(port)")
        else { throw SocketError.unsupportedAddress }
        return FlakyServer(baseURL: baseURL, server: server, task: task, desk: desk)
    }

    func stop() async {
        await server.stop()
        task.cancel()
        _ = await task.result
    }

    /// Returns the responses since the last call, such as `503 GET /weather`.
    func takeResponses() -> [String] { desk.take() }

    private final class Desk: HTTPHandler {
        private let responses = Mutex<[String]>([])
        private let failures = Mutex(0)

        func take() -> [String] {
            responses.withLock { responses in
                defer { responses = [] }
                return responses
            }
        }

        func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
            let response = response(to: request)
            let key = request.headers[HTTPHeader("Idempotency-Key")].map { " with key \($0)" } ?? ""
            responses.withLock {
                $0.append("\(response.statusCode.code) \(request.method.rawValue) \(request.path)\(key)")
            }
            return response
        }

        private func response(to request: HTTPRequest) -> HTTPResponse {
            switch "\(request.method.rawValue) \(request.path)" {
            case "GET /weather", "POST /orders":
                let isDown = failures.withLock { failures in
                    failures += 1
                    return failures % 3 != 0
                }
                if isDown { return HTTPResponse(statusCode: .serviceUnavailable) }
                return text("fair at last")
            case "GET /forecast":
                var response = text("fair for an hour")
                if request.headers[HTTPHeader("If-None-Match")] == "\"f1\"" {
                    response = HTTPResponse(statusCode: .notModified)
                }
                response.headers[HTTPHeader("Cache-Control")] = "max-age=3600"
                response.headers[HTTPHeader("ETag")] = "\"f1\""
                return response
            case "GET /warnings":
                // Each response contains one event, until there are no more events.
                let last = request.headers[HTTPHeader("Last-Event-ID")].flatMap { Int($0) } ?? 0
                if last == 3 { return HTTPResponse(statusCode: .noContent) }
                return HTTPResponse(
                    statusCode: .ok, headers: HTTPHeaders([.contentType: "text/event-stream"]),
                    body: Data("id: \(last + 1)\ndata: storm \(last + 1)\n\nid: \(last + 2)\nda".utf8))
            case "GET /down":
                return HTTPResponse(statusCode: .serviceUnavailable)
            case "POST /token":
                return HTTPResponse(
                    statusCode: .ok, headers: HTTPHeaders([.contentType: "application/json"]),
                    body: Data(#"{"accessToken":"second"}"#.utf8))
            case "GET /shelf":
                guard request.headers[.authorization] == "Bearer second" else {
                    return HTTPResponse(statusCode: .unauthorized)
                }
                return text("7 books")
            default:
                return HTTPResponse(statusCode: .notFound)
            }
        }

        private func text(_ text: String) -> HTTPResponse {
            HTTPResponse(
                statusCode: .ok, headers: HTTPHeaders([.contentType: "text/plain; charset=utf-8"]),
                body: Data(text.utf8))
        }
    }
}
