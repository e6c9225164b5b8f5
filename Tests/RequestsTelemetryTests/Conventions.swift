#if Telemetry
import Foundation
import InMemoryTracing
import MetricsTestKit
import Requests
import RequestsEndpoints
import Tracing

/// The names in the HTTP conventions of OpenTelemetry 1.38, except those of single header fields.
enum Conventions {
    static let clientAttributes: Set<String> = [
        "http.request.method", "server.address", "server.port", "url.full", "error.type",
        "http.request.method_original",
        "http.response.status_code", "network.protocol.name", "http.request.resend_count", "network.peer.address",
        "network.peer.port", "network.protocol.version", "http.request.body.size", "http.request.size",
        "http.response.body.size", "http.response.size", "network.transport", "url.scheme", "url.template",
        "user_agent.original", "user_agent.synthetic.type",
    ]

    static let serverAttributes: Set<String> = [
        "http.request.method", "url.path", "url.scheme", "error.type", "http.request.method_original",
        "http.response.status_code", "http.route", "network.protocol.name", "server.port", "url.query",
        "client.address", "network.peer.address", "network.peer.port", "network.protocol.version", "server.address",
        "user_agent.original", "client.port", "http.request.body.size", "http.request.size",
        "http.response.body.size", "http.response.size", "network.local.address", "network.local.port",
        "network.transport", "user_agent.synthetic.type",
    ]

    static let metrics: Set<String> = [
        "http.server.request.duration", "http.server.active_requests", "http.server.request.body.size",
        "http.server.response.body.size", "http.client.request.duration", "http.client.request.body.size",
        "http.client.response.body.size", "http.client.open_connections", "http.client.connection.duration",
        "http.client.active_requests",
    ]
}

struct Library: RequestProviding {
    let baseURL: URL
    let book = Endpoint<Int, String>(.get, "/books/{id}")

    static let dimensions = [
        ("http.request.method", "GET"), ("server.address", "api.example.com"), ("server.port", "8443"),
    ]
}

extension FinishedInMemorySpan {
    /// The attributes as texts.
    var texts: [String: String] {
        var texts: [String: String] = [:]
        attributes.forEach { name, value in
            switch value {
            case .string(let text): texts[name] = text
            case .int64(let number): texts[name] = "\(number)"
            case .int32(let number): texts[name] = "\(number)"
            default: texts[name] = "\(value)"
            }
        }
        return texts
    }
}

extension TestMetrics {
    /// The names of all metrics.
    var labels: Set<String> {
        Set(timers.map(\.label) + recorders.map(\.label) + meters.map(\.label) + counters.map(\.label))
    }

    /// The values of all dimensions.
    var texts: [String] {
        (timers.map(\.dimensions) + recorders.map(\.dimensions) + meters.map(\.dimensions)).flatMap { $0.map(\.1) }
    }
}

/// A transport that sends messages as usual, and whose responses come from a function.
struct SendingTransport: Transport {
    let response: @Sendable (OutgoingRequest) throws -> (HTTPStatus, HeaderFields)

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { message in
            let (status, header) = try response(message)
            return TransportResponse(
                head: ResponseHead(status: status, header: header, urlText: message.urlText),
                body: MessageBody(Data("ok".utf8))
            )
        }
    }
}

/// A transport whose responses come in two lines.
struct ChunkTransport: Transport {
    let error: (any Error)?

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { message in
            let chunks = AsyncThrowingStream<Data, any Error> { continuation in
                for text in ["a\n", "b\n"] { continuation.yield(Data(text.utf8)) }
                continuation.finish(throwing: error)
            }
            return TransportResponse(
                head: ResponseHead(status: .ok, urlText: message.urlText), body: MessageBody(chunks))
        }
    }
}
#endif
