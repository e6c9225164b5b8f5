import Dispatch
import Requests
import Testing

/// The lock.
///
/// Under the thread sanitizer, the tests also prove that the sanitizer understands the lock.
@Suite("Guarded")
struct GuardedTests {
    @Test func `concurrent threads enter one by one`() {
        let numbers = Guarded<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<1_000 { numbers.withLock { $0.append(thread * 1_000 + number) } }
        }
        let sorted = numbers.withLock { $0.sorted() }
        #expect(sorted == Array(0..<8_000))
    }

    @Test func `an error leaves the lock open`() {
        struct Refusal: Error {}
        let value = Guarded(1)
        #expect(throws: Refusal.self) { try value.withLock { _ throws(Refusal) in throw Refusal() } }
        value.withLock { $0 += 1 }
        #expect(value.withLock { $0 } == 2)
    }
}
