import Dispatch
import Synchronization

/// Ends exchanges that have been idle for too long.
///
/// There is one timer at a time for the earliest deadline, not one for each request: most end long before theirs.
final class IdleWatchdog: Sendable {
    private let nextCheck = Mutex<ContinuousClock.Instant?>(nil)
    private let active: @Sendable () -> [URLSessionExchange]
    private let queue = DispatchQueue(label: "Requests.IdleWatchdog")

    init(active: @escaping @Sendable () -> [URLSessionExchange]) {
        self.active = active
    }

    /// Makes sure that there is a check no later than the exchange's deadline.
    func watch(_ exchange: URLSessionExchange) {
        if let deadline = exchange.idleDeadline { schedule(deadline) }
    }

    private func schedule(_ deadline: ContinuousClock.Instant) {
        let isEarlier = nextCheck.withLock { nextCheck in
            if let nextCheck, nextCheck <= deadline { return false }
            nextCheck = deadline
            return true
        }
        guard isEarlier else { return }
        let wait = ContinuousClock.now.duration(to: deadline)
        queue.asyncAfter(deadline: .now() + .milliseconds(wait.milliseconds)) { [weak self] in
            self?.check(deadline)
        }
    }

    private func check(_ scheduled: ContinuousClock.Instant) {
        nextCheck.withLock { if $0 == scheduled { $0 = nil } }
        let now = ContinuousClock.now
        var earliest: ContinuousClock.Instant?
        for exchange in active() {
            guard let deadline = exchange.idleDeadline else { continue }
            if deadline <= now {
                exchange.timeOut()
            } else {
                earliest = min(earliest ?? deadline, deadline)
            }
        }
        if let earliest { schedule(earliest) }
    }
}

extension Duration {
    /// Whole milliseconds, rounded up; none for what has passed.
    fileprivate var milliseconds: Int {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        return Int(clamping: seconds).multipliedReportingOverflow(by: 1_000).partialValue + Int(attoseconds / 1_000_000_000_000_000) + 1
    }
}
