#if AsyncHTTPClient
public import AsyncHTTPClient
public import RequestsCore

/// Sends requests with AsyncHTTPClient; switching from URLSession changes one line.
///
/// ```swift
/// import AsyncHTTPClient
/// import Requests
/// import RequestsAsyncHTTPClient
///
/// let user = try await URLSession.shared.perform(GitHub.live.get(.json(User.self), from: "/users/ada"))
/// let user = try await HTTPClient.requests.perform(GitHub.live.get(.json(User.self), from: "/users/ada"))
/// ```
///
/// Use the client ``AsyncHTTPClient/HTTPClient/requests``, or make your own with the configuration
/// ``AsyncHTTPClient/HTTPClient/Configuration/requests``. Other clients also work, with the limits below. The request's
/// ``TransportPolicy`` sets redirects, timeouts and size limits, regardless of the client's configuration. The client's
/// own timeouts also apply if they are shorter.
///
/// - ``AsyncHTTPClient/HTTPClient/shared`` can't be configured, so ``AsyncHTTPClient/HTTPClient/requests`` sends its messages.
/// - If a client follows redirects by itself, the library stops it by closing the connection of each redirect. With
///   ``RedirectPolicy/stop``, a redirect that has a body then throws an error.
/// - Requests accept compressed responses. The library decompresses them unless the client does.
/// - If a host refuses connections, the client tries again until its connect timeout, unless `retryConnectionEstablishment` is
///   disabled in its connection pool.
/// - A server can end the process or fill its memory, unless the client's configuration is
///   ``AsyncHTTPClient/HTTPClient/Configuration/guarded()``, like that of `requests`.
/// - A server may close a pooled connection just as a message is sent on it. If nothing of the message was sent yet,
///   the client sends it on a different connection. Otherwise, the message is repeated once if it may be sent twice
///   (``Idempotency``) and the host has responded before.
/// - A base URL made with `URL(unixSocket:path:)` leads to a Unix socket.
/// - Bodies stream in both directions at the pace of the slower end. A file or stream is read on NIO's threads for blocking work.
extension HTTPClient: Transport {
    /// Sends a message, and returns the head of the response with a body that can be read while it arrives.
    ///
    /// - Parameter request: The message.
    /// - Returns: The head and the body of the response.
    /// - Throws: A ``TransportError`` with the reason why there is no response.
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let client = self === HTTPClient.shared ? HTTPClient.requests : self
        let settings = ClientSettings.of(client)
        return try await request.followingRedirects { message in
            let exchange = Exchange(message, reportsConnection: true, hiding: settings.proxySecrets)
            return try await exchange.response { try ExchangeDelegate.begin($0, on: client, settings) }
        }
    }
}
#endif
