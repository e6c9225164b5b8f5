import Synchronization
import Testing

@testable import Requests

struct ProgressThrottleTests {
    private final class Receiver: ProgressReceiver {
        private let state = Mutex<[TransferProgress]>([])

        var counts: [Int] { state.withLock { $0.map(\.completedByteCount) } }

        func put(_ progress: TransferProgress) { state.withLock { $0.append(progress) } }
    }

    /// A clock that stands still until it is told to go on.
    private final class Watch: Sendable {
        private let time = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { time.withLock { $0 } }

        func goOn(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    private let receiver = Receiver()
    private let watch = Watch()

    private func throttle() -> ProgressThrottle {
        ProgressThrottle(receiver, interval: .milliseconds(100)) { [watch] in watch.now }
    }

    private func received(_ count: Int, of total: Int? = nil) -> TransferProgress {
        TransferProgress(.received, completedByteCount: count, totalByteCount: total)
    }

    @Test func `the first number is passed on, then one in each interval, and the last one`() {
        let throttle = throttle()
        for count in 0..<1_000 {
            throttle.put(received(count))
            watch.goOn(.milliseconds(1))
        }
        #expect(receiver.counts == [0, 100, 200, 300, 400, 500, 600, 700, 800, 900])
        throttle.end()
        throttle.end()
        #expect(receiver.counts.last == 999 && receiver.counts.count == 11)
    }

    @Test func `a complete transfer does not wait, and nothing older comes behind it`() {
        let throttle = throttle()
        for count in [0, 1, 3] { throttle.put(received(count, of: 3)) }
        #expect(receiver.counts == [0, 3])
        throttle.end()
        #expect(receiver.counts == [0, 3])
    }

    @Test func `each direction has its turn`() {
        let throttle = throttle()
        throttle.put(TransferProgress(.sent, completedByteCount: 7))
        throttle.put(received(1))
        throttle.put(TransferProgress(.sent, completedByteCount: 8))
        throttle.put(received(2))
        #expect(receiver.counts == [7, 1])
        throttle.end()
        #expect(receiver.counts == [7, 1, 8, 2])
    }
}
