import Foundation

extension StreamDecoder where Element == ServerSentEvent<String> {
    /// Events that the server sends, of at most 1 MiB; asks for `text/event-stream`.
    public static var serverSentEvents: Self { serverSentEvents() }

    /// Events that the server sends (WHATWG HTML, section 9.2); asks for `text/event-stream`.
    ///
    /// The stream is read as the standard says: bytes that are not UTF-8 are replaced, comments and unknown fields are left out,
    /// and so is an event without data, or one that no blank line ends. The request goes out with `Cache-Control: no-store`, unless
    /// it has a Cache-Control, and no cache gives the response. A status other than 200 is ``RequestErrorCode/unacceptableStatus``,
    /// whatever the request accepts. A Content-Type that is not `text/event-stream`, or is missing, is
    /// ``RequestErrorCode/decodingFailed``.
    ///
    /// Connecting again is up to you: ``ServerSentEvent/id`` and ``ServerSentEvent/retry`` say how. The identifier begins with the
    /// `Last-Event-ID` of the request.
    ///
    /// - Parameter limit: How many bytes an event may have: 1 MiB by default. A larger one is
    ///   ``RequestErrorCode/responseTooLarge``.
    /// - Returns: The decoder.
    public static func serverSentEvents(limit: Int = defaultLimit) -> Self {
        StreamDecoder(ofEvents: { request, _ in
            EventParser(limit: limit, lastID: request.lastEventID) { bytes, _ in bytes.text }
        })
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
        return StreamDecoder(ofEvents: { request, coding in
            EventParser(limit: limit, lastID: request.lastEventID) { bytes, number in
                let data = bytes.data
                if data == last { throw StreamEnd() }
                do {
                    return try coding.value(Payload.self, fromJSON: data)
                } catch {
                    throw StreamProblem.undecodable("the data of event \(number)", as: Payload.self, error, data)
                }
            }
        })
    }
}

extension StreamDecoder {
    /// Makes a decoder of events, which asks for them and takes nothing else.
    fileprivate init<Parser: StreamParser<Element>>(
        ofEvents makeParser: @escaping @Sendable (OutgoingRequest, Coding) throws -> Parser
    ) {
        self.init(accept: .eventStream) { head, coding, request in
            try head.requireEventStream()
            return try makeParser(request, coding)
        }
        acceptableStatus = 200
        bypassesCaches = true
    }
}

extension OutgoingRequest {
    /// The identifier that events have until one brings another: that of the stream which this one goes on.
    fileprivate var lastEventID: String { header["Last-Event-ID"] ?? "" }
}

extension ResponseHead {
    /// Rejects a response that is not a stream of events.
    ///
    /// The media type may have parameters, which have no meaning.
    fileprivate func requireEventStream() throws {
        let type = header[.contentType]
        guard let type, let mediaType = MediaType(type), mediaType.matches(.eventStream), !type.isList else {
            let shown = type.map { "of the Content-Type \($0.escapedForDisplay)" } ?? "without a Content-Type"
            throw StreamProblem.malformed("the response is \(shown), not text/event-stream")
        }
    }
}

extension String {
    /// Indicates whether a comma separates several values, outside of quotes.
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
