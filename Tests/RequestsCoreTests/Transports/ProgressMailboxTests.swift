import Requests
import Synchronization
import TestSupport
import Testing

@testable import RequestsCore

@Suite("ProgressMailbox") struct ProgressMailboxTests {
    /// A consumer that takes the numbers when it is told to.
    private final class Consumer: Sendable {
        private let state = Mutex<[TransferProgress]>([])

        var counts: [Int] { state.withLock { $0.map(\.completedByteCount) } }

        func take(from mailbox: ProgressMailbox) {
            let progress = mailbox.takeAll()
            state.withLock { $0 += progress }
        }
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

    private let consumer = Consumer()
    private let watch = Watch()
    private let waits = Waits()

    private func mailbox() -> ProgressMailbox {
        ProgressMailbox(
            every: .milliseconds(100), now: { [watch] in watch.now }, wait: { [waits] in waits.append($0, $1) },
            announce: { [consumer] in consumer.take(from: $0) })
    }

    private func received(_ count: Int, of total: Int? = nil) -> TransferProgress {
        TransferProgress(.received, completedByteCount: count, totalByteCount: total)
    }

    @Test func `the first number is passed on, then one in each interval, and the last one`() {
        let mailbox = mailbox()
        for count in 0..<1_000 {
            mailbox.put(received(count))
            watch.goOn(.milliseconds(1))
        }
        #expect(consumer.counts == [0, 100, 200, 300, 400, 500, 600, 700, 800, 900])
        mailbox.passOn()
        mailbox.passOn()
        #expect(consumer.counts.last == 999 && consumer.counts.count == 11)
    }

    @Test func `a complete transfer doesn't wait, and no older number follows it`() {
        let mailbox = mailbox()
        for count in [0, 1, 3] { mailbox.put(received(count, of: 3)) }
        #expect(consumer.counts == [0, 3])
        mailbox.passOn()
        #expect(consumer.counts == [0, 3])
    }

    @Test func `a number that was held back is passed on at the end of the interval, even if none follows`() {
        let mailbox = mailbox()
        mailbox.put(received(0))
        watch.goOn(.milliseconds(30))
        mailbox.put(received(1))
        mailbox.put(received(2))
        #expect(waits.durations == [.milliseconds(70)])
        watch.goOn(.milliseconds(70))
        waits.callLast()
        #expect(consumer.counts == [0, 2])
        // The next interval begins with that number.
        watch.goOn(.milliseconds(99))
        mailbox.put(received(3))
        #expect(consumer.counts == [0, 2])
        #expect(waits.durations == [.milliseconds(70), .milliseconds(1)])
        waits.callLast()
        #expect(consumer.counts == [0, 2, 3])
    }

    @Test func `each direction has a separate interval`() {
        let mailbox = mailbox()
        mailbox.put(TransferProgress(.sent, completedByteCount: 7))
        mailbox.put(received(1))
        mailbox.put(TransferProgress(.sent, completedByteCount: 8))
        mailbox.put(received(2))
        #expect(consumer.counts == [7, 1])
        mailbox.passOn()
        #expect(consumer.counts == [7, 1, 8, 2])
    }

    @Test func `a slow consumer is told once, and takes the latest number of each direction`() {
        let announcements = Counter()
        let mailbox = ProgressMailbox(every: .zero) { _ in announcements.next() }
        for count in 1...5 {
            mailbox.put(received(count))
            mailbox.put(TransferProgress(.sent, completedByteCount: 10 + count))
        }
        #expect(announcements.count == 1)
        #expect(mailbox.takeAll().map(\.completedByteCount) == [5, 15])
        #expect(mailbox.takeAll().isEmpty)
        mailbox.put(received(6))
        #expect(announcements.count == 2)
    }
}
