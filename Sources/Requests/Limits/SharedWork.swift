/// Work that runs once for all callers that wait for its result at the same time.
///
/// It runs in a separate task. Cancelling a caller ends only its wait. The work continues for the other callers.
/// Without callers, it continues unless `endsWithCallers` is set.
final class SharedWork<Value: Sendable>: Sendable {
    private struct State {
        var waiting: [Int: Wait<Value>] = [:]
        var nextID = 0
        /// The number of the current run of the work.
        var run = 0
        var tasks: [Task<Void, Never>] = []
        /// The work of a run that reached its time limit, and may ignore its cancellation.
        var overdue: Task<Void, Never>?
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
        let wait = Wait<Value>(of: call)
        let id = join(wait, for: work)
        do {
            return try await wait.value()
        } catch {
            leave(id)
            throw error
        }
    }

    /// Adds a waiting caller, and begins the work unless it's running.
    private func join(_ wait: Wait<Value>, for work: @escaping @Sendable () async throws -> Value) -> Int {
        state.withLock { state in
            state.nextID += 1
            let id = state.nextID
            state.waiting[id] = wait
            guard state.tasks.isEmpty else { return id }
            state.run += 1
            let run = state.run
            state.tasks = [
                Task { [overdue = state.overdue] in
                    await overdue?.value
                    if Task.isCancelled { return }
                    do {
                        self.end(run, .success(try await work()))
                    } catch {
                        self.end(run, .failure(error))
                    }
                }
            ]
            guard let timeLimit else { return id }
            state.tasks.append(
                Task { [clock] in
                    guard (try? await clock.sleep(for: timeLimit)) != nil else { return }
                    let message = "it took longer than \(timeLimit)"
                    self.end(run, .failure(TransportError(code: .timedOut, message: message)), isOverdue: true)
                })
            return id
        }
    }

    /// Removes a caller that was cancelled or reached its deadline.
    private func leave(_ id: Int) {
        let abandoned = state.withLock { state in
            let waiter = state.waiting.removeValue(forKey: id)
            guard endsWithCallers, waiter != nil, state.waiting.isEmpty else { return [Task<Void, Never>]() }
            defer { state.tasks = [] }
            return state.tasks
        }
        for task in abandoned { task.cancel() }
    }

    private func end(_ run: Int, _ result: Result<Value, any Error>, isOverdue: Bool = false) {
        let ended: State? = state.withLock { state in
            guard state.run == run, !state.tasks.isEmpty else { return nil }
            state.overdue = isOverdue ? state.tasks.first : nil
            defer {
                state.waiting = [:]
                state.tasks = []
            }
            return state
        }
        for task in ended?.tasks ?? [] { task.cancel() }
        for wait in ended?.waiting.values.map(\.self) ?? [] { wait.end(result) }
    }
}
