/// A rule that decides whether a message may be sent twice without a second effect.
public enum Idempotency: Sendable, Hashable {
    /// The method decides: GET, HEAD, OPTIONS, TRACE, PUT and DELETE are idempotent (RFC 9110, section 9.2.2).
    ///
    /// A message with another method is idempotent if it contains an `Idempotency-Key`.
    case byMethod

    /// The message is idempotent, whatever its method.
    case declared

    /// A random `Idempotency-Key` makes the message idempotent (draft-ietf-httpapi-idempotency-key-header).
    ///
    /// Each call generates a new key, which all of its attempts share.
    ///
    /// Every transport sends the key, and every retry repeats it, for example after a 503 or a 401. If you send a
    /// message by hand with ``Transport/send(_:)``, only ``Transport/retrying(_:budget:clock:using:date:)`` adds a key.
    case keyed

    /// The message is not idempotent, whatever its method.
    case refused
}

extension RequestOptions {
    /// The rule that decides whether the message may be sent twice; by default, the method decides.
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

    /// Indicates whether a transport itself may send the message once more, after it has lost a pooled connection.
    ///
    /// Transports repeat only the first attempt, so that their repetitions and a decorator's retries don't multiply.
    package var mayBeRepeated: Bool {
        options.attempt == 1 && isIdempotent && body.canBeMadeAgain && context.retryBudget?.hasRetries ?? true
    }
}
