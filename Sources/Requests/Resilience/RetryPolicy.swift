/// When and how often a message is sent again: what ``Transport/retrying(_:budget:clock:using:date:)`` does, and what a request says
/// otherwise.
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
/// Only what may be sent twice is sent again: see ``Idempotency``. So is a body alone that can be made again.
public struct RetryPolicy: Sendable {
    /// How often a message is sent at most, the first time included: 3 by default.
    public var attemptLimit: Int

    /// How long after the beginning of the call the last attempt may begin: 60 seconds by default.
    ///
    /// An attempt itself ends as it would without: after ``OutgoingRequest/timeoutInterval`` without a sign of life. All of them
    /// together end after ``TransportPolicy/totalTimeout``.
    public var timeLimit: Duration

    /// How long the wait before the second attempt is at most: 250 milliseconds by default.
    ///
    /// Before each further one it is twice as long, up to ``longestDelay``. How long it really is, is drawn by lot, from nothing
    /// up to this, so that clients that failed together do not come back together.
    public var delay: Duration

    /// How long a wait may become: 20 seconds by default.
    ///
    /// What a server asks for by `Retry-After` (RFC 9110, section 10.2.3) is waited for as it is, where ``timeLimit`` allows it;
    /// otherwise its answer is the answer.
    public var longestDelay: Duration

    /// The statuses after which a message is sent again: 408, 425, 429, 500, 502, 503 and 504.
    public var statuses: Set<HTTPStatus>

    /// The errors after which a message is sent again: no network, no connection, a lost one, no address, and nothing
    /// for too long.
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

    /// The longest wait after an attempt.
    func delayLimit(after attempt: Int) -> Duration {
        var limit = delay
        // Twice as long for 64 times is longer than anything.
        for _ in 1..<min(max(attempt, 1), 64) where limit < longestDelay { limit *= 2 }
        return max(min(limit, longestDelay), .zero)
    }
}

extension RequestOptions {
    /// When and how often the message is sent again; `nil`, the default, for what the transport says.
    public var retryPolicy: RetryPolicy? {
        get { self[PolicyOfRetries.self] }
        set { self[PolicyOfRetries.self] = newValue }
    }

    private enum PolicyOfRetries: RequestOption {
        static var defaultValue: RetryPolicy? { nil }
    }
}
