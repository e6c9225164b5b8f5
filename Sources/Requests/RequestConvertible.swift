public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A type that can become a request: the values of ``Request``, and your own types, one for each request.
///
/// ```swift
/// struct GetUser: RequestConvertible {
///     let id: Int
///
///     typealias Resource = User                        // its decoder is inferred: JSON
///     var baseURL: URL { URL("https://api.example.com") }
///     var endpoint: URLPath { "/users/\(id)" }
///     var method: HTTPMethod { .get }
/// }
///
/// let user = try await URLSession.shared.perform(GetUser(id: 1))
/// ```
///
/// Everything except base URL, endpoint and method has a default. The decoder also has one if the resource is `Void`, `Data`, `String`
/// or `Decodable`. To share properties between the requests of an API, declare a protocol that inherits from this one.
///
/// Code that works with any request, such as that of a transport, takes `some RequestConvertible`.
public protocol RequestConvertible: Sendable {
    /// The type that the response is decoded as.
    associatedtype Resource: Sendable

    /// The type that an error body is decoded as; `Never` for an API without a type for it.
    associatedtype Failure: Decodable & Sendable = Never

    /// The URL that the endpoint is below; its query comes first in the request's query.
    var baseURL: URL { get }

    /// The path and the query below the base URL.
    var endpoint: URLPath { get }

    /// The method.
    var method: HTTPMethod { get }

    /// The header fields; empty by default.
    var header: HeaderFields { get }

    /// The query items, which follow those of base URL and endpoint; empty by default.
    var queryItems: [QueryItem] { get }

    /// The provider of the body; none by default.
    var bodyProvider: BodyProvider { get }

    /// The decoder of the response; inferred if the resource is `Void`, `Data`, `String` or `Decodable`.
    var responseDecoder: ResponseDecoder<Resource> { get }

    /// The provider of the credentials; none by default.
    ///
    /// It is not used if the ``options`` contain ``AuthenticationRequirement/none``.
    var authenticationProvider: AuthenticationProvider { get }

    /// The idle timeout in seconds, which is the time to wait while no data arrives: 60 by default; `.infinity` waits for ever.
    var timeoutInterval: TimeInterval { get }

    /// The rules for responses from a cache; those of the protocol by default.
    var cachePolicy: URLRequest.CachePolicy { get }

    /// The styles for writing and reading values; ``Coding/standard`` by default.
    var coding: Coding { get }

    /// The statuses that count as success; 200..<300 by default.
    var acceptableStatus: StatusSet { get }

    /// The options, which are passed to transports and their decorators; empty by default.
    var options: RequestOptions { get }

    /// The cookies, which are sent in one field unless the header already has a Cookie field; none by default.
    var cookies: [WebCookie] { get }

    /// The decoder of error bodies; JSON by default.
    var failureDecoder: ResponseDecoder<Failure> { get }

    /// The envelope around responses; none by default.
    var envelope: Envelope { get }

    /// Checks a response with an acceptable status before it is decoded; does nothing by default.
    ///
    /// - Throws: Any error, which becomes the underlying error of ``RequestErrorCode/validationFailed``. A ``RequestError`` keeps its code.
    func validate(_ head: ResponseHead, _ data: Data) throws

    /// Returns the error to throw instead of another; by default the same error.
    func replacement(for error: RequestError<Failure>) -> RequestError<Failure>

    /// Changes the message last, for example to sign it; does nothing by default.
    ///
    /// - Throws: Any error, which becomes the underlying error of ``RequestErrorCode/adaptationFailed``.
    func adapt(_ request: inout OutgoingRequest) throws

    /// Makes and checks the message; the same value always gives the same message.
    ///
    /// - Throws: A ``RequestError`` with the reason why the request can't be sent.
    func resolve() throws(RequestError<Failure>) -> OutgoingRequest
}

extension RequestConvertible {
    /// An empty header.
    public var header: HeaderFields { HeaderFields() }

    /// An empty list of query items.
    public var queryItems: [QueryItem] { [] }

    /// The provider without a body.
    public var bodyProvider: BodyProvider { .none }

    /// The provider without credentials.
    public var authenticationProvider: AuthenticationProvider { .none }

    /// The default idle timeout of 60 seconds.
    public var timeoutInterval: TimeInterval { 60 }

    /// The cache policy with the rules of the protocol.
    public var cachePolicy: URLRequest.CachePolicy { .useProtocolCachePolicy }

    /// ``Coding/standard``: names verbatim, dates in ISO 8601, data in base64.
    public var coding: Coding { .standard }

    /// The statuses 200..<300.
    public var acceptableStatus: StatusSet { .success }

    /// The options with their default values.
    public var options: RequestOptions { RequestOptions() }

    /// An empty list of cookies.
    public var cookies: [WebCookie] { [] }

    /// The JSON decoder, which reads values with the coding.
    public var failureDecoder: ResponseDecoder<Failure> { .json() }

    /// The envelope for responses that are not wrapped.
    public var envelope: Envelope { .none }

    /// Checks nothing.
    public func validate(_ head: ResponseHead, _ data: Data) throws {}

    /// Returns the same error.
    public func replacement(for error: RequestError<Failure>) -> RequestError<Failure> { error }

    /// Changes nothing.
    public func adapt(_ request: inout OutgoingRequest) throws {}
}

extension RequestConvertible where Resource == Void {
    /// The decoder that ignores the body.
    public var responseDecoder: ResponseDecoder<Void> { .none }
}

extension RequestConvertible where Resource == Data {
    /// The decoder that returns the bytes of the body.
    public var responseDecoder: ResponseDecoder<Data> { .data }
}

extension RequestConvertible where Resource == String {
    /// The decoder that returns the body as text, in the charset of the response.
    public var responseDecoder: ResponseDecoder<String> { .text }
}

extension RequestConvertible where Resource: Decodable {
    /// The JSON decoder, which reads values with the coding.
    public var responseDecoder: ResponseDecoder<Resource> { .json() }
}
