public import Foundation

/// Sends messages: URLSession, or a type of your own.
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
/// One method is all that a transport has; everything else is written once, on top of it: ``perform(_:)``,
/// ``response(for:)``, ``perform(_:completionHandler:)``, ``performAndWait(_:)``.
///
/// To implement ``send(_:)``:
/// - Send method, URL, fields and body as they are; they were checked. Add Host and what frames the body.
/// - Return as soon as the head is there; the body may still be on its way.
/// - Give up when nothing came for ``OutgoingRequest/timeoutInterval`` seconds, and when the task is cancelled.
/// - Throw a ``TransportError`` with one of the codes, or any error: an `URLError` and a `CancellationError` get their codes,
///   another becomes ``RequestErrorCode/transportFailed``.
/// - Return answers of any status: whether 404 is an error is not the transport's to say.
public protocol Transport: Sendable {
    /// Sends a message, and returns the head of its answer with a body that can be read while it comes.
    ///
    /// - Parameter request: The message, which ``RequestConvertible/resolve()`` has checked.
    /// - Returns: Head and body, as soon as the head is there.
    /// - Throws: What kept the answer from coming.
    func send(_ request: OutgoingRequest) async throws -> TransportResponse
}

/// What a transport returns: the head of an answer, and its body as it comes.
public struct TransportResponse: Sendable {
    /// The head.
    public let head: ResponseHead

    /// The body, which can be read once.
    public let body: MessageBody

    /// Makes an answer.
    public init(head: ResponseHead, body: MessageBody = MessageBody(Data())) {
        self.head = head
        self.body = body
    }
}
