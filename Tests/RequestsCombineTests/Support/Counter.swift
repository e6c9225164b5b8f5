#if canImport(Combine) || OpenCombine
import Requests

/// A number that many threads count up.
final class Counter: Sendable {
    private let number = Guarded(0)

    var value: Int { number.withLock { $0 } }

    @discardableResult
    func increment(by step: Int = 1) -> Int {
        number.withLock { number in
            number += step
            return number
        }
    }

    func raise(to other: Int) { number.withLock { $0 = max($0, other) } }
}
#endif
