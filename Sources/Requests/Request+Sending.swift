public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Request {
    /// Sets the body.
    ///
    /// Any previous body is discarded.
    @inlinable
    public consuming func sending(_ body: BodyProvider) -> Self {
        parts.bodyProvider = body
        return self
    }

    /// Allows a body where the method gives it no meaning, as some search APIs want with GET (RFC 9110, section 9.3.1).
    ///
    /// URLSession on Linux does not send a GET with a body.
    @inlinable
    public consuming func allowingBody() -> Self {
        parts.options.allowsBody = true
        return self
    }

    /// Sets the credentials.
    ///
    /// Any previous credentials are discarded, and so is a field that they set. The credentials are sent even if
    /// ``authentication(_:)`` said ``AuthenticationRequirement/none`` before; if it says so later, they aren't.
    @inlinable
    public consuming func authenticated(with provider: AuthenticationProvider) -> Self {
        parts.authenticationProvider = provider
        parts.options.noteProvider()
        return self
    }

    /// Sets how long to wait, in seconds, while nothing comes: 60 by default, `.infinity` for ever.
    ///
    /// Zero, less, and what is not a number are errors when the request is resolved (``RequestErrorCode/invalidTimeout``).
    @inlinable
    public consuming func timeout(after seconds: TimeInterval) -> Self {
        parts.timeoutInterval = seconds
        return self
    }

    /// Sets how a cache may answer.
    @inlinable
    public consuming func with(cachePolicy: URLRequest.CachePolicy) -> Self {
        parts.cachePolicy = cachePolicy
        return self
    }

    /// Sets an option, which travels along for transports and what surrounds them.
    @inlinable
    public consuming func setting<Value>(
        _ option: WritableKeyPath<RequestOptions, Value>, _ value: Value
    ) -> Self {
        parts.options[keyPath: option] = value
        return self
    }
}
