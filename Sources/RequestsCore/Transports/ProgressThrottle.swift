import Dispatch

/// Passes progress to a receiver at most once per interval.
///
/// The first and the last number of a direction are passed on immediately. A held-back number is passed on at the end
/// of the interval, even if the transfer pauses.
final class ProgressThrottle: Sendable {
    /// The default interval: at most ten numbers per second.
    static let standardInterval = Duration.milliseconds(100)

    private struct State {
        /// The earliest time of the next number in each direction.
        var nextTimes: [TransferProgress.Direction: Moment] = [:]
        /// The latest number of each direction if it was held back.
        var heldBack = LatestProgress()
        /// Indicates whether passing on the held-back numbers is already scheduled.
        var isAwaited = false
    }

    private let receiver: any ProgressReceiver
    private let interval: Duration
    private let now: @Sendable () -> Moment
    private let wait: Wait
    private let state = Guarded(State())

    /// A function that calls another function after a duration.
    typealias Wait = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

    init(
        _ receiver: any ProgressReceiver, interval: Duration,
        now: @escaping @Sendable () -> Moment = { .now },
        wait: @escaping Wait = { DispatchQueue.global().asyncAfter(deadline: .now() + $0 / .seconds(1), execute: $1) }
    ) {
        self.receiver = receiver
        self.interval = interval
        self.now = now
        self.wait = wait
    }

    func put(_ progress: TransferProgress) {
        state.withLock { state in
            let time = now()
            if let next = state.nextTimes[progress.direction], time < next, !progress.isComplete {
                state.heldBack.put(progress)
                if !state.isAwaited {
                    state.isAwaited = true
                    wait(next - time) { [weak self] in self?.passOn() }
                }
                return
            }
            state.heldBack.remove(progress.direction)
            state.nextTimes[progress.direction] = time + interval
            receiver.put(progress)
        }
    }

    /// Passes on the held-back numbers, at the end of an interval or of the transfer.
    func passOn() {
        state.withLock { state in
            state.isAwaited = false
            let next = now() + interval
            while let progress = state.heldBack.take() {
                state.nextTimes[progress.direction] = next
                receiver.put(progress)
            }
        }
    }
}

extension TransferProgress {
    /// Indicates whether all bytes were transferred.
    fileprivate var isComplete: Bool { completedByteCount == totalByteCount }
}
