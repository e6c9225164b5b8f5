import Dispatch
import Requests

/// The end of a case: whichever comes first of the case's result, its time limit and a cancellation.
final class Race: Sendable {
    private struct State {
        var result: Result<Void, ConformanceFailure>?
        var waiter: CheckedContinuation<Result<Void, ConformanceFailure>, Never>?
    }

    private let state = Guarded(State())

    /// Ends the race.
    ///
    /// Later calls are ignored.
    func end(_ result: Result<Void, ConformanceFailure>) {
        let waiter = state.withLock { state -> CheckedContinuation<Result<Void, ConformanceFailure>, Never>? in
            guard state.result == nil else { return nil }
            state.result = result
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: result)
    }

    /// Waits for the end of the race.
    ///
    /// The race fails once the time limit has passed.
    ///
    /// Dispatch measures the time, because the code under test may block all threads of Swift's pool.
    func result(
        within limit: Duration, orElse failure: @escaping @Sendable () -> ConformanceFailure
    ) async -> Result<Void, ConformanceFailure> {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler { [self] in end(.failure(failure())) }
        timer.schedule(deadline: .now() + .milliseconds(Int(limit / .milliseconds(1))))
        timer.activate()
        defer { timer.cancel() }
        return await withCheckedContinuation { continuation in
            let result = state.withLock { state in
                if state.result == nil { state.waiter = continuation }
                return state.result
            }
            if let result { continuation.resume(returning: result) }
        }
    }
}
