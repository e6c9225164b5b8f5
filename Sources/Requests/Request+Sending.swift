#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension Request {
    /// Sets the body.
    ///
    /// Any previous body is discarded.
    @inlinable
    public consuming func sending(_ body: consuming BodyProvider) -> Self {
        parts.bodyProvider = body
        return self
    }

    /// Allows a body for a method that defines no meaning for it, as some search APIs require with GET (RFC 9110, section 9.3.1).
    ///
    /// URLSession on Linux does not send a GET with a body.
    @inlinable
    public consuming func allowingBody() -> Self {
        parts.options.allowsBody = true
        return self
    }

    /// Sets the credentials.
    ///
    /// Any previous credentials are discarded, and so is a field that they set. The credentials are sent even after an earlier
    /// ``authentication(_:)`` with ``AuthenticationRequirement/none``. A later one removes them.
    @inlinable
    public consuming func authenticated(with provider: consuming AuthenticationProvider) -> Self {
        parts.authenticationProvider = provider
        parts.options.noteProvider()
        return self
    }

    /// Sets the idle timeout: 60 seconds by default, or `nil` to wait for ever.
    ///
    /// ```swift
    /// request.timeout(after: .seconds(5))
    /// ```
    ///
    /// The timeout ends a request if no data arrives for this long. Zero or a negative duration is an error when the request is
    /// resolved (``RequestErrorCode/invalidTimeout``).
    @inlinable
    public consuming func timeout(after duration: Duration?) -> Self {
        parts.timeoutInterval = duration.map { $0 / .seconds(1) } ?? .infinity
        return self
    }

    /// Sets the rules for responses from a cache.
    @inlinable
    public consuming func with(cachePolicy: URLRequest.CachePolicy) -> Self {
        parts.cachePolicy = cachePolicy
        return self
    }

    /// Sets an option, which is passed to transports and their decorators.
    @inlinable
    public consuming func setting<Value>(
        _ option: WritableKeyPath<RequestOptions, Value>, _ value: Value
    ) -> Self {
        parts.options[keyPath: option] = value
        return self
    }
}
