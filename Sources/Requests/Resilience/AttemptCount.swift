/// The attempts of one call: their number, and whether and when the next attempt begins.
struct AttemptCount<Time: Clock>: Sendable where Time.Duration == Duration {
    /// The next step of a call after an attempt.
    enum Step {
        /// The message is sent again after a wait.
        case again(after: Duration)
        case end(AttemptHistory)
    }

    private let retrier: Retrier<Time>
    private let policy: RetryPolicy
    /// The time from which the time limit counts.
    private var start: Time.Instant
    /// The number of the current attempt, starting at 1.
    private(set) var attempt = 1
    /// The number of earlier attempts that no longer count toward the limit.
    private var forgotten = 0
    /// Indicates whether the current attempt has received content, so that the next attempt isn't a repetition.
    private var hasProgressed = false

    init(_ retrier: Retrier<Time>, _ policy: RetryPolicy) {
        self.retrier = retrier
        self.policy = policy
        start = retrier.clock.now
    }

    /// The number of the current attempt among those that count toward the limit.
    private var counted: Int { attempt - forgotten }

    /// Indicates whether the limit allows no further attempt.
    var isLast: Bool { counted >= policy.attemptLimit }

    /// Decides what follows the current attempt, and takes a retry from the budget if necessary.
    func step(after outcome: Result<TransportResponse, TransportError>, of message: OutgoingRequest) -> Step {
        let elapsed = start.duration(to: retrier.clock.now)
        guard !isLast, let wait = wait(after: outcome) else { return .end(AttemptHistory(attempts: attempt)) }
        let isInTime = elapsed + wait <= policy.timeLimit && message.context.hasTime(for: wait)
        if let obstacle = obstacle(to: message, isInTime: isInTime) {
            return .end(AttemptHistory(attempts: attempt, obstacle: obstacle))
        }
        return .again(after: wait)
    }

    /// Waits, and begins the next attempt.
    mutating func begin(after wait: Duration) async throws {
        let clock = retrier.clock
        if wait > .zero { try await clock.sleep(until: clock.now.advanced(by: wait), tolerance: nil) }
        attempt += 1
        hasProgressed = false
    }

    /// Starts again: the current attempt becomes the first, and the time is measured from now.
    mutating func startAgain() {
        hasProgressed = true
        forgotten = attempt - 1
        start = retrier.clock.now
    }

    /// Returns the obstacle to a retry.
    ///
    /// If there is no obstacle, the function returns `nil`, and takes a retry from the budget unless the next attempt
    /// continues the current one.
    private func obstacle(to message: OutgoingRequest, isInTime: Bool) -> AttemptHistory.Obstacle? {
        guard isInTime else { return .time }
        guard message.body.canBeMadeAgain else { return .body }
        return hasProgressed || retrier.budget.withdraw() ? nil : .budget
    }

    /// Returns the wait before the next attempt; `nil` for no further attempt.
    private func wait(after outcome: Result<TransportResponse, TransportError>) -> Duration? {
        let asked: Duration?
        switch outcome {
        case .success(let response):
            guard policy.statuses.contains(response.head.status) else { return nil }
            asked = response.head.retryAfter(now: retrier.date)
        case .failure(let error):
            guard policy.isTemporary(error), !Task.isCancelled else { return nil }
            asked = error.retryAfter(now: retrier.date)
        }
        guard let asked else { return policy.backoff(after: counted, by: retrier.random) }
        return policy.wait(of: asked, after: counted, by: retrier.random)
    }
}
