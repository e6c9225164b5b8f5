import Foundation

extension ResponseDecoder {
    /// Decodes the elements of a body: as they arrive for `Transport.stream(_:)`, or all at once for
    /// ``Transport/perform(_:)``.
    ///
    /// ```swift
    /// struct Log: RequestConvertible {
    ///     let baseURL: URL
    ///     let endpoint: URLPath = "/log"
    ///     let method = HTTPMethod.get
    ///     let responseDecoder = ResponseDecoder.stream(.lines)
    /// }
    /// ```
    ///
    /// - Parameter format: The format, which also sets the Accept field. A format for server-sent events also sets the
    ///   accepted status and the cache policy.
    /// - Returns: The decoder.
    public static func stream<Element>(_ format: StreamFormat<Element>) -> Self
    where Resource == ElementStream<Element> {
        let extras = DecoderExtras(
            acceptableStatus: format.acceptableStatus, stream: format, bypassesCaches: format.bypassesCaches)
        return ResponseDecoder(accept: format.accept, extras: extras) { head, data, coding in
            ElementStream(try format.elements(of: data, head, coding: coding))
        }
    }

    /// Returns the format of the elements.
    func streamFormat<Element>() throws(TransportError) -> StreamFormat<Element>
    where Resource == ElementStream<Element> {
        if let format = extras?.stream as? StreamFormat<Element> { return format }
        throw TransportError(
            code: .decodingFailed,
            message: "the response decoder reads whole bodies, not streams: create the decoder with .stream(_:)")
    }
}

extension Request {
    /// Sets the format in which the response is read as it arrives.
    ///
    /// ```swift
    /// let events = try await session.stream(api.get(from: "/events").receiving(stream: .serverSentEvents))
    /// for try await event in events { print(event.type, event.data) }
    /// ```
    ///
    /// - Parameter format: The format of the elements.
    /// - Returns: The request for `Transport.stream(_:)`.
    public consuming func receiving<Element>(
        stream format: StreamFormat<Element>
    ) -> Request<API, ElementStream<Element>> {
        receiving(.stream(format))
    }
}
