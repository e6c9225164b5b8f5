import Foundation

extension StreamFormat where Element == ServerSentEvent<String> {
    /// Server-sent events, of at most 1 MiB; asks for `text/event-stream`.
    public static var serverSentEvents: Self { serverSentEvents() }

    /// Reads and writes server-sent events (WHATWG HTML, section 9.2); asks for `text/event-stream`.
    ///
    /// The stream is read by the standard: bytes that are not UTF-8 are replaced; comments and unknown fields are ignored. An
    /// event without data is ignored, too, and so is an event that no blank line ends. A CR or CRLF in written data arrives as
    /// LF: an event has only lines.
    ///
    /// The request has `Cache-Control: no-store`, unless it has a Cache-Control, and the response never comes from a cache. A
    /// status other than 200 is ``RequestErrorCode/unacceptableStatus``, whatever the request accepts. A Content-Type that is not
    /// `text/event-stream`, or is missing, is ``RequestErrorCode/decodingFailed``.
    ///
    /// Your code has to reconnect: use ``ServerSentEvent/id`` and ``ServerSentEvent/retry``. The first identifier is the
    /// `Last-Event-ID` of the request.
    ///
    /// - Parameter limit: The maximum number of bytes in an event: 1 MiB by default. A larger one is
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
    /// Reads and writes server-sent events, with JSON data decoded by the API's coding.
    ///
    /// ```swift
    /// for try await event in events { event.data.price }
    ///
    /// chat.receiving(stream: .serverSentEvents(Chunk.self, until: "[DONE]"))
    /// ```
    ///
    /// Everything else is as in ``serverSentEvents(limit:)``. An event whose data can't be decoded ends the stream with
    /// ``RequestErrorCode/decodingFailed``. The error names the number of the event, counted from 1, and has the event's data as
    /// its body.
    ///
    /// - Parameters:
    ///   - type: The type of the data.
    ///   - last: The data of an event that ends the stream and is not an element: `[DONE]` in many APIs. By default, the stream
    ///     ends with the response.
    ///   - limit: The maximum number of bytes in an event: 1 MiB by default. A larger one is
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
    /// Makes a format of events, which asks for events and accepts nothing else.
    fileprivate init<Payload, Parser: StreamParser<Element>>(
        ofEvents makeParser: @escaping @Sendable (OutgoingRequest, Coding) throws -> Parser,
        writing text: @escaping @Sendable (Payload, Coding) throws -> String
    ) where Element == ServerSentEvent<Payload> {
        let write: @Sendable (Element, Coding) throws -> Data = { event, coding in
            try EventText.data(of: event, text(event.data, coding))
        }
        self.init(accept: .eventStream, writing: write) { head, coding, request in
            try head.requireEventStream()
            return try makeParser(request, coding)
        }
        acceptableStatus = 200
        bypassesCaches = true
    }
}

extension OutgoingRequest {
    /// The identifier of events until one of them sets another: that of the stream that this one continues.
    fileprivate var lastEventID: String { header["Last-Event-ID"] ?? "" }
}

extension ResponseHead {
    /// Rejects a response that is not a stream of events.
    ///
    /// Parameters of the media type are ignored.
    fileprivate func requireEventStream() throws {
        let type = header[.contentType]
        guard let type, let mediaType = MediaType(type), mediaType.matches(.eventStream), !type.isList else {
            let shown = type.map { "of the Content-Type \($0.escapedForDisplay)" } ?? "without a Content-Type"
            throw StreamError.malformed("the response is \(shown), not text/event-stream")
        }
    }
}

extension String {
    /// Indicates whether a comma outside quotes separates several values.
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
