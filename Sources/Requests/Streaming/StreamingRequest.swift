import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request whose answer is read while it comes: ``RequestConvertible/receiving(stream:)``.
///
/// It is sent by `Transport.stream(_:)`.
public struct StreamingRequest<Base: RequestConvertible, Element: Sendable>: Sendable {
    /// The request; how its answer would be decoded is of no importance.
    public let request: Base

    /// How the body of the answer is cut into elements.
    public let decoder: StreamDecoder<Element>

    init(request: Base, decoder: StreamDecoder<Element>) {
        self.request = request
        self.decoder = decoder
    }

    /// Makes the message, and checks it: that of the request, with what the stream asks for.
    ///
    /// - Returns: The message; the same request gives the same one, every time.
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
    /// Sets how the answer is read while it comes; it is the last step of a chain.
    ///
    /// ```swift
    /// let events = try await session.stream(api.get(from: "/events").receiving(stream: .serverSentEvents))
    /// for try await event in events { print(event.type, event.data) }
    /// ```
    ///
    /// - Parameter decoder: How the body is cut into elements.
    /// - Returns: The request for `Transport.stream(_:)`.
    public func receiving<Element>(stream decoder: StreamDecoder<Element>) -> StreamingRequest<Self, Element> {
        StreamingRequest(request: self, decoder: decoder)
    }
}
