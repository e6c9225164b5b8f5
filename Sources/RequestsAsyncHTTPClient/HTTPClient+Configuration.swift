#if AsyncHTTPClient
public import AsyncHTTPClient

extension HTTPClient {
    /// The client to send requests of this library by.
    ///
    /// ```swift
    /// let user = try await HTTPClient.requests.perform(GitHub.live.get(.json(User.self), from: "/users/ada"))
    /// ```
    ///
    /// It has the configuration ``AsyncHTTPClient/HTTPClient/Configuration/requests`` and the event loops that all clients share. It
    /// lives as long as the process: don't shut it down.
    public static let requests = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: .requests)
}

extension HTTPClient.Configuration {
    /// The configuration for a client that sends requests of this library.
    ///
    /// ```swift
    /// var configuration = HTTPClient.Configuration.requests
    /// configuration.tlsConfiguration = tls
    /// let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    /// ```
    ///
    /// It differs from the default configuration of a client:
    /// - The client follows no redirects. The request's policy does, on connections that stay open.
    /// - A connection that can't be made is an error at once, not when the time-out for connecting is over.
    /// - A response with a status below 100 is ``RequestErrorCode/malformedResponse``. In another client it ends the process
    ///   (AsyncHTTPClient 1.37). The properties `http1_1ConnectionDebugInitializer` and `http2StreamChannelDebugInitializer` hold what
    ///   does this: leave them as they are.
    ///
    /// As by default, the client decompresses nothing: the library does, and the request's policy counts the bytes. A client that
    /// decompresses can be made to end the process by a response that is not what it says (AsyncHTTPClient 1.37).
    public static var requests: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.http1_1ConnectionDebugInitializer = ResponseGuard.add(toConnection:)
        configuration.http2StreamChannelDebugInitializer = ResponseGuard.add(toStream:)
        return configuration
    }
}
#endif
