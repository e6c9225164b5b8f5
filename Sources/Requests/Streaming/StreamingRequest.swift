import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request whose response is read as it arrives: ``RequestConvertible/receiving(stream:)``.
///
/// `Transport.stream(_:)` sends it.
public struct StreamingRequest<Base: RequestConvertible, Element: Sendable>: Sendable {
    /// The request; its response decoder is not used.
    let request: Base

    /// The decoder that splits the body of the response into elements.
    let decoder: StreamDecoder<Element>

    init(request: Base, decoder: StreamDecoder<Element>) {
        self.request = request
        self.decoder = decoder
    }

    /// Makes the message of the request, with the fields that the stream needs, and checks it.
    ///
    /// - Returns: The message; the same request always gives the same message.
    /// - Throws: As ``RequestConvertible/resolve()``.
    public func resolve() throws(RequestError<Base.Failure>) -> OutgoingRequest {
        try request._resolve(asStreamOf: decoder.accept, bypassingCaches: decoder.bypassesCaches)
    }
}

extension StreamingRequest: CustomStringConvertible {
    /// The description of the request.
    public var description: String { String(describing: request) }
}

extension RequestConvertible {
    /// Sets how the response is read as it arrives; it is the last step of a chain.
    ///
    /// ```swift
    /// let events = try await session.stream(api.get(from: "/events").receiving(stream: .serverSentEvents))
    /// for try await event in events { print(event.type, event.data) }
    /// ```
    ///
    /// - Parameter decoder: The decoder that splits the body into elements.
    /// - Returns: The request for `Transport.stream(_:)`.
    public func receiving<Element>(stream decoder: StreamDecoder<Element>) -> StreamingRequest<Self, Element> {
        StreamingRequest(request: self, decoder: decoder)
    }
}
