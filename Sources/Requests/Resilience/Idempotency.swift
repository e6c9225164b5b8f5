/// Whether a message may be sent twice without acting twice.
public enum Idempotency: Sendable, Hashable {
    /// As its method says (RFC 9110, section 9.2.2): GET, HEAD, OPTIONS, TRACE, PUT and DELETE may; another may where it has an
    /// `Idempotency-Key`.
    case byMethod

    /// It may, whatever its method.
    case declared

    /// It may by way of an `Idempotency-Key` that is drawn for each call and stays the same over its attempts
    /// (draft-ietf-httpapi-idempotency-key-header).
    ///
    /// Every call has it, whatever its transport, and whoever sends it again: after a 503, after a 401. A message that is sent by
    /// hand, by ``Transport/send(_:)``, gets it from ``Transport/retrying(_:budget:clock:using:date:)`` alone.
    case keyed

    /// It may not, whatever its method.
    case refused
}

extension RequestOptions {
    /// Whether the message may be sent twice: as its method says, by default.
    public var idempotency: Idempotency {
        get { self[IdempotencyOption.self] }
        set { self[IdempotencyOption.self] = newValue }
    }

    private enum IdempotencyOption: RequestOption {
        static var defaultValue: Idempotency { .byMethod }
    }
}

extension OutgoingRequest {
    /// Whether the message, as it is, may be sent twice without acting twice.
    package var isIdempotent: Bool {
        switch options.idempotency {
        case .byMethod, .keyed: method.isIdempotent || header.contains(.idempotencyKey)
        case .declared: true
        case .refused: false
        }
    }
}

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
