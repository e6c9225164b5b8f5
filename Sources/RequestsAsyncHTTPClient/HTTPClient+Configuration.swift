#if AsyncHTTPClient
public import AsyncHTTPClient

extension HTTPClient {
    /// The client for requests of this library.
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
    /// - The client follows no redirects. The library follows them by the request's policy, on connections that stay open.
    /// - A connection that can't be made fails at once, and not when the connect timeout is over.
    /// - A response with a status below 100 is ``RequestErrorCode/malformedResponse``. In another client it ends the process
    ///   (AsyncHTTPClient 1.37). The properties `http1_1ConnectionDebugInitializer` and `http2StreamChannelDebugInitializer` install this
    ///   check: leave them as they are.
    /// - The client traces nothing: without a tracer of your app, the spans would only cost time. Set `tracing.tracer` to yours,
    ///   such as `InstrumentationSystem.tracer`. Other configurations keep their tracer.
    ///
    /// As by default, the client decompresses nothing. The library decompresses, and counts the bytes for the request's policy. A
    /// response with invalid compressed content can end the process if the client decompresses (AsyncHTTPClient 1.37).
    public static var requests: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.tracing.tracer = nil
        configuration.http1_1ConnectionDebugInitializer = CrashingResponseGuard.add(toConnection:)
        configuration.http2StreamChannelDebugInitializer = CrashingResponseGuard.add(toStream:)
        return configuration
    }
}
#endif
