public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What ``Transport/perform(_:)`` throws: one type, whatever failed and wherever.
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
/// In code that mixes APIs, catch `any AnyRequestError`. No description of an error shows a sensitive value.
public struct RequestError<Failure: Decodable & Sendable>: AnyRequestError {
    private let context: Context

    /// The body of a failed answer, decoded as the failure type of the API; `nil` where it has none or it did not fit.
    public let failure: Failure?

    private final class Context: Sendable {
        let code: RequestErrorCode
        let message: String
        let underlyingError: (any Error)?
        let request: OutgoingRequest?
        let head: ResponseHead?
        let body: Data
        /// Method and endpoint of a request that could not be resolved.
        let unsent: String?
        let userText: String?

        init(
            code: RequestErrorCode, message: String, underlyingError: (any Error)?, request: OutgoingRequest?,
            head: ResponseHead?, body: Data, unsent: String?, userText: String?
        ) {
            self.code = code
            self.message = message
            self.underlyingError = underlyingError
            self.request = request
            self.head = head
            self.body = body
            self.unsent = unsent
            self.userText = userText
        }
    }

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - message: A clause for the developer, without a full stop: what failed, where, what to do. Put no secret into it.
    ///   - underlyingError: The error that was the cause. URLs and values in it are removed.
    ///   - failure: The decoded error body.
    ///   - request: The request as it was sent.
    ///   - head: The head of the answer.
    ///   - body: The body of the answer, of which the first 64 KiB are kept.
    ///   - userText: What the user of an app reads, in sentences. By default it follows from code and status.
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
        self.init(
            code: code, message: message, underlyingError: underlyingError, failure: failure, request: request,
            head: head, body: body, unsent: nil, userText: userText
        )
    }

    private init(
        code: RequestErrorCode, message: String, underlyingError: (any Error)?, failure: Failure?,
        request: OutgoingRequest?, head: ResponseHead?, body: Data, unsent: String?, userText: String?
    ) {
        self.failure = failure
        let secrets = (request?.secretTexts ?? []) + (head?.secretTexts ?? [])
        context = Context(
            code: code,
            message: Redaction.hide(secrets, in: message),
            underlyingError: underlyingError.map { ErrorScrubber.scrub($0, secrets: secrets) },
            request: request,
            head: request.flatMap { head?.answering($0) } ?? head,
            body: body.count > Self.bodyLimit ? Data(body.prefix(Self.bodyLimit)) : body,
            unsent: unsent,
            userText: userText
        )
    }

    /// How much of a body an error keeps, in bytes.
    private static var bodyLimit: Int { 65_536 }

    /// What went wrong.
    public var code: RequestErrorCode { context.code }

    /// A clause for the developer: what failed, where, what to do.
    public var message: String { context.message }

    /// The error that was the cause, without URLs and values that may be secret.
    public var underlyingError: (any Error)? { context.underlyingError }

    /// The request as it was sent; `nil` where it could not be resolved.
    public var request: OutgoingRequest? { context.request }

    /// The head of the answer; `nil` where none came.
    public var head: ResponseHead? { context.head }

    /// The answer as Foundation has it, sensitive parts of its URL hidden; `nil` where none came.
    public var response: HTTPURLResponse? {
        head?.httpURLResponse(hiding: request?.secretTexts ?? [], names: request?.options.isSecret ?? [:])
    }

    /// The first 64 KiB of the answer's body.
    public var body: Data { context.body }

    /// What the user of an app reads, where whoever made the error said so; `nil` where it follows from code and status.
    public var userText: String? { context.userText }

    /// Method and endpoint of a request that could not be resolved.
    var unsent: String? { context.unsent }

    /// The same error with another code or other texts, for ``RequestProviding/replacement(for:)``.
    ///
    /// - Parameters:
    ///   - code: What went wrong. By default as it was.
    ///   - message: A clause for the developer, without a full stop. By default as it was.
    ///   - userText: What the user of an app reads, in sentences. By default as it was.
    /// - Returns: The error, with failure, request, answer and cause as they were.
    public func replacing(
        code: RequestErrorCode? = nil, message: String? = nil, userText: String? = nil
    ) -> RequestError<Failure> {
        RequestError(
            code: code ?? self.code, message: message ?? self.message, underlyingError: underlyingError,
            failure: failure, request: request, head: head, body: body, unsent: unsent,
            userText: userText ?? self.userText
        )
    }

    /// The same error with more of what surrounds it.
    @usableFromInline
    func with<Other>(
        failure: Other? = nil, request: OutgoingRequest? = nil, head: ResponseHead? = nil, body: Data? = nil,
        unsent: String? = nil
    ) -> RequestError<Other> {
        RequestError<Other>(
            code: code,
            message: message,
            underlyingError: underlyingError,
            failure: failure,
            request: self.request ?? request,
            head: self.head ?? head,
            body: body ?? self.body,
            unsent: self.unsent ?? unsent,
            userText: userText
        )
    }
}

/// The error of a transport, and of everything that knows no failure type: ``BodyProvider``, ``ResponseDecoder``,
/// ``AuthenticationProvider``.
///
/// ``Transport/perform(_:)`` adds the request and the answer.
public typealias TransportError = RequestError<Never>

/// Any ``RequestError``, whatever its failure type.
///
/// ```swift
/// } catch let error as any AnyRequestError where error.code == .cancelled {
/// ```
public protocol AnyRequestError: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// What went wrong.
    var code: RequestErrorCode { get }
    /// A clause for the developer: what failed, where, what to do.
    var message: String { get }
    /// The request as it was sent; `nil` where it could not be resolved.
    var request: OutgoingRequest? { get }
    /// The head of the answer; `nil` where none came.
    var head: ResponseHead? { get }
    /// The answer as Foundation has it; `nil` where none came.
    var response: HTTPURLResponse? { get }
    /// The first 64 KiB of the answer's body.
    var body: Data { get }
    /// The error that was the cause.
    var underlyingError: (any Error)? { get }
    /// What the user of an app reads, where whoever made the error said so.
    var userText: String? { get }
}
