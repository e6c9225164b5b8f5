/// Work that runs once for all callers that wait for its result at the same time.
///
/// It runs in a separate task. Cancelling a caller ends only its wait. The work continues for the other callers.
/// Without callers, it continues unless `endsWithCallers` is set.
final class SharedWork<Value: Sendable>: Sendable {
    private struct State {
        var waiting: [ObjectIdentifier: Wait] = [:]
        /// The number of the current run of the work.
        var run = 0
        var work: Task<Value, any Error>?
        var timer: Task<Void, Never>?
        /// The work of a run that reached its time limit, and may ignore its cancellation.
        var overdue: Task<Value, any Error>?
    }

    private let timeLimit: Duration?
    private let clock: any Clock<Duration>
    private let endsWithCallers: Bool
    private let state = Guarded(State())

    /// Makes work that does not run yet.
    ///
    /// - Parameters:
    ///   - timeLimit: The maximum duration of a run; `nil` for no limit.
    ///   - clock: The clock that measures time.
    ///   - endsWithCallers: Whether the work is cancelled when all its callers are cancelled.
    init(timeLimit: Duration?, clock: any Clock<Duration> = ContinuousClock(), endsWithCallers: Bool = false) {
        self.timeLimit = timeLimit
        self.clock = clock
        self.endsWithCallers = endsWithCallers
    }

    /// The number of waiting callers.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Returns the result of the running work.
    ///
    /// If no work is running, the given work begins. Work that reached its time limit runs until it reacts to its cancellation; the
    /// next work begins only after that.
    ///
    /// - Parameters:
    ///   - call: The caller's message, whose deadline limits the wait. With `nil`, only the time limit of the work
    ///     applies.
    ///   - work: The work.
    /// - Returns: The result.
    /// - Throws: The error of the work, a `CancellationError` if the caller is cancelled, or ``RequestErrorCode/timedOut``.
    func value(
        for call: OutgoingRequest? = nil, of work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let wait = Wait(of: call)
        let work = join(wait, for: work)
        do {
            try await wait.ended()
        } catch {
            leave(wait)
            throw error
        }
        return try await work.value
    }

    /// Adds a waiting caller, and begins the work unless it's running.
    ///
    /// - Returns: The running work.
    private func join(
        _ wait: Wait, for work: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        state.withLock { state in
            state.waiting[ObjectIdentifier(wait)] = wait
            if let work = state.work { return work }
            state.run += 1
            let run = state.run
            let task = Task { [overdue = state.overdue] in
                _ = await overdue?.result
                defer { self.end(run) }
                try Task.checkCancellation()
                return try await work()
            }
            state.work = task
            guard let timeLimit else { return task }
            state.timer = Task { [clock] in
                guard (try? await clock.sleep(for: timeLimit)) != nil else { return }
                let message = "the operation took longer than \(timeLimit)"
                self.end(run, with: TransportError(code: .timedOut, message: message))
            }
            return task
        }
    }

    /// Removes a caller that was cancelled or reached its deadline.
    private func leave(_ wait: Wait) {
        let abandoned: State? = state.withLock { state in
            let isWaiting = state.waiting.removeValue(forKey: ObjectIdentifier(wait)) != nil
            guard isWaiting, endsWithCallers, state.waiting.isEmpty else { return nil }
            defer { (state.work, state.timer) = (nil, nil) }
            return state
        }
        abandoned?.work?.cancel()
        abandoned?.timer?.cancel()
    }

    /// Ends a run: its work has ended, or has reached its time limit if there is an error.
    private func end(_ run: Int, with lateness: TransportError? = nil) {
        let ended: State? = state.withLock { state in
            guard state.run == run, state.work != nil else { return nil }
            state.overdue = lateness == nil ? nil : state.work
            defer { (state.waiting, state.work, state.timer) = ([:], nil, nil) }
            return state
        }
        guard let ended else { return }
        ended.timer?.cancel()
        if lateness != nil { ended.work?.cancel() }
        for wait in ended.waiting.values { wait.end(lateness.map { .failure($0) } ?? .success(())) }
    }
}
