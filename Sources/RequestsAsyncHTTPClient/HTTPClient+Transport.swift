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
/// let user = try await HTTPClient.shared.perform(GitHub.live.get(.json(User.self), from: "/users/ada"))
/// ```
///
/// Every client will do. Redirects, time-outs and sizes are those of the request's ``TransportPolicy``, whatever the client
/// was configured to; its own time-outs hold as well, where they are shorter. A client that is made for this library best
/// has the configuration ``AsyncHTTPClient/HTTPClient/Configuration/requests``, which says what it changes.
///
/// - A client that follows redirects by itself, as ``AsyncHTTPClient/HTTPClient/shared`` does, is kept from it: the connection
///   that brought one is closed. The body of a redirect that is the answer can't be read there.
/// - Answers are asked for in a compressed form, and decompressed by the library unless the client does so itself.
/// - A host that refuses connections is tried again until the client's time-out for connecting is over, unless its
///   connection pool has `retryConnectionEstablishment` switched off.
/// - Bodies stream in both directions at the pace of the slower end; a file or stream is read on NIO's threads for blocking work.
extension HTTPClient: Transport {
    /// Sends a message, and returns the head of its answer with a body that can be read while it comes.
    ///
    /// - Parameter request: The message.
    /// - Returns: Head and body of the answer.
    /// - Throws: A ``TransportError`` that says what kept the answer from coming.
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.followingRedirects { message in
            try await Exchange(message).response { try ExchangeDelegate.begin($0, on: self) }
        }
    }
}
#endif
