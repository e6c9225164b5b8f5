import Dispatch

/// Ends exchanges that have been idle for too long.
///
/// There is one timer at a time, for the earliest deadline, not one for each request: most end long before theirs. A
/// check looks at every exchange, so checks keep a distance to each other: a time-out comes up to an eighth later.
final class IdleWatchdog: Sendable {
    private let nextCheck = Guarded<ContinuousClock.Instant?>(nil)
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
        let isCurrent = nextCheck.withLock { nextCheck in
            // One that an earlier check made superfluous.
            guard nextCheck == scheduled else { return false }
            nextCheck = nil
            return true
        }
        guard isCurrent else { return }
        let now = ContinuousClock.now
        var earliest: ContinuousClock.Instant?
        for exchange in active() {
            guard let limit = exchange.idleLimit, let deadline = exchange.idleDeadline else { continue }
            if deadline <= now {
                exchange.timeOut()
            } else {
                let check = max(deadline, now + limit / 8)
                earliest = min(earliest ?? check, check)
            }
        }
        if let earliest { schedule(earliest) }
    }
}

extension Duration {
    /// Whole milliseconds, rounded up; none for what has passed, at most a day.
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = max(.zero, min(self, .seconds(86_400))).components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000) + 1
    }
}
