/// The rules for when and how often a message is sent again, for ``Transport/retrying(_:budget:clock:using:date:)`` or for one
/// request.
///
/// ```swift
/// let session = URLSession.shared.retrying()
/// let report = try await session.perform(api.get(.json(Report.self), from: "/report").retrying(.never))
///
/// var patient = RetryPolicy.default
/// patient.attemptLimit = 6
/// patient.longestDelay = .seconds(60)
/// ```
///
/// Only a request that may be sent twice is sent again: see ``Idempotency``. The body must be repeatable, too.
public struct RetryPolicy: Sendable, Equatable {
    /// The largest number of attempts, the first one included: 3 by default.
    public var attemptLimit: Int

    /// The time after the beginning of the call in which the last attempt may begin: 60 seconds by default.
    ///
    /// An attempt itself has the usual timeout: it ends after ``OutgoingRequest/timeoutInterval`` without activity. All
    /// attempts together end after ``TransportPolicy/totalTimeout``.
    public var timeLimit: Duration

    /// The longest wait before the second attempt: 250 milliseconds by default.
    ///
    /// The limit doubles before each further attempt, up to ``longestDelay``. The delay is random between zero and this limit,
    /// so that clients that failed together do not come back together.
    public var delay: Duration

    /// The upper limit of a wait: 20 seconds by default.
    ///
    /// A wait that a server asks for with `Retry-After` (RFC 9110, section 10.2.3) is kept as it is, if ``timeLimit`` allows
    /// it. Otherwise its response is the result.
    public var longestDelay: Duration

    /// The status codes after which a message is sent again: 408, 425, 429, 500, 502, 503 and 504.
    public var statuses: Set<HTTPStatus>

    /// The errors after which a message is sent again: no network, no connection, a lost connection, no address, and a timeout.
    public var codes: Set<RequestErrorCode>

    /// Makes a policy.
    public init(
        attemptLimit: Int = 3,
        timeLimit: Duration = .seconds(60),
        delay: Duration = .milliseconds(250),
        longestDelay: Duration = .seconds(20),
        statuses: Set<HTTPStatus> = [
            .requestTimeout, .tooEarly, .tooManyRequests, .internalServerError, .badGateway, .serviceUnavailable,
            .gatewayTimeout,
        ],
        codes: Set<RequestErrorCode> = [.offline, .connectionFailed, .connectionLost, .hostNotFound, .timedOut]
    ) {
        self.attemptLimit = attemptLimit
        self.timeLimit = timeLimit
        self.delay = delay
        self.longestDelay = longestDelay
        self.statuses = statuses
        self.codes = codes
    }

    /// Three attempts within a minute.
    public static let `default` = RetryPolicy()

    /// One attempt.
    public static let never = RetryPolicy(attemptLimit: 1)
}

extension RequestOptions {
    /// The rules for when and how often the message is sent again; `nil`, the default, for those of the transport.
    public var retryPolicy: RetryPolicy? {
        get { self[PolicyOfRetries.self] }
        set { self[PolicyOfRetries.self] = newValue }
    }

    private enum PolicyOfRetries: RequestOption {
        static var defaultValue: RetryPolicy? { nil }
    }
}
