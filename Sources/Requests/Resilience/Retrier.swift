import Foundation

/// Sends the message of a call, and sends it again where that is safe and helps.
struct Retrier<Time: Clock>: Sendable where Time.Duration == Duration {
    let policy: RetryPolicy
    let budget: RetryBudget
    let clock: Time
    let lots: Lots
    let date: @Sendable () -> Date

    func send(_ request: OutgoingRequest, _ next: NextTransport) async throws -> TransportResponse {
        budget.deposit()
        let policy = request.options.retryPolicy ?? policy
        var message = request
        if request.options.idempotency == .keyed, !request.header.contains(.idempotencyKey) {
            message.header.append(.idempotencyKey(lots.uuid()))
        }
        guard policy.attemptLimit > 1, request.isIdempotent else { return try await next(message) }
        let seconds = request.options.policy.totalTimeout
        // One time for all attempts.
        if message.deadline == nil, seconds < 1e9 { message.deadline = .now + .seconds(seconds) }
        let start = clock.now
        var attempt = 1
        while true {
            let outcome = await outcome(of: message, by: next)
            let elapsed = start.duration(to: clock.now)
            guard attempt < policy.attemptLimit, let wait = wait(after: outcome, attempt, policy),
                elapsed + wait <= policy.timeLimit, message.deadline.map({ ContinuousClock.now + wait < $0 }) ?? true,
                message.body.canBeMadeAgain, budget.withdraw()
            else { return try outcome.get(after: attempt, of: message) }
            message.callLog?.attemptFailed(attempt, outcome.head, outcome.error, next: wait)
            if case .answered(let response) = outcome { await response.letGo() }
            if wait > .zero { try await clock.sleep(until: clock.now.advanced(by: wait), tolerance: nil) }
            attempt += 1
            message.options.attempt = attempt
            message.options.progressObserver?.willSend(message.body)
        }
    }

    private func outcome(of message: OutgoingRequest, by next: NextTransport) async -> Outcome {
        var head: ResponseHead?
        do {
            var response = try await next(message)
            if message.isReadAtOnce, !policy(of: message).statuses.contains(response.head.status) {
                head = response.head
                let data = try await response.body.collect(upTo: message.options.policy.responseSizeLimit)
                response = TransportResponse(head: response.head, body: MessageBody(data))
            }
            return .answered(response)
        } catch {
            return .failed(TransportError(anyError: error).with(request: message, head: head))
        }
    }

    private func policy(of message: OutgoingRequest) -> RetryPolicy { message.options.retryPolicy ?? policy }

    /// How long to wait before the message is sent again; `nil` where it is not.
    private func wait(after outcome: Outcome, _ attempt: Int, _ policy: RetryPolicy) -> Duration? {
        switch outcome {
        case .answered(let response):
            guard policy.statuses.contains(response.head.status) else { return nil }
            if let asked = response.head.retryAfter(now: date) { return asked }
        case .failed(let error):
            guard policy.codes.contains(error.code), !Task.isCancelled else { return nil }
        }
        return lots.duration(upTo: policy.delayLimit(after: attempt))
    }
}

/// What became of one attempt.
private enum Outcome {
    case answered(TransportResponse)
    case failed(TransportError)

    var head: ResponseHead? {
        switch self {
        case .answered(let response): response.head
        case .failed(let error): error.head
        }
    }

    var error: TransportError? {
        if case .failed(let error) = self { error } else { nil }
    }

    /// The answer or the error, as the last one of the call.
    func get(after attempts: Int, of message: OutgoingRequest) throws -> TransportResponse {
        switch self {
        case .answered(let response): return response
        case .failed(let error):
            throw attempts > 1 ? error.replacing(message: "\(error.message), in attempt \(attempts)") : error
        }
    }
}
