#if AsyncHTTPClient
public import AsyncHTTPClient
public import Requests

/// Sends messages by AsyncHTTPClient: the same requests as over URLSession, one line changed.
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
/// ``AsyncHTTPClient/HTTPClient/requests`` is the client to use, and ``AsyncHTTPClient/HTTPClient/Configuration/requests`` the
/// configuration for a client of your own. Other clients send as well, with the limits below. Redirects, time-outs and sizes are
/// those of the request's ``TransportPolicy``, whatever the client was configured to; its own time-outs hold as well, if they are
/// shorter.
///
/// - ``AsyncHTTPClient/HTTPClient/shared``, which nobody can configure, has its messages sent by
///   ``AsyncHTTPClient/HTTPClient/requests``.
/// - A client that follows redirects by itself is kept from it: the connection that brought one is closed. A redirect that is the
///   response, by ``RedirectPolicy/stop``, is an error if it has a body.
/// - Responses are asked for in a compressed form, and decompressed by the library unless the client does so itself.
/// - A host that refuses connections is tried again until the client's time-out for connecting is over, unless its
///   connection pool has `retryConnectionEstablishment` switched off.
/// - A response with a status below 100 ends the process, unless the client has the configuration above.
/// - Bodies stream in both directions at the pace of the slower end; a file or stream is read on NIO's threads for blocking work.
extension HTTPClient: Transport {
    /// Sends a message, and returns the head of its answer with a body that can be read while it comes.
    ///
    /// - Parameter request: The message.
    /// - Returns: Head and body of the answer.
    /// - Throws: A ``TransportError`` that says what kept the answer from coming.
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let client = self === HTTPClient.shared ? HTTPClient.requests : self
        return try await request.followingRedirects { message in
            try await Exchange(message).response { try ExchangeDelegate.begin($0, on: client) }
        }
    }
}
#endif
