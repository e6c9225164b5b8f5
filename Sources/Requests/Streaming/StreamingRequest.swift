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
        try StreamAccepting(base: request, accept: decoder.accept, bypassesCaches: decoder.bypassesCaches)
            .resolved(allowingBodyBy: request.remedyForBodies)
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

/// A request with the Accept of a stream in place of that of its decoder.
private struct StreamAccepting<Base: RequestConvertible>: RequestConvertible {
    typealias Failure = Base.Failure

    let base: Base
    let accept: MediaType?
    let bypassesCaches: Bool

    var baseURL: URL { base.baseURL }
    var endpoint: URLPath { base.endpoint }
    var method: HTTPMethod { base.method }
    var header: HeaderFields {
        var header = base.header
        if bypassesCaches, !header.contains(.cacheControl) { header.append(.cacheControl("no-store")) }
        return header
    }
    var queryItems: [QueryItem] { base.queryItems }
    var bodyProvider: BodyProvider { base.bodyProvider }
    var responseDecoder: ResponseDecoder<Void> { ResponseDecoder(accept: accept) { _, _, _ in } }
    var authenticationProvider: AuthenticationProvider { base.authenticationProvider }
    var timeoutInterval: TimeInterval { base.timeoutInterval }
    var cachePolicy: URLRequest.CachePolicy {
        let isDefault = base.cachePolicy == .useProtocolCachePolicy
        return bypassesCaches && isDefault ? .reloadIgnoringLocalCacheData : base.cachePolicy
    }
    var coding: Coding { base.coding }
    var cookies: [RequestCookie] { base.cookies }
    var options: RequestOptions { base.allOptions }

    func adapt(_ request: inout OutgoingRequest) throws {
        if let problem = base.problem { throw problem }
        try base.adapt(&request)
    }
}

// A request knows more of its message than the properties of the protocol say.
extension RequestConvertible {
    /// The options, with those of the declaration if the type has one.
    fileprivate var allOptions: RequestOptions { (self as? any EndpointRequest)?.declaredOptions ?? options }

    /// The reason why the request can't be made.
    fileprivate var problem: RequestError<Never>? {
        (self as? any ChainedRequest)?.problem ?? (self as? any EndpointRequest)?.problem
    }

    /// The way to allow a body, for the error of one on a GET.
    fileprivate var remedyForBodies: String {
        self is any ChainedRequest ? OutgoingRequest.modifierForBodies : OutgoingRequest.optionForBodies
    }
}

/// A ``Request``, of any API and resource.
private protocol ChainedRequest {
    var problem: RequestError<Never>? { get }
}

extension Request: ChainedRequest {
    fileprivate var problem: RequestError<Never>? { parts.extras.first?.problem }
}
