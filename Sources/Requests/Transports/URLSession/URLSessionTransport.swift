#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// URLSession with a configuration of your own, and with a life that you end.
///
/// ```swift
/// let configuration = URLSessionConfiguration.ephemeral
/// configuration.httpMaximumConnectionsPerHost = 2
/// let transport = URLSessionTransport(configuration: configuration)
/// let user = try await transport.perform(api.get(.json(User.self), from: "/users/ada"))
/// ```
///
/// It is the same machinery by which a `URLSession` sends; there, the library makes one of these on Linux for each session.
/// Made by hand, it says so, and its connections end when you want. Connections are kept as long as the transport; it ends
/// with its last reference, after the requests that are on their way.
///
/// Cookies and credentials are the request's own: `httpCookieStorage` and `urlCredentialStorage` of the configuration are not
/// used. Time-outs are those of the request and its ``TransportPolicy``. What URLSession can't do on Linux is in
/// <doc:URLSessionOnLinux>.
public final class URLSessionTransport: Transport {
    /// `nil` once the transport is invalidated.
    private let session: Guarded<DelegatedSession?>

    /// Makes a transport.
    ///
    /// - Parameter configuration: What holds for its connections. It is copied; a later change has no effect.
    public init(configuration: URLSessionConfiguration = .default) {
        session = Guarded(DelegatedSession(configuration))
    }

    /// Sends a message, and returns the head of its answer with a body that can be read while it comes.
    ///
    /// - Parameter request: The message.
    /// - Returns: Head and body of the answer.
    /// - Throws: A ``TransportError`` that says what kept the answer from coming; ``RequestErrorCode/transportFailed`` where the
    ///   transport was invalidated.
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.followingRedirects { message in
            try await Exchange.response(to: message) { exchange in try self.task(for: exchange) }
        }
    }

    func task(for exchange: Exchange) throws -> URLSessionTask {
        guard let session = session.withLock({ $0 }) else {
            throw TransportError(code: .transportFailed, message: "the transport was invalidated; make another")
        }
        return try session.task(for: exchange)
    }

    /// How many exchanges are on their way.
    package var activeCount: Int { session.withLock { $0 }?.activeCount ?? 0 }

    /// Takes no more requests, and closes the connections when those that are on their way have ended.
    ///
    /// Does nothing the second time.
    public func finishTasksAndInvalidate() {
        _ = release()
    }

    /// Takes no more requests, and ends those that are on their way by ``RequestErrorCode/cancelled``.
    ///
    /// Does nothing the second time.
    public func invalidateAndCancel() {
        release()?.cancel()
    }

    /// The session is invalidated when nobody makes a task any more.
    private func release() -> DelegatedSession? {
        session.withLock { session in
            defer { session = nil }
            return session
        }
    }
}
