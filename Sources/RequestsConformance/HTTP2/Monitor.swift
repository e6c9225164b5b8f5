import Foundation
import Requests

/// State whose changes threads can await.
final class Monitor<State>: Sendable {
    private let condition = NSCondition()
    private let state: Guarded<State>

    init(_ state: sending State) {
        self.state = Guarded(state)
    }

    /// Changes the state, and wakes the threads that wait.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return state.withLock { body(&$0) }
    }

    /// Blocks until the function returns a value; returns `nil` after the time limit.
    func wait<Result: Sendable>(
        within limit: Duration = .seconds(3_600), for body: (inout State) -> Result?
    ) -> Result? {
        let deadline = Date(timeIntervalSinceNow: limit / .seconds(1))
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = state.withLock({ body(&$0) }) {
                condition.broadcast()
                return result
            }
            guard condition.wait(until: deadline) else { return state.withLock { body(&$0) } }
        }
    }
}
