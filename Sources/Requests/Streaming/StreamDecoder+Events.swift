import Foundation

extension StreamDecoder where Element == ServerSentEvent<String> {
    /// Events that the server sends, of at most 1 MiB; asks for `text/event-stream`.
    public static var serverSentEvents: Self { serverSentEvents() }

    /// Events that the server sends (WHATWG HTML, section 9.2); asks for `text/event-stream`.
    ///
    /// The stream is read as the standard says: bytes that are not UTF-8 are replaced, comments and unknown fields are left out,
    /// and so is an event without data, or one that no blank line ends. An answer that names another media type is
    /// ``RequestErrorCode/decodingFailed``. Connecting again is up to you: ``ServerSentEvent/id`` and ``ServerSentEvent/retry``
    /// say how. The identifier begins with the `Last-Event-ID` of the request.
    ///
    /// - Parameter limit: How many bytes an event may have: 1 MiB by default. A larger one is
    ///   ``RequestErrorCode/responseTooLarge``.
    /// - Returns: The decoder.
    public static func serverSentEvents(limit: Int = defaultLimit) -> Self {
        StreamDecoder(accept: .eventStream) { head, _, request in
            try head.requireEventStream()
            return EventParser(limit: limit, lastID: request.lastEventID) { bytes, _ in bytes.text }
        }
    }
}

extension StreamDecoder {
    /// Events that the server sends, their data decoded from JSON as the API's coding says.
    ///
    /// ```swift
    /// for try await event in events { event.data.price }
    ///
    /// chat.receiving(stream: .serverSentEvents(Chunk.self, until: "[DONE]"))
    /// ```
    ///
    /// All else is as in ``serverSentEvents(limit:)``. An event whose data can't be decoded ends the stream with
    /// ``RequestErrorCode/decodingFailed``, which names the event, counted from 1, and has its data as its body.
    ///
    /// - Parameters:
    ///   - type: The type of the data.
    ///   - last: The data of an event that ends the stream, and is not one of its elements: `[DONE]` of many APIs. By default the
    ///     end of the answer does.
    ///   - limit: How many bytes an event may have: 1 MiB by default. A larger one is ``RequestErrorCode/responseTooLarge``.
    /// - Returns: The decoder.
    public static func serverSentEvents<Payload: Decodable & Sendable>(
        _ type: Payload.Type, until last: String? = nil, limit: Int = defaultLimit
    ) -> Self where Element == ServerSentEvent<Payload> {
        let last = last.map { Data($0.utf8) }
        return StreamDecoder(accept: .eventStream) { head, coding, request in
            try head.requireEventStream()
            return EventParser(limit: limit, lastID: request.lastEventID) { bytes, number in
                let data = bytes.data
                if data == last { throw StreamEnd() }
                do {
                    return try coding.value(Payload.self, fromJSON: data)
                } catch {
                    throw StreamProblem.undecodable("the data of event \(number)", as: Payload.self, error, data)
                }
            }
        }
    }
}

extension OutgoingRequest {
    /// The identifier that events have until one brings another: that of the stream which this one goes on.
    fileprivate var lastEventID: String { header["Last-Event-ID"] ?? "" }
}

extension ResponseHead {
    /// Refuses an answer that says that it is something else, of which no event would come.
    fileprivate func requireEventStream() throws {
        guard let contentType, !contentType.matches(.eventStream) else { return }
        throw StreamProblem.malformed(
            "the answer is \(contentType.essence.description.escapedForDisplay), not text/event-stream")
    }
}
