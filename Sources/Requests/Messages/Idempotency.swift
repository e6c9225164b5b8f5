/// A rule for whether a message may be sent twice without a second effect.
public enum Idempotency: Sendable, Hashable {
    /// The method decides (RFC 9110, section 9.2.2): GET, HEAD, OPTIONS, TRACE, PUT and DELETE are idempotent.
    ///
    /// A message of another method is idempotent if it has an `Idempotency-Key`.
    case byMethod

    /// The message is idempotent, whatever its method.
    case declared

    /// A random `Idempotency-Key` makes the message idempotent (draft-ietf-httpapi-idempotency-key-header).
    ///
    /// Each call gets a new key, and all its attempts have the same one.
    ///
    /// The key is added on every transport, and stays for every retry: after a 503, after a 401. A message that is sent by hand,
    /// with ``Transport/send(_:)``, only gets a key from ``Transport/retrying(_:budget:clock:using:date:)``.
    case keyed

    /// The message is not idempotent, whatever its method.
    case refused
}

extension RequestOptions {
    /// Sets whether the message may be sent twice; by default, the method decides.
    public var idempotency: Idempotency {
        get { self[IdempotencyOption.self] }
        set { self[IdempotencyOption.self] = newValue }
    }

    private enum IdempotencyOption: RequestOption {
        static var defaultValue: Idempotency { .byMethod }
    }
}

extension OutgoingRequest {
    /// Indicates whether the message may be sent twice without a second effect.
    package var isIdempotent: Bool {
        switch options.idempotency {
        case .byMethod, .keyed: method.isIdempotent || header.contains(.idempotencyKey)
        case .declared: true
        case .refused: false
        }
    }
}
