/// A call that waits for its turn, until the turn, a cancellation or its deadline comes; the first of them counts.
final class WaitingCall: TimeLimited {
    private struct State {
        var outcome: Result<Void, any Error>?
        var waiter: CheckedContinuation<Void, any Error>?
    }

    private let request: OutgoingRequest
    private let state = Guarded(State())

    init(_ request: OutgoingRequest) {
        self.request = request
    }

    /// Waits for the turn.
    func turn() async throws {
        TimeoutWatchdog.shared.watch(self)
        defer { TimeoutWatchdog.shared.forget(self) }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state in
                    if state.outcome == nil { state.waiter = continuation }
                    return state.outcome
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            end(.failure(CancellationError()))
        }
    }

    /// Ends the wait.
    ///
    /// - Returns: Whether the call was still waiting.
    @discardableResult
    func end(_ outcome: Result<Void, any Error>) -> Bool {
        let (isFirst, waiter) = state.withLock { state in
            guard state.outcome == nil else { return (false, nil as CheckedContinuation<Void, any Error>?) }
            state.outcome = outcome
            defer { state.waiter = nil }
            return (true, state.waiter)
        }
        waiter?.resume(with: outcome)
        return isFirst
    }

    // MARK: For the clock

    var hasEnded: Bool { state.withLock { $0.outcome != nil } }

    var timeLimit: (deadline: ContinuousClock.Instant, distance: Duration)? {
        request.context.deadline.map { ($0, .zero) }
    }

    func timeOut() {
        end(.failure(TransportError.noTurn(for: request)))
    }
}

extension TransportError {
    /// Returns the error of a call that has no time left to wait for its turn.
    static func noTurn(for request: OutgoingRequest) -> TransportError {
        TransportError(
            code: .timedOut,
            message: "the call had to wait for its turn, because of a limit of the transport, for longer than the "
                + "\(request.options.policy.totalTimeout ?? .zero) that it may take"
        )
        .with(request: request)
    }
}
