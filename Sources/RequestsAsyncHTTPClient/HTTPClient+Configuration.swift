#if AsyncHTTPClient
public import AsyncHTTPClient

extension HTTPClient.Configuration {
    /// The configuration that suits requests of this library best; no client has to have it.
    ///
    /// ```swift
    /// let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .requests)
    /// ```
    ///
    /// What it changes, against the configuration that a client has by default:
    /// - The client follows no redirects: the request's policy does, on connections that stay open.
    /// - It decompresses nothing, as by default: the library does, and the request's policy counts the bytes. A client that does
    ///   so itself can be made to end the process by an answer that is not what it says (AsyncHTTPClient 1.37).
    /// - A connection that can't be made is an error at once, not when the time-out for connecting is over.
    public static var requests: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }
}
#endif
