#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A transport that sends with URLSession, and whose configuration and lifetime you control.
///
/// ```swift
/// let configuration = URLSessionConfiguration.ephemeral
/// configuration.httpMaximumConnectionsPerHost = 2
/// let transport = URLSessionTransport(configuration: configuration)
/// let user = try await transport.perform(api.get(.json(User.self), from: "/users/ada"))
/// ```
///
/// A `URLSession` sends in the same way; on Linux, the library makes one of these transports for each session. A
/// transport of this type keeps its connections until its last reference is released and the active requests have
/// ended, or until you invalidate it.
///
/// The configuration's `httpCookieStorage`, `urlCredentialStorage` and timeouts aren't used: set cookies, credentials,
/// timeouts and ``TransportPolicy`` in the request. For the limits of URLSession on Linux, see <doc:URLSessionOnLinux>.
public final class URLSessionTransport: Transport {
    /// The session; `nil` after the transport is invalidated.
    private let session: Guarded<DelegatedSession?>

    /// Makes a transport.
    ///
    /// - Parameter configuration: The settings of the connections. Later changes have no effect, because the
    ///   configuration is copied.
    public init(configuration: URLSessionConfiguration = .default) {
        session = Guarded(DelegatedSession(configuration))
    }

    /// Makes a transport that trusts only some certificates or public keys.
    ///
    /// - Parameters:
    ///   - configuration: The other settings of the connections. Later changes have no effect, because the
    ///     configuration is copied.
    ///   - security: The certificates and pins. A client certificate isn't supported.
    /// - Throws: ``RequestErrorCode/certificateRejected`` if a pin or a file isn't valid, or for a client certificate;
    ///   on Linux, for any pin, file or client certificate, because Foundation's session can't check them there.
    public init(
        configuration: URLSessionConfiguration = .default, security: TransportSecurity
    ) throws(TransportError) {
        session = Guarded(DelegatedSession(configuration, try SessionTrust(security)))
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
            throw TransportError(
                code: .transportFailed, message: "the transport was invalidated: create a new transport")
        }
        return try session.task(for: exchange)
    }

    /// The number of active exchanges.
    package var activeCount: Int { session.withLock { $0 }?.activeCount ?? 0 }

    /// Accepts no more requests, and closes the connections after the active requests have ended.
    ///
    /// Further calls have no effect.
    public func finishTasksAndInvalidate() {
        _ = release()
    }

    /// Accepts no more requests, and ends the active ones with ``RequestErrorCode/cancelled``.
    ///
    /// Further calls have no effect.
    public func invalidateAndCancel() {
        release()?.cancel()
    }

    /// Removes and returns the session, which is invalidated when no more tasks are being made.
    private func release() -> DelegatedSession? {
        session.withLock { session in
            defer { session = nil }
            return session
        }
    }
}
