/// Lets the calls of each group begin one after the other, each at its time.
///
/// Only the first call of a group sleeps; later calls wait for their turn.
final class CallPace: Sendable {
    private struct State {
        var groups: [CallGroup: PaceState] = [:]
        /// The number of groups at which unneeded groups are removed.
        var sweepCount = 64
    }

    let clock: PaceClock
    let queue = CallQueue(width: 1)
    private let state = Guarded(State())

    init(_ clock: PaceClock) {
        self.clock = clock
    }

    /// The number of stored groups.
    var groupCount: Int { state.withLock { $0.groups.count } }

    /// Waits until a call may begin; a call that may begin at once doesn't enter the queue.
    ///
    /// - Parameters:
    ///   - request: The message of the call.
    ///   - group: The group of the call.
    ///   - begin: Begins the call and returns `nil`, or returns the time at which to try again.
    /// - Returns: The slot of the call, if the call had to wait. Later calls wait until the slot is released.
    /// - Throws: A `CancellationError`, or ``RequestErrorCode/timedOut`` if the wait would pass the call's deadline.
    func pass(
        _ request: OutgoingRequest, in group: CallGroup, begin: (inout PaceState, _ now: Duration) -> Duration?
    ) async throws -> CallSlot? {
        if queue.runningCount(in: group) == 0, change(group, at: clock.now(), by: begin) == nil { return nil }
        let isQueued = try await queue.enter(group, request)
        let slot = CallSlot(in: queue, group)
        while true {
            let now = clock.now()
            guard let time = change(group, at: now, by: begin) else { return slot }
            guard request.context.hasTime(for: time - now) else { throw TransportError.noTurn(for: request) }
            if !isQueued { request.context.observer?.waits(time - now) }
            try await clock.sleep(time)
        }
    }

    /// Changes the state of a group.
    func change<Result: Sendable>(
        _ group: CallGroup, at now: Duration, by body: (inout PaceState, _ now: Duration) -> Result
    ) -> Result {
        state.withLock { state in
            if state.groups.count >= state.sweepCount, state.groups[group] == nil {
                state.groups = state.groups.filter { $0.value.end > now }
                state.sweepCount = max(64, state.groups.count * 2)
            }
            return body(&state.groups[group, default: PaceState()], now)
        }
    }
}

/// A clock that measures the time since its creation.
///
/// The type isn't generic, so code that uses it is compiled only once.
struct PaceClock: Sendable {
    /// Returns the current time.
    let now: @Sendable () -> Duration
    /// Waits until a time.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}
