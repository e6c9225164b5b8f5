/// Work that runs once for all callers that need its result at the same time.
///
/// It runs in a separate task. If a caller that waits is cancelled, only its wait ends. The work goes on for the others, and
/// without callers, too, unless it ends with its callers.
final class SharedWork<Value: Sendable>: Sendable {
    private struct State {
        var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
        var nextID = 0
        /// The number of the current run of the work.
        var run = 0
        var tasks: [Task<Void, Never>] = []
    }

    private let timeLimit: Duration?
    private let clock: any Clock<Duration>
    private let endsWithCallers: Bool
    private let state = Guarded(State())

    /// Makes work that does not run yet.
    ///
    /// - Parameters:
    ///   - timeLimit: The longest time that a run may take; `nil` for no limit.
    ///   - clock: The clock that measures time.
    ///   - endsWithCallers: Whether the work is cancelled if all its callers are.
    init(timeLimit: Duration?, clock: any Clock<Duration> = ContinuousClock(), endsWithCallers: Bool = false) {
        self.timeLimit = timeLimit
        self.clock = clock
        self.endsWithCallers = endsWithCallers
    }

    /// The number of callers that wait.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Returns the result of the work that runs now.
    ///
    /// If none runs, this work begins.
    ///
    /// - Throws: The error of the work, a `CancellationError` if the caller is cancelled, or ``RequestErrorCode/timedOut``.
    func value(of work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                wait(id, continuation, for: work)
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func wait(
        _ id: Int, _ continuation: CheckedContinuation<Value, any Error>,
        for work: @escaping @Sendable () async throws -> Value
    ) {
        // If the task was cancelled before, its handler has run already.
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        state.withLock { state in
            state.waiting[id] = continuation
            guard state.tasks.isEmpty else { return }
            state.run += 1
            let run = state.run
            state.tasks = [
                Task {
                    do {
                        self.end(run, .success(try await work()))
                    } catch {
                        self.end(run, .failure(error))
                    }
                }
            ]
            guard let timeLimit else { return }
            state.tasks.append(
                Task { [clock] in
                    guard (try? await clock.sleep(for: timeLimit)) != nil else { return }
                    let message = "it took longer than \(timeLimit)"
                    self.end(run, .failure(TransportError(code: .timedOut, message: message)))
                })
        }
        // If the task was cancelled in between, its handler found nobody to wake.
        if Task.isCancelled { cancel(id) }
    }

    private func cancel(_ id: Int) {
        let (waiter, abandoned) = state.withLock { state in
            let waiter = state.waiting.removeValue(forKey: id)
            guard endsWithCallers, waiter != nil, state.waiting.isEmpty else { return (waiter, [Task<Void, Never>]()) }
            defer { state.tasks = [] }
            return (waiter, state.tasks)
        }
        for task in abandoned { task.cancel() }
        waiter?.resume(throwing: CancellationError())
    }

    private func end(_ run: Int, _ result: Result<Value, any Error>) {
        let ended: State? = state.withLock { state in
            guard state.run == run, !state.tasks.isEmpty else { return nil }
            defer {
                state.waiting = [:]
                state.tasks = []
            }
            return state
        }
        for task in ended?.tasks ?? [] { task.cancel() }
        for continuation in ended?.waiting.values.map(\.self) ?? [] { continuation.resume(with: result) }
    }
}
