public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A type that can be sent as a request: ``Request``, or a custom type for each request.
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
/// The base URL, the endpoint and the method are required. The decoder is required only if the resource is not `Void`,
/// `Data`, `String` or `Decodable`. To share properties between the requests of an API, declare a protocol that
/// inherits from `RequestConvertible`.
///
/// Functions for any request, such as ``Transport/perform(_:)``, accept `some RequestConvertible`.
public protocol RequestConvertible: Sendable {
    /// The type that the response is decoded as.
    associatedtype Resource: Sendable

    /// The type that error bodies are decoded as; `Never` if they aren't decoded.
    associatedtype Failure: Sendable = Never

    /// The base URL of the endpoint. The query of the base URL comes first in the request's query.
    var baseURL: URL { get }

    /// The path and the query below the base URL.
    var endpoint: URLPath { get }

    /// The method.
    var method: HTTPMethod { get }

    /// The header fields; empty by default.
    var header: HeaderFields { get }

    /// The query items, which follow those of the base URL and the endpoint; empty by default.
    var queryItems: [QueryItem] { get }

    /// The provider of the body; none by default.
    var bodyProvider: BodyProvider { get }

    /// The decoder of the response; inferred if the resource is `Void`, `Data`, `String` or `Decodable`.
    var responseDecoder: ResponseDecoder<Resource> { get }

    /// The provider of the credentials; none by default.
    ///
    /// The provider is ignored if the ``options`` contain ``AuthenticationRequirement/none``.
    var authenticationProvider: AuthenticationProvider { get }

    /// The idle timeout in seconds, the longest time without data: 60 by default; `.infinity` disables it.
    var timeoutInterval: TimeInterval { get }

    /// The cache policy; `.useProtocolCachePolicy` by default.
    var cachePolicy: URLRequest.CachePolicy { get }

    /// The styles for writing and reading values; ``Coding/standard`` by default.
    var coding: Coding { get }

    /// The statuses that count as success; 200..<300 by default.
    var acceptableStatus: StatusSet { get }

    /// The options, which are passed to transports and their decorators; empty by default.
    var options: RequestOptions { get }

    /// The cookies, which are sent in one Cookie field, or ignored if the header contains that field; none by default.
    var cookies: [WebCookie] { get }

    /// The decoder of error bodies; JSON by default.
    var failureDecoder: ResponseDecoder<Failure> { get }

    /// The envelope around responses; none by default.
    var envelope: Envelope { get }

    /// Checks a response with an acceptable status before it is decoded; does nothing by default.
    ///
    /// - Throws: Any error, which becomes the underlying error of ``RequestErrorCode/validationFailed``. A
    ///   ``RequestError`` keeps its code.
    func validate(_ head: ResponseHead, _ data: Data) throws

    /// Returns the error to throw in place of a request's error; by default the same error.
    func replacement(for error: RequestError<Failure>) -> RequestError<Failure>

    /// Changes the message as the last step, for example to sign it; does nothing by default.
    ///
    /// - Throws: Any error, which becomes the underlying error of ``RequestErrorCode/adaptationFailed``. A
    ///   ``TransportError`` keeps its code.
    func adapt(_ request: inout OutgoingRequest) throws

    /// Makes and checks the message, which is always the same for the same value.
    ///
    /// - Throws: A ``RequestError`` if the request can't be sent.
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

    /// The cache policy `.useProtocolCachePolicy`.
    public var cachePolicy: URLRequest.CachePolicy { .useProtocolCachePolicy }

    /// ``Coding/standard``: names verbatim, dates in ISO 8601, data in base64.
    public var coding: Coding { .standard }

    /// The statuses 200..<300.
    public var acceptableStatus: StatusSet { .success }

    /// The options with their default values.
    public var options: RequestOptions { RequestOptions() }

    /// An empty list of cookies.
    public var cookies: [WebCookie] { [] }

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
    /// The decoder that returns the body as a string, decoded with the charset of the response.
    public var responseDecoder: ResponseDecoder<String> { .text }
}

extension RequestConvertible where Resource: Decodable {
    /// The JSON decoder, which reads values with the coding.
    public var responseDecoder: ResponseDecoder<Resource> { .json() }
}

extension RequestConvertible where Failure: Decodable {
    /// The JSON decoder, which reads values with the coding.
    public var failureDecoder: ResponseDecoder<Failure> { .json() }
}
