import Dispatch

/// The latest progress of each direction until its consumer takes it.
///
/// The mailbox tells the consumer when to take the progress: immediately for the first and the last number of a
/// direction, otherwise at most once per interval. A number that was held back is announced at the end of the interval,
/// even if the transfer pauses.
package final class ProgressMailbox: Sendable {
    private struct State {
        var latest: [TransferProgress] = []
        /// The earliest time of the next announcement in each direction.
        var nextTimes: [TransferProgress.Direction: Moment] = [:]
        /// Indicates whether the consumer was told, and hasn't taken the numbers yet.
        var isAnnounced = false
        /// Indicates whether a call at the end of the interval is already scheduled.
        var isAwaited = false
    }

    private let interval: Duration
    private let now: @Sendable () -> Moment
    private let wait: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
    private let announce: @Sendable (ProgressMailbox) -> Void
    private let state = Guarded(State())

    /// Makes a mailbox.
    ///
    /// - Parameters:
    ///   - interval: The minimum time between two announcements of a direction.
    ///   - now: Returns the current time.
    ///   - wait: Calls a function after a duration.
    ///   - announce: Tells the consumer to take the numbers. The function must neither call user code nor block.
    init(
        every interval: Duration = .milliseconds(100),
        now: @escaping @Sendable () -> Moment = { .now },
        wait: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void = {
            DispatchQueue.global().asyncAfter(deadline: .now() + $0 / .seconds(1), execute: $1)
        },
        announce: @escaping @Sendable (ProgressMailbox) -> Void
    ) {
        self.interval = interval
        self.now = now
        self.wait = wait
        self.announce = announce
    }

    func put(_ progress: TransferProgress) {
        let time = now()
        change { state in
            state.latest.removeAll { $0.direction == progress.direction }
            state.latest.append(progress)
            guard let next = state.nextTimes[progress.direction], time < next, !progress.isComplete else { return true }
            if !state.isAwaited {
                state.isAwaited = true
                wait(next - time) { [weak self] in self?.passOn() }
            }
            return false
        }
    }

    /// Announces the numbers that were held back, at the end of an interval or of the transfer.
    func passOn() {
        change { state in
            state.isAwaited = false
            return !state.latest.isEmpty
        }
    }

    /// Removes and returns the latest number of each direction, in the order in which they arrived.
    func takeAll() -> [TransferProgress] {
        let next = now() + interval
        return state.withLock { state in
            for progress in state.latest { state.nextTimes[progress.direction] = next }
            defer { (state.latest, state.isAnnounced) = ([], false) }
            return state.latest
        }
    }

    /// Changes the state; announces the numbers if the function returns `true`.
    private func change(_ change: (inout State) -> Bool) {
        let isNew = state.withLock { state in
            guard change(&state), !state.isAnnounced else { return false }
            state.isAnnounced = true
            return true
        }
        if isNew { announce(self) }
    }
}

extension ProgressMailbox {
    /// Makes a mailbox whose numbers are passed to a function on the main actor.
    convenience init(
        every interval: Duration, reportingOnMainActor report: @escaping @MainActor @Sendable (TransferProgress) -> Void
    ) {
        self.init(every: interval) { mailbox in
            Task { @MainActor in for progress in mailbox.takeAll() { report(progress) } }
        }
    }

    /// Makes a mailbox whose numbers are passed to a function on a queue, serially even if the queue is concurrent.
    convenience init(
        every interval: Duration, on queue: DispatchQueue, report: @escaping @Sendable (TransferProgress) -> Void
    ) {
        let serial = DispatchQueue(label: "Requests.progress", target: queue)
        self.init(every: interval) { mailbox in
            serial.async { for progress in mailbox.takeAll() { report(progress) } }
        }
    }
}

extension TransferProgress {
    /// Indicates whether all bytes were transferred.
    fileprivate var isComplete: Bool { completedByteCount == totalByteCount }
}
