public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The error that ``Transport/perform(_:)`` throws: one type for every failure.
///
/// ```swift
/// do {
///     user = try await session.perform(GitHub.live.get(.json(User.self), from: "/users/\(login)"))
/// } catch {                                   // error is a RequestError<GitHub.Failure>
///     error.code                              // .unacceptableStatus
///     error.failure                           // the API's own error body, decoded
///     error.response?.statusCode              // 404
///     error.localizedDescription              // a text for the user of the app
///     print(error)                            // a text for its developer
/// }
/// ```
///
/// In code that uses several APIs with different failure types, catch `any AnyRequestError`. Descriptions hide secrets.
public struct RequestError<Failure: Sendable>: AnyRequestError {
    private let box: Box<ErrorContext>
    var context: ErrorContext { _read { yield box.value } }

    /// The body of a failed response, decoded as the API's failure type; `nil` if it's missing or can't be decoded.
    ///
    /// If a check of the response throws a value of this type, this property contains that value.
    public var failure: Failure? { context.failure as? Failure }

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - message: A clause for the developer, without a full stop: the problem, its position, and a remedy. Don't
    ///     include secrets.
    ///   - underlyingError: The cause. The error removes URLs and possible secrets from it.
    ///   - failure: The decoded error body.
    ///   - request: The request as sent.
    ///   - head: The head of the response.
    ///   - body: The body of the response. The error stores its first 64 KiB.
    ///   - userText: The text for the user of an app, in full sentences. By default, it depends on code and status.
    @inline(never)
    public init(
        code: RequestErrorCode,
        message: String,
        underlyingError: (any Error)? = nil,
        failure: Failure? = nil,
        request: OutgoingRequest? = nil,
        head: ResponseHead? = nil,
        body: Data = Data(),
        userText: String? = nil
    ) {
        let context = ErrorContext(
            code: code, text: { message }, cause: underlyingError, request: request, received: head, body: body,
            failure: failure, userText: userText)
        self.init(Box(context: context))
    }

    init(_ box: Box<ErrorContext>) {
        self.box = box
    }

    /// The kind of the error.
    public var code: RequestErrorCode { context.code }

    /// A clause for the developer: the problem, its position, and a remedy.
    public var message: String { context.message }

    /// The cause, without URLs and values that may be secret.
    public var underlyingError: (any Error)? { context.underlyingError }

    /// The request as sent; `nil` if it could not be resolved.
    public var request: OutgoingRequest? { context.request }

    /// The head of the response; `nil` if no response arrived.
    public var head: ResponseHead? { context.head }

    /// The response as a Foundation type, with sensitive parts of its URL hidden; `nil` if no response arrived.
    public var response: HTTPURLResponse? { context.response }

    /// The first 64 KiB of the response's body.
    public var body: Data { context.body }

    /// The custom text for the user of an app; `nil` if the text depends on code and status.
    public var userText: String? { context.userText }

    /// Returns the error with a different code or different texts, for ``RequestProviding/replacement(for:)``.
    ///
    /// - Parameters:
    ///   - code: The new code. By default, it stays the same.
    ///   - message: A clause for the developer, without a full stop. By default, it stays the same.
    ///   - userText: The text for the user of an app, in full sentences. By default, it stays the same.
    /// - Returns: The error, with the same failure, request, response and cause.
    public func replacing(
        code: RequestErrorCode? = nil, message: String? = nil, userText: String? = nil
    ) -> RequestError<Failure> {
        RequestError(box.replacing(code, message, userText))
    }

    /// Returns the error with more context, and with the failure type of an API.
    @usableFromInline
    package func with<Other>(
        request: OutgoingRequest? = nil, head: ResponseHead? = nil, body: Data? = nil, unsent: String? = nil
    ) -> RequestError<Other> {
        var box = box.adding(request, head, body, unsent: unsent)
        // Some APIs report failures with the status 200. A check can then throw the API's failure type.
        if code == .validationFailed, box.value.failure == nil, let failure = box.value.cause as? Other {
            box.value.failure = failure
        }
        return RequestError<Other>(box)
    }
}

/// The error of transports, decoders and providers, which don't know an API's failure type.
///
/// For example, ``ResponseDecoder`` and ``BodyProvider`` throw it. ``Transport/perform(_:)`` adds request and response.
public typealias TransportError = RequestError<Never>

// Most errors have only these values. Without these initializers, each call would contain code for all the other values.
extension TransportError {
    @inline(never)
    package init(code: RequestErrorCode, message: String) {
        self.init(code: code, message: message, underlyingError: nil)
    }

    @inline(never)
    package init(code: RequestErrorCode, message: String, underlyingError: (any Error)?) {
        self.init(code: code, message: message, underlyingError: underlyingError, failure: nil)
    }
}

/// Any ``RequestError``, whatever its failure type.
///
/// ```swift
/// } catch let error as any AnyRequestError where error.code == .cancelled {
///     …
/// } catch {
///     throw error
/// }
/// ```
public protocol AnyRequestError: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The kind of the error.
    var code: RequestErrorCode { get }
    /// A clause for the developer: the problem, its position, and a remedy.
    var message: String { get }
    /// The request as sent; `nil` if it could not be resolved.
    var request: OutgoingRequest? { get }
    /// The head of the response; `nil` if no response arrived.
    var head: ResponseHead? { get }
    /// The response as a Foundation type; `nil` if no response arrived.
    var response: HTTPURLResponse? { get }
    /// The first 64 KiB of the response's body.
    var body: Data { get }
    /// The cause.
    var underlyingError: (any Error)? { get }
    /// The custom text for the user of an app, if the error has one.
    var userText: String? { get }
}
