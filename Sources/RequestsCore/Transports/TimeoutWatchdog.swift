import Dispatch

/// Ends exchanges that are idle for too long, and exchanges and other waits that take too long.
///
/// Most exchanges end long before their deadline, so there is only one timer, for the earliest deadline. A check looks
/// at every exchange, so there is a minimum time between checks. It delays an idle timeout by up to an eighth of the
/// timeout.
package final class TimeoutWatchdog: Sendable {
    package static let shared = TimeoutWatchdog()

    fileprivate struct State {
        var exchanges: [ObjectIdentifier: any TimeLimited] = [:]
        var nextCheck: Moment?
    }

    private let state = Guarded(State())
    private let queue = DispatchQueue(label: "Requests.TimeoutWatchdog")

    /// The number of active exchanges.
    package var count: Int { state.withLock { $0.exchanges.count } }

    /// Schedules a check no later than the exchange's deadline.
    func watch(_ exchange: any TimeLimited) {
        guard let deadline = exchange.timeLimit?.deadline else { return }
        let isEarlier = state.withLock { state in
            state.exchanges[ObjectIdentifier(exchange)] = exchange
            return state.schedule(deadline)
        }
        // The exchange may have ended, and been forgotten, before it was added.
        if exchange.hasEnded { forget(exchange) }
        if isEarlier { wait(for: deadline) }
    }

    /// Forgets an exchange that has ended.
    func forget(_ exchange: any TimeLimited) {
        _ = state.withLock { $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
    }

    private func wait(for deadline: Moment) {
        let wait = deadline - .now
        queue.asyncAfter(deadline: .now() + .milliseconds(wait.milliseconds)) { [weak self] in self?.check(deadline) }
    }

    private func check(_ scheduled: Moment) {
        let exchanges: [any TimeLimited]? = state.withLock { state in
            // An earlier check has replaced this one.
            guard state.nextCheck == scheduled else { return nil }
            state.nextCheck = nil
            return Array(state.exchanges.values)
        }
        guard let exchanges else { return }
        let now = Moment.now
        var earliest: Moment?
        for exchange in exchanges {
            guard let (deadline, distance) = exchange.timeLimit else { continue }
            if deadline <= now {
                exchange.timeOut()
            } else {
                let check = max(deadline, now + distance / 8)
                earliest = min(earliest ?? check, check)
            }
        }
        guard let earliest else { return }
        if state.withLock({ $0.schedule(earliest) }) { wait(for: earliest) }
    }
}

extension TimeoutWatchdog.State {
    /// Schedules a check; returns `false` if an earlier check is already scheduled.
    fileprivate mutating func schedule(_ deadline: Moment) -> Bool {
        if let nextCheck, nextCheck <= deadline { return false }
        nextCheck = deadline
        return true
    }
}

extension Duration {
    /// The number of milliseconds of a wait that ends just after the duration: at least 1, and at most about a day.
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = max(.zero, min(self, .seconds(86_400))).components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000) + 1
    }
}
