extension Request {
    /// Declares that sending the request twice has the same effect as sending it once.
    ///
    /// ```swift
    /// // POST /search, which only reads
    /// api.post(.json(query), to: "/search").idempotent()
    /// // POST /payments, with Idempotency-Key: …
    /// api.post(.json(payment), to: "/payments").idempotent(.keyed)
    /// ```
    ///
    /// - Parameter idempotency: The rule that decides whether the request may be sent twice. By default, the request
    ///   may be sent twice.
    /// - Returns: A new request; this one is unchanged.
    public consuming func idempotent(_ idempotency: Idempotency = .declared) -> Self {
        setting(\.idempotency, idempotency)
    }

    /// Sets when and how often the request is sent again, overriding the policy of the transport.
    ///
    /// The policy has no effect on a transport without ``Transport/retrying(_:budget:clock:using:date:)``.
    ///
    /// - Parameter policy: The policy.
    /// - Returns: A new request; this one is unchanged.
    public consuming func retrying(_ policy: RetryPolicy) -> Self {
        setting(\.retryPolicy, policy)
    }
}
