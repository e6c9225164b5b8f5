#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A transport that sends with URLSession, with a custom configuration and a lifetime that you control.
///
/// ```swift
/// let configuration = URLSessionConfiguration.ephemeral
/// configuration.httpMaximumConnectionsPerHost = 2
/// let transport = URLSessionTransport(configuration: configuration)
/// let user = try await transport.perform(api.get(.json(User.self), from: "/users/ada"))
/// ```
///
/// A `URLSession` sends in the same way; on Linux, the library makes one of these transports for each session. With a transport
/// of this type, you decide when its connections end. It keeps connections as long as it lives. It ends with its last reference,
/// after the active requests.
///
/// Only the request sets cookies and credentials: `httpCookieStorage` and `urlCredentialStorage` of the configuration are not
/// used. Timeouts are those of the request and its ``TransportPolicy``. For the limits of URLSession on Linux, see
/// <doc:URLSessionOnLinux>.
public final class URLSessionTransport: Transport {
    /// The session; `nil` after the transport is invalidated.
    private let session: Guarded<DelegatedSession?>

    /// Makes a transport.
    ///
    /// - Parameter configuration: The settings of its connections. It is copied; a later change has no effect.
    public init(configuration: URLSessionConfiguration = .default) {
        session = Guarded(DelegatedSession(configuration))
    }

    /// Sends a message, and returns the head of its response with a body that can be read as it arrives.
    ///
    /// - Parameter request: The message.
    /// - Returns: Head and body of the response.
    /// - Throws: A ``TransportError`` with the reason why there is no response; ``RequestErrorCode/transportFailed`` if the
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

    /// The number of active exchanges.
    package var activeCount: Int { session.withLock { $0 }?.activeCount ?? 0 }

    /// Accepts no more requests, and closes the connections after the active requests have ended.
    ///
    /// Does nothing the second time.
    public func finishTasksAndInvalidate() {
        _ = release()
    }

    /// Accepts no more requests, and ends the active ones with ``RequestErrorCode/cancelled``.
    ///
    /// Does nothing the second time.
    public func invalidateAndCancel() {
        release()?.cancel()
    }

    /// Takes the session; it is invalidated when nobody is making a task any more.
    private func release() -> DelegatedSession? {
        session.withLock { session in
            defer { session = nil }
            return session
        }
    }
}
