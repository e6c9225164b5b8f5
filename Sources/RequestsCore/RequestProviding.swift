public import Foundation

/// An API, whose methods make its requests.
///
/// ```swift
/// struct GitHub: RequestProviding {
///     static let live = GitHub(baseURL: URL("https://api.github.com"))
///     let baseURL: URL
/// }
///
/// let user = try await URLSession.shared.perform(GitHub.live.get(.json(User.self), from: "/users/\(login)"))
/// ```
///
/// An enum with a case for each environment can conform as well. Only the base URL is required. You can add the type of the
/// API's error bodies (``Failure``), its ``coding``, and the parts that all its requests share:
///
/// ```swift
/// extension GitHub {
///     typealias Failure = ProblemDetails
///     var coding: Coding { .snakeCase }
///
///     func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<GitHub, Void> {
///         Request(api: self, endpoint: endpoint, method: method)
///             .setting(headerField: "X-GitHub-Api-Version", "2022-11-28")
///     }
/// }
/// ```
///
/// The API is part of a request's type, so an extension can apply to the requests of a single API
/// (`extension Request where API == GitHub`).
public protocol RequestProviding: Sendable {
    /// The type that error bodies are decoded as; `Never` if they aren't decoded.
    associatedtype Failure: Sendable = Never

    /// The base URL of all endpoints: the scheme, the host, and the path that they share.
    ///
    /// The query of the base URL comes first in every request's query.
    var baseURL: URL { get }

    /// The styles for writing and reading values; ``Coding/standard`` by default.
    var coding: Coding { get }

    /// The decoder of error bodies; JSON by default if ``Failure`` is `Decodable`, and unused if it is `Never`.
    ///
    /// ```swift
    /// typealias Failure = String
    /// var failureDecoder: ResponseDecoder<String> { .text }
    /// ```
    var failureDecoder: ResponseDecoder<Failure> { get }

    /// The envelope around the API's responses; none by default (``Envelope/none``).
    var envelope: Envelope { get }

    /// Returns the error to throw in place of a request's error; by default the same error.
    ///
    /// ```swift
    /// func replacement(for error: RequestError<ProblemDetails>) -> RequestError<ProblemDetails> {
    ///     guard error.failure?.title == "token expired" else { return error }
    ///     return error.replacing(code: .sessionExpired, userText: "Your session is over. Sign in again.")
    /// }
    /// ```
    func replacement(for error: RequestError<Failure>) -> RequestError<Failure>

    /// Makes a request with the parts that all requests of the API share; `get`, `post` and similar methods call it.
    ///
    /// By default the request has only an endpoint and a method.
    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<Self, Void>
}

extension RequestProviding {
    /// ``Coding/standard``: names verbatim, dates in ISO 8601, data in base64.
    public var coding: Coding { .standard }

    /// ``Envelope/none``: responses are not wrapped.
    public var envelope: Envelope { .none }

    /// Returns the same error.
    public func replacement(for error: RequestError<Failure>) -> RequestError<Failure> { error }

    /// Makes a request with only an endpoint and a method.
    ///
    /// - Parameters:
    ///   - endpoint: The path and the query below the base URL.
    ///   - method: The method.
    /// - Returns: The request, whose response is ignored.
    @inlinable
    public func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<Self, Void> {
        Request(api: self, endpoint: endpoint, method: method)
    }
}

extension RequestProviding where Failure: Decodable {
    /// The JSON decoder, which reads values with the ``coding``.
    public var failureDecoder: ResponseDecoder<Failure> { .json() }
}
