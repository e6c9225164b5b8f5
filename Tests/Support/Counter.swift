import Requests

/// Counts calls, from any thread.
package final class Counter: Sendable {
    private let calls = Guarded(0)

    package init() {}

    package var count: Int { calls.withLock { $0 } }

    /// Counts one call.
    @discardableResult
    package func next() -> Int {
        calls.withLock { count in
            count += 1
            return count
        }
    }
}
