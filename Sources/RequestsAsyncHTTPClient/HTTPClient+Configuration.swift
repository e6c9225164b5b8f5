#if AsyncHTTPClient
public import AsyncHTTPClient
import NIOCore

extension HTTPClient {
    /// The client for requests of this library.
    ///
    /// ```swift
    /// let user = try await HTTPClient.requests.perform(GitHub.live.get(.json(User.self), from: "/users/ada"))
    /// ```
    ///
    /// It uses the configuration ``AsyncHTTPClient/HTTPClient/Configuration/requests`` and the event loops shared by
    /// all clients. The client exists as long as the process: don't shut it down.
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
    /// It differs from a client's default configuration:
    /// - The client doesn't follow redirects. The library follows redirects according to the request's policy, and
    ///   keeps the connections open.
    /// - The client uses HTTP/1.1. For HTTP/2, set `httpVersion` to `.automatic`.
    /// - The client has up to 100 connections to a host instead of 8, so that calls to a slow host rarely wait for each
    ///   other.
    /// - A connection that can't be made fails immediately, not only after the connect timeout.
    /// - The client is ``guarded()`` against servers that would end the process or fill its memory.
    /// - The client doesn't trace, because without a tracer, spans only cost time. To trace, set `tracing.tracer`, for
    ///   example to `InstrumentationSystem.tracer`. Other configurations keep their tracer.
    ///
    /// As in the default configuration, the client doesn't decompress. The library decompresses, and counts the bytes
    /// for the request's policy. If the client decompresses, invalid compressed content can end the process
    /// (AsyncHTTPClient 1.37).
    public static var requests: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 100
        configuration.tracing.tracer = nil
        return configuration.guarded()
    }

    /// Returns a copy of the configuration with guards against servers that would end the process or fill its memory.
    ///
    /// ```swift
    /// let configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    /// let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration.guarded())
    /// ```
    ///
    /// The guards cover faults of AsyncHTTPClient 1.37 and its packages, for all requests of the client:
    /// - A response with a status below 100, or with an HTTP/2 `:status` that is not a number, ends the process. With the guards,
    ///   the request throws ``RequestErrorCode/malformedResponse``.
    /// - An HTTP/2 connection stays open after a protocol error, such as a flood of empty frames, and all later bytes accumulate
    ///   in memory. With the guards, it is closed immediately, and its requests throw ``RequestErrorCode/connectionLost``.
    /// - An HTTP/2 request whose header fields are larger than a frame corrupts the connection: later requests can be
    ///   sent with the header fields of other requests. With the guards, the request throws
    ///   ``RequestErrorCode/headerTooLarge``.
    /// - A response that ends before its request has ended can block the connection or end the process.
    /// - Bytes after a response can break the next call.
    ///
    /// The copy uses HTTP/1.1. No guard can watch an HTTP/2 connection before its first SETTINGS frame, so set `httpVersion` to
    /// `.automatic` only for servers that you trust.
    ///
    /// The properties `http1_1ConnectionDebugInitializer`, `http2ConnectionDebugInitializer` and
    /// `http2StreamChannelDebugInitializer` install the guards, and then call their previous functions. Set your own
    /// functions before you call this method.
    ///
    /// - Returns: The configuration with guards.
    public func guarded() -> HTTPClient.Configuration {
        var copy = self
        copy.httpVersion = .http1Only
        copy.http1_1ConnectionDebugInitializer = Self.initializer(
            ResponseGuard.add(toConnection:), then: http1_1ConnectionDebugInitializer)
        copy.http2ConnectionDebugInitializer = Self.initializer(
            ConnectionErrorGuard.add(toConnection:), then: http2ConnectionDebugInitializer)
        copy.http2StreamChannelDebugInitializer = Self.initializer(
            ResponseGuard.add(toStream:), then: http2StreamChannelDebugInitializer)
        return copy
    }

    typealias Initializer = @Sendable (any Channel) -> EventLoopFuture<Void>

    /// Returns a function that calls two functions, one after the other.
    static func initializer(_ first: @escaping Initializer, then second: Initializer?) -> Initializer {
        guard let second else { return first }
        return { channel in first(channel).flatMap { second(channel) } }
    }
}
#endif
