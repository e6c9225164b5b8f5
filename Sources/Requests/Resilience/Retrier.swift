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
        // A call adds the key when it begins; this line adds the key to a message that is sent by hand.
        if request.options.idempotency == .keyed { message.addKey(random.uuid()) }
        let policy = request.options.retryPolicy ?? policy
        #if DEBUG
        message.context.order.pass(.retrying, keeping: budget)
        #endif
        // An outer decorator already retries; if both did, the numbers of their attempts would be multiplied.
        if message.context.retriedStatuses != nil { return try await next(message) }
        let continued = message.context.continuedCall
        let earlier: AttemptCount<Time>? = continued?.attempts()
        if earlier == nil { budget.deposit() }
        guard policy.attemptLimit > 1, message.isIdempotent else { return try await next(message) }
        // All attempts share one deadline, even if the message was sent by hand.
        message.setDeadline()
        var attempts = earlier ?? AttemptCount(self, policy)
        if let earlier { message.changeLegally { $0.options.attempt = earlier.attempt } }
        while true {
            let pause: Duration
            do {
                // Release the response before the wait, because it may count toward a limit for calls.
                message.context.retriedStatuses = attempts.isLast ? [] : policy.statuses
                message.context.retryBudget = budget
                let outcome = await outcome(of: message, policy, by: next)
                switch attempts.step(after: outcome, of: message) {
                case .end(let history):
                    continued?.store(attempts, observer: message.context.observer)
                    return try outcome.ending(history)
                case .again(let wait):
                    pause = wait
                }
                message.context.observer?.attemptFailed(attempts.attempt, outcome.head, outcome.error, next: pause)
                if case .success(let response) = outcome { await response.drain() }
            }
            try await attempts.begin(after: pause)
            message.changeLegally { $0.options.attempt = attempts.attempt }
            message.context.observer?.attemptBegins(attempts.attempt)
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
}

extension Result<TransportResponse, TransportError> {
    /// The head of the response, even if the attempt failed later.
    fileprivate var head: ResponseHead? {
        switch self {
        case .success(let response): response.head
        case .failure(let error): error.head
        }
    }

    fileprivate var error: TransportError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
