public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Anything that can become a request: the values of ``Request``, and types of your own, one per request.
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
/// Everything but base URL, endpoint and method has a default; so has the decoder, where the resource is `Void`, `Data`,
/// `String` or `Decodable`. With a protocol that inherits from this one, the requests of an API share theirs.
///
/// Code that works on any request, such as a transport's, takes `some RequestConvertible`.
public protocol RequestConvertible: Sendable {
    /// What the answer is decoded as.
    associatedtype Resource: Sendable

    /// What the body of a failed answer is decoded as; `Never` for an API without a type for it.
    associatedtype Failure: Decodable & Sendable = Never

    /// The URL that the endpoint stands below. Its query is kept, first.
    var baseURL: URL { get }

    /// Path and query below the base URL.
    var endpoint: URLPath { get }

    /// The method.
    var method: HTTPMethod { get }

    /// The fields. Empty by default.
    var header: HeaderFields { get }

    /// The query, after those of base URL and endpoint. Empty by default.
    var queryItems: [QueryItem] { get }

    /// Makes the body. None by default.
    var bodyProvider: BodyProvider { get }

    /// Decodes the answer. Inferred where the resource is `Void`, `Data`, `String` or `Decodable`.
    var responseDecoder: ResponseDecoder<Resource> { get }

    /// Adds credentials, unless the ``options`` say ``AuthenticationRequirement/none``. None by default.
    var authenticationProvider: AuthenticationProvider { get }

    /// How long to wait, in seconds, while nothing comes. 60 by default; `.infinity` for ever.
    var timeoutInterval: TimeInterval { get }

    /// How a cache may answer. By the protocol's rules by default.
    var cachePolicy: URLRequest.CachePolicy { get }

    /// How values are written and read. ``Coding/standard`` by default.
    var coding: Coding { get }

    /// Which statuses are success. 200..<300 by default.
    var acceptableStatus: AcceptableStatus { get }

    /// What travels along for transports and what surrounds them. Empty by default.
    var options: RequestOptions { get }

    /// The cookies, which make one field unless the header has a Cookie of its own. None by default.
    var cookies: [RequestCookie] { get }

    /// Decodes the body of a failed answer. By default as JSON.
    var failureDecoder: ResponseDecoder<Failure> { get }

    /// What answers are wrapped in. Nothing by default.
    var envelope: Envelope { get }

    /// Checks an answer of an acceptable status before it is decoded. Does nothing by default.
    ///
    /// - Throws: What it likes; it becomes the underlying error of ``RequestErrorCode/validationFailed``. A ``RequestError`` keeps
    ///   its code.
    func validate(_ head: ResponseHead, _ data: Data) throws

    /// The error to throw in the place of another. By default that one.
    func replacement(for error: RequestError<Failure>) -> RequestError<Failure>

    /// Changes the message last, for signing and the like. Does nothing by default.
    ///
    /// - Throws: What it likes; it becomes the underlying error of ``RequestErrorCode/adaptationFailed``.
    func adapt(_ request: inout OutgoingRequest) throws

    /// Makes the message, and checks it.
    ///
    /// - Throws: A ``RequestError`` that says what can't be sent. The same value gives the same message, every time.
    func resolve() throws(RequestError<Failure>) -> OutgoingRequest

    /// Makes the message for a response that is read as a stream, and checks it.
    ///
    /// Types that have parts of their own implement it; there is no need to elsewhere.
    func _resolve(asStreamOf type: MediaType?, bypassingCaches: Bool) throws(RequestError<Failure>) -> OutgoingRequest
}

extension RequestConvertible {
    /// No fields.
    public var header: HeaderFields { HeaderFields() }

    /// No query items.
    public var queryItems: [QueryItem] { [] }

    /// No body.
    public var bodyProvider: BodyProvider { .none }

    /// No credentials.
    public var authenticationProvider: AuthenticationProvider { .none }

    /// 60 seconds.
    public var timeoutInterval: TimeInterval { 60 }

    /// By the rules of the protocol.
    public var cachePolicy: URLRequest.CachePolicy { .useProtocolCachePolicy }

    /// ``Coding/standard``: names verbatim, dates in ISO 8601, data in base64.
    public var coding: Coding { .standard }

    /// 200..<300.
    public var acceptableStatus: AcceptableStatus { .success }

    /// All options as by default.
    public var options: RequestOptions { RequestOptions() }

    /// No cookies.
    public var cookies: [RequestCookie] { [] }

    /// As JSON, read as the coding says.
    public var failureDecoder: ResponseDecoder<Failure> { .json() }

    /// Answers are not wrapped.
    public var envelope: Envelope { .none }

    /// Checks nothing.
    public func validate(_ head: ResponseHead, _ data: Data) throws {}

    /// The error as it is.
    public func replacement(for error: RequestError<Failure>) -> RequestError<Failure> { error }

    /// Changes nothing.
    public func adapt(_ request: inout OutgoingRequest) throws {}
}

extension RequestConvertible where Resource == Void {
    /// Ignores the body.
    public var responseDecoder: ResponseDecoder<Void> { .none }
}

extension RequestConvertible where Resource == Data {
    /// The bytes of the body.
    public var responseDecoder: ResponseDecoder<Data> { .data }
}

extension RequestConvertible where Resource == String {
    /// The body as text, in the charset that the answer names.
    public var responseDecoder: ResponseDecoder<String> { .text }
}

extension RequestConvertible where Resource: Decodable {
    /// The body as JSON, read as the coding says.
    public var responseDecoder: ResponseDecoder<Resource> { .json() }
}
