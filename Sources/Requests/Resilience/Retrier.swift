import Foundation

/// Sends the message of a call, and retries if that is safe and useful.
struct Retrier<Time: Clock>: Sendable where Time.Duration == Duration {
    let policy: RetryPolicy
    let budget: RetryBudget
    let clock: Time
    let random: Randomness
    let date: @Sendable () -> Date

    func send(_ request: OutgoingRequest, _ next: NextTransport) async throws -> TransportResponse {
        var message = request
        // A call adds the key when it begins; this is for a message that is sent by hand.
        if request.options.idempotency == .keyed { message.addKey(random.uuid()) }
        let policy = request.options.retryPolicy ?? policy
        #if DEBUG
        message.context.order.pass(.retrying, keeping: budget)
        #endif
        // An outer decorator retries already: together, they would multiply their attempts.
        if message.context.retriedStatuses != nil { return try await next(message) }
        budget.deposit()
        guard policy.attemptLimit > 1, message.isIdempotent else { return try await next(message) }
        // All attempts share one deadline, even if the message was sent by hand.
        message.setDeadline()
        let start = clock.now
        var attempt = 1
        while true {
            let pause: Duration
            do {
                // Release the response before the wait, because it may count toward a limit for calls.
                let isLast = attempt >= policy.attemptLimit
                message.context.retriedStatuses = isLast ? [] : policy.statuses
                message.context.retryBudget = budget
                let outcome = await outcome(of: message, policy, by: next)
                let elapsed = start.duration(to: clock.now)
                guard !isLast, let wait = wait(after: outcome, attempt, policy) else {
                    return try outcome.ending(AttemptHistory(attempts: attempt))
                }
                let isInTime = elapsed + wait <= policy.timeLimit && message.context.hasTime(for: wait)
                if let obstacle = obstacle(to: message, isInTime: isInTime) {
                    return try outcome.ending(AttemptHistory(attempts: attempt, obstacle: obstacle))
                }
                switch outcome {
                case .success(let response):
                    message.context.observer?.attemptFailed(attempt, response.head, nil, next: wait)
                    await response.drain()
                case .failure(let error):
                    message.context.observer?.attemptFailed(attempt, error.head, error, next: wait)
                }
                pause = wait
            }
            if pause > .zero { try await clock.sleep(until: clock.now.advanced(by: pause), tolerance: nil) }
            attempt += 1
            message.changeLegally { $0.options.attempt = attempt }
            message.context.observer?.attemptBegins(attempt)
            message.options.progressObserver?.willSend(message.body)
        }
    }

    /// Returns the outcome of one attempt.
    private func outcome(
        of message: OutgoingRequest, _ policy: RetryPolicy, by next: NextTransport
    ) async -> Result<TransportResponse, TransportError> {
        var head: ResponseHead?
        do {
            var response = try await next(message)
            if message.context.readsWhole(response.head), !policy.statuses.contains(response.head.status) {
                head = response.head
                let data = try await response.collect(for: message)
                response = TransportResponse(head: response.head, body: MessageBody(data))
            }
            return .success(response)
        } catch {
            return .failure(TransportError(anyError: error).with(request: message, head: head))
        }
    }

    /// Returns the obstacle to a retry.
    ///
    /// If there is none, the function takes a retry from the budget and returns `nil`.
    private func obstacle(to message: OutgoingRequest, isInTime: Bool) -> AttemptHistory.Obstacle? {
        guard isInTime else { return .time }
        guard message.body.canBeMadeAgain else { return .body }
        return budget.withdraw() ? nil : .budget
    }

    /// Returns the wait before the next attempt; `nil` for no further attempt.
    private func wait(
        after outcome: Result<TransportResponse, TransportError>, _ attempt: Int, _ policy: RetryPolicy
    ) -> Duration? {
        switch outcome {
        case .success(let response):
            guard policy.statuses.contains(response.head.status) else { return nil }
            if let asked = response.head.retryAfter(now: date) {
                return policy.wait(of: asked, after: attempt, by: random)
            }
        case .failure(let error):
            guard policy.isTemporary(error), !Task.isCancelled else { return nil }
            // This is the response to an inner request, such as one for new credentials.
            if error.code == .unacceptableStatus, let asked = error.head?.retryAfter(now: date) {
                return policy.wait(of: asked, after: attempt, by: random)
            }
        }
        return policy.backoff(after: attempt, by: random)
    }
}
