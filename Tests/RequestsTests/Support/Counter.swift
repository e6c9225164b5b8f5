import Requests

/// Counts calls, from any thread.
final class Counter: Sendable {
    private let calls = Guarded(0)

    var count: Int { calls.withLock { $0 } }

    /// Counts one call.
    @discardableResult
    func next() -> Int {
        calls.withLock { count in
            count += 1
            return count
        }
    }
}
