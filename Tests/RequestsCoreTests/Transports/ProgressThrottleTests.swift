import Requests
import Synchronization
import TestSupport
import Testing

@testable import RequestsCore

struct ProgressThrottleTests {
    private final class Receiver: ProgressReceiver {
        private let state = Mutex<[TransferProgress]>([])

        var counts: [Int] { state.withLock { $0.map(\.completedByteCount) } }

        func put(_ progress: TransferProgress) { state.withLock { $0.append(progress) } }
    }

    /// A clock that is stopped until it is advanced.
    private final class Watch: Sendable {
        private let time = Mutex(Moment.now)

        var now: Moment { time.withLock { $0 } }

        func goOn(_ duration: Duration) { time.withLock { $0 = $0 + duration } }
    }

    /// The functions to call after a delay.
    private final class Waits: Sendable {
        private let all = Mutex<[(duration: Duration, work: @Sendable () -> Void)]>([])

        var durations: [Duration] { all.withLock { $0.map(\.duration) } }

        func append(_ duration: Duration, _ work: @escaping @Sendable () -> Void) {
            all.withLock { $0.append((duration, work)) }
        }

        func callLast() { all.withLock(\.last)?.work() }
    }

    private let receiver = Receiver()
    private let watch = Watch()
    private let waits = Waits()

    private func throttle() -> ProgressThrottle {
        ProgressThrottle(
            receiver, interval: .milliseconds(100), now: { [watch] in watch.now },
            wait: { [waits] in waits.append($0, $1) })
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
        throttle.passOn()
        throttle.passOn()
        #expect(receiver.counts.last == 999 && receiver.counts.count == 11)
    }

    @Test func `a complete transfer doesn't wait, and no older number follows it`() {
        let throttle = throttle()
        for count in [0, 1, 3] { throttle.put(received(count, of: 3)) }
        #expect(receiver.counts == [0, 3])
        throttle.passOn()
        #expect(receiver.counts == [0, 3])
    }

    @Test func `a number that was held back is passed on at the end of the interval, even without another one`() {
        let throttle = throttle()
        throttle.put(received(0))
        watch.goOn(.milliseconds(30))
        throttle.put(received(1))
        throttle.put(received(2))
        #expect(waits.durations == [.milliseconds(70)])
        watch.goOn(.milliseconds(70))
        waits.callLast()
        #expect(receiver.counts == [0, 2])
        // The next interval begins with that number.
        watch.goOn(.milliseconds(99))
        throttle.put(received(3))
        #expect(receiver.counts == [0, 2])
        #expect(waits.durations == [.milliseconds(70), .milliseconds(1)])
        waits.callLast()
        #expect(receiver.counts == [0, 2, 3])
    }

    @Test func `each direction has a separate interval`() {
        let throttle = throttle()
        throttle.put(TransferProgress(.sent, completedByteCount: 7))
        throttle.put(received(1))
        throttle.put(TransferProgress(.sent, completedByteCount: 8))
        throttle.put(received(2))
        #expect(receiver.counts == [7, 1])
        throttle.passOn()
        #expect(receiver.counts == [7, 1, 8, 2])
    }
}
