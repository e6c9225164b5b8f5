public import Requests

extension Endpoint {
    /// Sets whether requests need credentials.
    ///
    /// With ``/Requests/AuthenticationRequirement/none``, requests also omit the API's credentials.
    public func authentication(_ requirement: AuthenticationRequirement) -> Self {
        setting(\.authentication, requirement)
    }

    /// Requires credentials with OAuth 2.0 scopes (RFC 6749, section 3.3).
    ///
    /// ```swift
    /// let add = Endpoint<NewBook, Book>(.post, "/books").authentication(scopes: "books:write")
    /// ```
    ///
    /// The API's OpenAPI document lists the scopes. The authentication scheme of ``Routes`` must check them.
    public func authentication(scopes: String...) -> Self {
        authentication(.required).describing { $0.scopes += scopes }
    }

    /// Sets the idle timeout of every request; `nil` disables it.
    ///
    /// ```swift
    /// let report = Endpoint<Void, Report>(.get, "/report").timeout(after: .seconds(300))
    /// ```
    ///
    /// The timeout replaces the API's timeout, which is 60 seconds by default. A request's
    /// ``/Requests/Request/timeout(after:)``, or the `timeoutInterval` of an ``EndpointRequest``, takes precedence over
    /// the endpoint's timeout. For zero or a negative duration, resolving a request throws
    /// ``/Requests/RequestErrorCode/invalidTimeout``. The timeout doesn't limit handlers in ``Routes``.
    public func timeout(after duration: Duration?) -> Self {
        changing { $0.timeoutInterval = duration.map { $0 / .seconds(1) } ?? .infinity }
    }

    /// Declares whether a request can be sent twice without a second effect.
    public func idempotent(_ idempotency: Idempotency = .declared) -> Self {
        setting(\.idempotency, idempotency)
    }

    /// Sets when and how often requests are retried; overrides the transport's policy.
    public func retrying(_ policy: RetryPolicy) -> Self {
        setting(\.retryPolicy, policy)
    }
}
