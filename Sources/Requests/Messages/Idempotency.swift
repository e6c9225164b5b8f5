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
    /// Indicates whether the message may be sent twice without acting twice.
    package var isIdempotent: Bool {
        switch options.idempotency {
        case .byMethod, .keyed: method.isIdempotent || header.contains(.idempotencyKey)
        case .declared: true
        case .refused: false
        }
    }
}
