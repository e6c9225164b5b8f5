extension Endpoint {
    /// Says whether a request needs credentials; with ``AuthenticationRequirement/none`` it gets none of its API either.
    public consuming func authentication(_ requirement: AuthenticationRequirement) -> Self {
        setting(\.authentication, requirement)
    }

    /// Says whether a request may be sent twice without acting twice.
    public consuming func idempotent(_ idempotency: Idempotency = .declared) -> Self {
        setting(\.idempotency, idempotency)
    }

    /// Sets when and how often a request is sent again, whatever the transport says.
    public consuming func retrying(_ policy: RetryPolicy) -> Self {
        setting(\.retryPolicy, policy)
    }
}
