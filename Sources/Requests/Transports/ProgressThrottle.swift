/// Passes progress on to a receiver, but not more often than in an interval.
///
/// The first number of a direction and the last one are always passed on.
final class ProgressThrottle: Sendable {
    /// The interval unless a request sets another one: ten numbers in a second.
    static let standardInterval = Duration.milliseconds(100)

    private struct State {
        /// The earliest time of the next number in each direction.
        var nextTimes: [TransferProgress.Direction: ContinuousClock.Instant] = [:]
        /// The latest number of each direction, if it was held back.
        var heldBack = LatestProgress()
    }

    private let receiver: any ProgressReceiver
    private let interval: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Guarded(State())

    init(
        _ receiver: any ProgressReceiver, interval: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.receiver = receiver
        self.interval = interval
        self.now = now
    }

    func put(_ progress: TransferProgress) {
        state.withLock { state in
            let time = now()
            if let next = state.nextTimes[progress.direction], time < next, !progress.isComplete {
                state.heldBack.put(progress)
                return
            }
            state.heldBack.remove(progress.direction)
            state.nextTimes[progress.direction] = time + interval
            receiver.put(progress)
        }
    }

    /// Passes on what was held back: nothing else will come.
    func end() {
        state.withLock { state in
            while let progress = state.heldBack.take() { receiver.put(progress) }
        }
    }
}

extension TransferProgress {
    /// Indicates whether all bytes were transferred.
    fileprivate var isComplete: Bool { completedByteCount == totalByteCount }
}
