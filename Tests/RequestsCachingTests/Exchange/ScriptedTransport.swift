import Foundation
import Requests
import RequestsTesting

@testable import RequestsCaching

/// A transport without a network, which responds with a function and counts the sent messages.
final class ScriptedTransport: Transport {
    private let sent = Guarded<[OutgoingRequest]>([])
    private let respond: @Sendable (OutgoingRequest, Int) async throws -> TransportResponse

    init(_ respond: @escaping @Sendable (OutgoingRequest, Int) async throws -> TransportResponse) {
        self.respond = respond
    }

    /// The messages that were sent.
    var requests: [OutgoingRequest] { sent.withLock { $0 } }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.followingRedirects { [self] message in
            let count = sent.withLock { sent in
                sent.append(message)
                return sent.count
            }
            return try await respond(message, count)
        }
    }
}

extension TransportResponse {
    /// Makes a response with fields and a body.
    static func made(_ status: Int = 200, _ header: HeaderFields, _ body: String = "", url: String = "") -> Self {
        TransportResponse(
            head: ResponseHead(status: HTTPStatus(status), header: header, urlText: url),
            body: MessageBody(Data(body.utf8))
        )
    }

    /// Reads the whole body as a text.
    func text() async throws -> String {
        String(decoding: try await body.collect(upTo: .max), as: UTF8.self)
    }
}

extension Transport {
    /// Sends a GET, and returns the cache's status and the body.
    func get(_ url: String = "http://h/a", _ header: HeaderFields = []) async throws -> (CacheStatus?, String) {
        var request = OutgoingRequest(urlText: url, header: header)
        // As `perform(_:)` does.
        request.context.reading = .whole
        let response = try await send(request)
        return (response.head.cacheStatus, try await response.text())
    }
}
