import Foundation

extension StreamFormat where Element == ServerSentEvent<String> {
    /// Server-sent events, of at most 1 MiB each; requests `text/event-stream`.
    public static var serverSentEvents: Self { serverSentEvents() }

    /// Reads and writes server-sent events (WHATWG HTML, section 9.2); requests `text/event-stream`.
    ///
    /// As the standard requires, bytes that aren't UTF-8 are replaced, and comments, unknown fields, events without
    /// data and events without a blank line at the end are ignored. A CR or CRLF in written data arrives as LF.
    ///
    /// The request contains `Cache-Control: no-store`, unless you set Cache-Control, and the response never comes from a cache. A
    /// status other than 200 fails with ``RequestErrorCode/unacceptableStatus``, whatever the request accepts. A Content-Type
    /// that is missing or not `text/event-stream` fails with ``RequestErrorCode/decodingFailed``.
    ///
    /// To connect again after a lost connection, add `reconnecting()` to the request. Until an event sets an
    /// identifier, events have the identifier in the request's `Last-Event-ID`.
    ///
    /// - Parameter limit: The maximum number of bytes in an event: 1 MiB by default. A larger event fails with
    ///   ``RequestErrorCode/responseTooLarge``.
    /// - Returns: The format.
    public static func serverSentEvents(limit: Int = defaultLimit) -> Self {
        StreamFormat(
            ofEvents: { request, _ in
                ServerSentEventParser(limit: limit, lastID: request.lastEventID) { bytes, _ in bytes.text }
            },
            writing: { data, _ in data })
    }
}

extension StreamFormat {
    /// Reads and writes server-sent events whose data is JSON, with the API's coding.
    ///
    /// ```swift
    /// for try await event in events { event.data.price }
    ///
    /// chat.receiving(stream: .serverSentEvents(Chunk.self, until: "[DONE]"))
    /// ```
    ///
    /// Otherwise, the format works like ``serverSentEvents(limit:)``. If an event's data can't be decoded, the stream fails with
    /// ``RequestErrorCode/decodingFailed``. The error contains the number of the event, counted from 1; the error's
    /// body is the data.
    ///
    /// - Parameters:
    ///   - type: The type of the data.
    ///   - last: The data of an event that ends the stream without being an element: `[DONE]` in many APIs. By default,
    ///     the stream ends with the response.
    ///   - limit: The maximum number of bytes in an event: 1 MiB by default. A larger event fails with
    ///     ``RequestErrorCode/responseTooLarge``.
    /// - Returns: The format.
    public static func serverSentEvents<Payload: Decodable & Sendable>(
        _ type: Payload.Type, until last: String? = nil, limit: Int = defaultLimit
    ) -> Self where Element == ServerSentEvent<Payload> {
        let last = last.map { Data($0.utf8) }
        return StreamFormat(
            ofEvents: { request, coding in
                ServerSentEventParser(limit: limit, lastID: request.lastEventID) { bytes, number in
                    let data = bytes.data
                    if data == last { throw StreamEnd() }
                    return try coding.streamed(data, called: "the data of event \(number)")
                }
            },
            writing: { data, coding in String(decoding: try coding.streamJSON(of: data), as: UTF8.self) })
    }
}

extension StreamFormat {
    /// Makes a format that requests events, and accepts nothing else.
    fileprivate init<Payload>(
        ofEvents makeParser:
            @escaping @Sendable (OutgoingRequest, Coding) throws -> ServerSentEventParser<Payload>,
        writing text: @escaping @Sendable (Payload, Coding) throws -> String
    ) where Element == ServerSentEvent<Payload> {
        let write: @Sendable (Element, Coding) throws -> Data = { event, coding in
            try EventText.data(of: event, text(event.data, coding))
        }
        self.init(accept: .eventStream, checkpoint: { $0.checkpoint }, writing: write) { head, coding, request in
            try head.requireEventStream()
            return try makeParser(request, coding)
        }
        acceptableStatus = 200
        bypassesCaches = true
        // A comment (WHATWG HTML, section 9.2.7).
        heartbeat = Data(":\n\n".utf8)
    }
}

extension OutgoingRequest {
    /// The identifier of the events before the first event that sets one.
    fileprivate var lastEventID: String { header["Last-Event-ID"] ?? "" }
}

extension ResponseHead {
    /// Rejects a response that isn't an event stream.
    ///
    /// Parameters of the media type are ignored.
    fileprivate func requireEventStream() throws {
        let type = header[.contentType]
        guard let type, let mediaType = MediaType(type), mediaType.matches(.eventStream), !type.isList else {
            let shown = type.map { "the Content-Type \($0.escapedForDisplay)" } ?? "no Content-Type"
            throw StreamError.malformed("the response has \(shown), but text/event-stream is expected")
        }
    }
}

extension String {
    /// Indicates whether the text contains a comma outside quotes, which separates several values.
    fileprivate var isList: Bool {
        var isQuoted = false, isEscaped = false
        for byte in utf8 {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isQuoted
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted: return true
            default: break
            }
        }
        return false
    }
}
