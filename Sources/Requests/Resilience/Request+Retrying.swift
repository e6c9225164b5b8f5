extension Request {
    /// Says whether the request may be sent twice without acting twice.
    ///
    /// ```swift
    /// // POST /search, which only reads
    /// api.post(.json(query), to: "/search").idempotent()
    /// // POST /payments, with Idempotency-Key: …
    /// api.post(.json(payment), to: "/payments").idempotent(.keyed)
    /// ```
    ///
    /// - Parameter idempotency: How it is known.
    /// - Returns: A new request; this one is unchanged.
    public consuming func idempotent(_ idempotency: Idempotency = .declared) -> Self {
        setting(\.idempotency, idempotency)
    }

    /// Sets when and how often the request is sent again, whatever the transport says.
    ///
    /// A transport without ``Transport/retrying(_:budget:clock:using:date:)`` sends it once all the same.
    ///
    /// - Parameter policy: The policy.
    /// - Returns: A new request; this one is unchanged.
    public consuming func retrying(_ policy: RetryPolicy) -> Self {
        setting(\.retryPolicy, policy)
    }
}
