/// The rules for when and how often to retry, for a transport or for one request.
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
/// Only an idempotent request with a repeatable body is retried: see ``Idempotency``.
public struct RetryPolicy: Sendable, Equatable {
    /// The maximum number of attempts, including the first: 3 by default.
    public var attemptLimit: Int

    /// The time since the start of the call within which an attempt may begin: 60 seconds by default.
    ///
    /// For a download, the time and the attempts can start again: see
    /// ``Transport/retrying(_:budget:clock:using:date:)``. Each attempt still ends after
    /// ``OutgoingRequest/timeoutInterval`` without activity, and all attempts together after
    /// ``TransportPolicy/totalTimeout``.
    public var timeLimit: Duration

    /// The longest wait before the second attempt: 250 milliseconds by default.
    ///
    /// The limit doubles before each further attempt, up to ``longestDelay``. The delay is random between zero and the
    /// limit, so that clients that failed together don't retry together.
    public var delay: Duration

    /// The longest wait before any attempt: 20 seconds by default.
    ///
    /// This doesn't limit the wait that a server requests with `Retry-After` (RFC 9110, section 10.2.3). The actual
    /// wait is longer than the requested wait by a random time, so that many clients don't return together: by at most
    /// the current limit of the random delay, or a tenth of the requested wait if that is longer, and by at least half
    /// of that. If the wait would exceed ``timeLimit``, the call returns the server's response.
    public var longestDelay: Duration

    /// The status codes to retry: 408, 425, 429, 500, 502, 503 and 504 by default.
    public var statuses: Set<HTTPStatus>

    /// The errors to retry: by default no network, no connection, a lost connection, an unknown host, and a timeout.
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

    /// Returns whether an error is temporary: its code is one of ``codes``, or its response has one of ``statuses``.
    public func isTemporary(_ error: any AnyRequestError) -> Bool {
        guard error.code == .unacceptableStatus else { return codes.contains(error.code) }
        return error.head.map { statuses.contains($0.status) } ?? false
    }

    /// Three attempts within a minute.
    public static let `default` = RetryPolicy()

    /// One attempt, without retries.
    public static let never = RetryPolicy(attemptLimit: 1)
}

extension RequestOptions {
    /// The rules for when and how often to retry; `nil`, the default, for the transport's rules.
    public var retryPolicy: RetryPolicy? {
        get { self[PolicyOfRetries.self] }
        set { self[PolicyOfRetries.self] = newValue }
    }

    private enum PolicyOfRetries: RequestOption {
        static var defaultValue: RetryPolicy? { nil }
    }
}
