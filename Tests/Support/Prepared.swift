import Foundation
package import Requests
package import RequestsConformance

/// A transport that returns prepared responses, one after another, and records its requests.
package final class Prepared: Transport {
    package struct Response: Sendable {
        var status: HTTPStatus
        var fields: HeaderFields
        var chunks: [String]
        /// The error that ends the body.
        var error: TransportError?

        package init(
            status: HTTPStatus = .ok, fields: HeaderFields = [], chunks: [String] = [], error: TransportError? = nil
        ) {
            (self.status, self.fields, self.chunks, self.error) = (status, fields, chunks, error)
        }
    }

    private let state: Guarded<(responses: [Response], requests: [OutgoingRequest])>

    package init(_ responses: Response...) {
        state = Guarded((responses, []))
    }

    package var requests: [OutgoingRequest] { state.withLock(\.requests) }

    package func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let response = state.withLock { state -> Response? in
            state.requests.append(request)
            return state.responses.isEmpty ? nil : state.responses.removeFirst()
        }
        guard let response else { throw TransportError(code: .connectionFailed, message: "no response is left") }
        let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        for chunk in response.chunks { continuation.yield(Data(chunk.utf8)) }
        continuation.finish(throwing: response.error)
        let head = ResponseHead(status: response.status, header: response.fields, urlText: request.urlText)
        return TransportResponse(head: head, body: MessageBody(stream))
    }
}

/// A transport whose response has this many bytes, one per chunk.
package final class Chunks: Transport {
    private let head: (status: HTTPStatus, fields: HeaderFields)
    private let count: Int
    private let start: Gate?
    private let end: Gate?
    package let requests = Guarded<[OutgoingRequest]>([])

    /// Makes a transport that waits for a gate before the first chunk, and opens a second gate after the last chunk.
    package init(
        status: HTTPStatus = .ok, fields: HeaderFields = [], count: Int, start: Gate? = nil, end: Gate? = nil
    ) {
        head = (status, fields)
        (self.count, self.start, self.end) = (count, start, end)
    }

    package func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        requests.withLock { $0.append(request) }
        let taken = Counter()
        let chunks = AsyncThrowingStream<Data, any Error> { [start, end, count] in
            await start?.opened()
            if taken.next() <= count { return Data("a".utf8) }
            end?.open()
            return nil
        }
        let head = ResponseHead(status: head.status, header: head.fields, urlText: request.urlText)
        return TransportResponse(head: head, body: MessageBody(chunks))
    }
}
