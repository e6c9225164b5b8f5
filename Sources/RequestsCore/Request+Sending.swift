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

    /// Allows a body for a method that usually has none, such as GET (RFC 9110, section 9.3.1).
    ///
    /// Some search APIs require such a body. All transports of this library send a GET with a body. On Linux,
    /// URLSession itself rejects a GET `URLRequest` with a body.
    @inlinable
    public consuming func allowingBody() -> Self {
        parts.options.allowsBody = true
        return self
    }

    /// Sets the credentials.
    ///
    /// The credentials replace any previous credentials, and any header field with the same name. They are sent even if
    /// ``authentication(_:)`` was called before with ``AuthenticationRequirement/none``; a later call with that value
    /// removes them.
    @inlinable
    public consuming func authenticated(with provider: consuming AuthenticationProvider) -> Self {
        parts.authenticationProvider = provider
        parts.options.noteProvider()
        return self
    }

    /// Sets the idle timeout: 60 seconds by default; `nil` disables it.
    ///
    /// ```swift
    /// request.timeout(after: .seconds(5))
    /// ```
    ///
    /// The request fails if no data arrives for this long. For zero or a negative duration, resolving the request throws
    /// ``RequestErrorCode/invalidTimeout``.
    @inlinable
    public consuming func timeout(after duration: Duration?) -> Self {
        parts.timeoutInterval = duration.map { $0 / .seconds(1) } ?? .infinity
        return self
    }

    /// Sets the styles for writing and reading values, instead of the API's ``RequestProviding/coding``.
    ///
    /// ```swift
    /// api.post(.form(login), to: "/login").with(coding: .standard)
    /// ```
    ///
    /// The styles apply to the path, the query, the body and the response. The path, query, fields and cookies of an
    /// endpoint's input are already written, so they stay unchanged. To change only the body, use
    /// ``BodyProvider/with(coding:)``.
    @inlinable
    public consuming func with(coding: Coding) -> Self {
        parts.coding = coding
        return self
    }

    /// Sets the cache policy.
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
