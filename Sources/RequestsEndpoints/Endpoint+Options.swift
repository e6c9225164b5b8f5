public import Requests

extension Endpoint {
    /// Sets whether a request needs credentials.
    ///
    /// With ``/Requests/AuthenticationRequirement/none``, it doesn't get those of its API either.
    public func authentication(_ requirement: AuthenticationRequirement) -> Self {
        setting(\.authentication, requirement)
    }

    /// Declares whether a request may be sent twice without a second effect.
    public func idempotent(_ idempotency: Idempotency = .declared) -> Self {
        setting(\.idempotency, idempotency)
    }

    /// Sets when and how often a request is retried, whatever the transport says.
    public func retrying(_ policy: RetryPolicy) -> Self {
        setting(\.retryPolicy, policy)
    }
}
