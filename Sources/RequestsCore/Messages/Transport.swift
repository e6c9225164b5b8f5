public import Foundation

/// A type that sends messages: URLSession, or a custom type.
///
/// ```swift
/// struct Canned: Transport {
///     func send(_ request: OutgoingRequest) async throws -> TransportResponse {
///         TransportResponse(head: ResponseHead(status: .ok, url: request.url), body: MessageBody(Data("[]".utf8)))
///     }
/// }
///
/// let users = try await Canned().perform(api.get(.json([User].self), from: "/users"))
/// ```
///
/// Only ``send(_:)`` is required. All other methods are built on it: ``perform(_:)``, ``response(for:)``,
/// ``perform(_:completionHandler:)``, ``performAndWait(_:)``.
///
/// To implement ``send(_:)``:
/// - Send method, URL, fields and body unchanged; they are already checked. Add Host and the body's framing fields.
/// - Return as soon as the head has arrived, without waiting for the body.
/// - Stop if nothing arrives for ``OutgoingRequest/timeoutInterval`` seconds, or if the task is cancelled.
/// - Throw a ``TransportError``, or any other error: a `URLError` and a `CancellationError` are converted to the
///   matching code, any other error to ``RequestErrorCode/transportFailed``.
/// - Return responses with any status: the transport doesn't decide whether a 404 is an error.
public protocol Transport: Sendable {
    /// Sends a message, and returns the head of its response with a body that can be read as it arrives.
    ///
    /// - Parameter request: The message, checked by ``RequestConvertible/resolve()``.
    /// - Returns: Head and body, as soon as the head has arrived.
    /// - Throws: The reason why there is no response.
    func send(_ request: OutgoingRequest) async throws -> TransportResponse
}

/// The result of a transport: the head of a response, and its body as it arrives.
public struct TransportResponse: Sendable {
    /// The head.
    public let head: ResponseHead

    /// The body, which can be read once.
    public let body: MessageBody

    /// Makes a response.
    public init(head: ResponseHead, body: MessageBody = MessageBody(Data())) {
        self.head = head
        self.body = body
    }
}

/// Sends a message with the wrapped transport.
public typealias NextTransport = @Sendable (OutgoingRequest) async throws -> TransportResponse
