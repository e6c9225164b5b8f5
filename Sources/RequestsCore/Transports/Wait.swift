/// A wait for an event, which ends with the event, an error, the cancellation of its task, or a deadline.
package final class Wait: TimeLimited {
    private struct State {
        var outcome: Result<Void, any Error>?
        var waiter: CheckedContinuation<Void, any Error>?
    }

    private let deadline: Moment?
    private let lateness: @Sendable () -> any Error
    private let state = Guarded(State())

    /// Makes a wait that hasn't begun.
    ///
    /// - Parameters:
    ///   - deadline: The latest end; `nil` for no limit.
    ///   - lateness: Makes the error to throw at the deadline.
    package init(until deadline: Moment?, lateness: @escaping @Sendable () -> any Error) {
        self.deadline = deadline
        self.lateness = lateness
    }

    /// Makes a wait for work that a call shares with other calls.
    ///
    /// - Parameter call: The message of the call, whose deadline ends the wait with ``RequestErrorCode/timedOut``;
    ///   `nil` for no limit.
    package convenience init(of call: OutgoingRequest?) {
        self.init(until: call?.context.deadline) {
            let message =
                "the request that this call shares with other calls took longer than the total timeout of this call"
            return TransportError(code: .timedOut, message: message, request: call)
        }
    }

    /// Waits for the event.
    ///
    /// - Throws: The error that ended the wait, a `CancellationError`, or the error of the deadline.
    package func ended() async throws {
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
    /// - Returns: `false` if the wait has already ended.
    @discardableResult
    package func end(_ outcome: Result<Void, any Error> = .success(())) -> Bool {
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

    var timeLimit: (deadline: Moment, distance: Duration)? { deadline.map { ($0, .zero) } }

    func timeOut() { end(.failure(lateness())) }
}
