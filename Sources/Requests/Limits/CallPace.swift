/// Lets the calls of each group through one after the other, each when it is time.
///
/// Only the first call of a group sleeps; those behind it wait for their turn.
final class CallPace: Sendable {
    private struct State {
        var groups: [CallGroup: PaceState] = [:]
        /// The number of groups at which those that are no longer needed are removed.
        var sweepCount = 64
    }

    let clock: PaceClock
    let queue = CallQueue(width: 1)
    private let state = Guarded(State())

    init(_ clock: PaceClock) {
        self.clock = clock
    }

    /// The number of groups that are remembered.
    var groupCount: Int { state.withLock { $0.groups.count } }

    /// Waits until a call may begin.
    ///
    /// - Parameters:
    ///   - request: The message of the call.
    ///   - group: The group of the call.
    ///   - begin: Returns the time at which to ask again; `nil` if the call begins now.
    /// - Returns: The place of the call, which those behind it wait for.
    /// - Throws: A `CancellationError`, or ``RequestErrorCode/timedOut`` if the wait would be longer than the time of the call.
    func pass(
        _ request: OutgoingRequest, in group: CallGroup, begin: (inout PaceState, _ now: Duration) -> Duration?
    ) async throws -> CallSlot {
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
            if state.groups[group] == nil, state.groups.count >= state.sweepCount {
                state.groups = state.groups.filter { $0.value.end > now }
                state.sweepCount = max(64, state.groups.count * 2)
            }
            return body(&state.groups[group, default: PaceState()], now)
        }
    }
}

/// A clock whose instants are durations since it was made, so that code that uses it is compiled only once.
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
