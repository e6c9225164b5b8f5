public import Foundation

/// An API: the starting point of its requests.
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
/// An enum with a case for each environment conforms as well. Optional are the type of the API's error bodies (``Failure``),
/// its ``coding``, and what all its requests have in common:
///
/// ```swift
/// extension GitHub {
///     typealias Failure = Problem
///     var coding: Coding { .snakeCase }
///
///     func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<GitHub, Void> {
///         Request(api: self, endpoint: endpoint, method: method)
///             .setting(headerField: "X-GitHub-Api-Version", "2022-11-28")
///     }
/// }
/// ```
///
/// The API is part of a request's type, so that an extension can be for the requests of one API alone
/// (`extension Request where API == GitHub`).
public protocol RequestProviding: Sendable {
    /// What the body of a failed answer is decoded as; `Never` for an API without a type for it.
    associatedtype Failure: Decodable & Sendable = Never

    /// The URL that all endpoints stand below: scheme, host, and a path where they share one. Its query is kept, first.
    var baseURL: URL { get }

    /// How values are written and read. ``Coding/standard`` by default.
    var coding: Coding { get }

    /// Decodes the body of a failed answer. By default as JSON; never asked for a ``Failure`` of `Never`.
    ///
    /// ```swift
    /// typealias Failure = String
    /// var failureDecoder: ResponseDecoder<String> { .text }
    /// ```
    var failureDecoder: ResponseDecoder<Failure> { get }

    /// What the API wraps its answers in, where it does. By default nothing: ``Envelope/none``.
    var envelope: Envelope { get }

    /// The error to throw in the place of one that a request of this API ended in. By default that one.
    ///
    /// ```swift
    /// func replacement(for error: RequestError<Problem>) -> RequestError<Problem> {
    ///     guard error.failure?.title == "token expired" else { return error }
    ///     return error.replacing(code: .sessionExpired, userText: "Your session is over. Sign in again.")
    /// }
    /// ```
    func replacement(for error: RequestError<Failure>) -> RequestError<Failure>

    /// Makes a request with what all requests of the API have in common. Every other method here calls this one.
    ///
    /// By default the request has nothing but endpoint and method.
    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<Self, Void>
}

extension RequestProviding {
    /// ``Coding/standard``: names verbatim, dates in ISO 8601, data in base64.
    public var coding: Coding { .standard }

    /// As JSON, read as the ``coding`` says.
    public var failureDecoder: ResponseDecoder<Failure> { .json() }

    /// Answers are not wrapped.
    public var envelope: Envelope { .none }

    /// The error as it is.
    public func replacement(for error: RequestError<Failure>) -> RequestError<Failure> { error }

    /// Makes a request with nothing but endpoint and method.
    ///
    /// - Parameters:
    ///   - endpoint: Path and query below the base URL.
    ///   - method: The method.
    /// - Returns: The request, whose answer is ignored.
    @inlinable
    public func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<Self, Void> {
        Request(api: self, endpoint: endpoint, method: method)
    }
}
