public import Requests

extension Endpoint {
    /// Sets whether requests need credentials.
    ///
    /// With ``/Requests/AuthenticationRequirement/none``, requests also omit the API's credentials.
    public func authentication(_ requirement: AuthenticationRequirement) -> Self {
        setting(\.authentication, requirement)
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
