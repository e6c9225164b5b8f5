import Requests
import RequestsConformance
import RequestsTesting
import TestSupport
import Testing

@testable import Requests
@testable import RequestsCore

@Suite("SharedWork", .timeLimit(.minutes(1))) struct SharedWorkTests {
    @Test func `concurrent callers share one run, and a later caller starts another`() async throws {
        let shared = SharedWork<Int>(timeLimit: .seconds(60), clock: ContinuousClock())
        let runs = Counter(), came = Counter()
        let all = Gate()
        let values = try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    if came.next() == 50 { all.open() }
                    return try await shared.value {
                        await all.opened()
                        return runs.next()
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // The last caller may have arrived after the end of the first run.
        #expect(values.allSatisfy { $0 <= runs.count })
        #expect(values.count { $0 == 1 } > 1)
        let later = try await shared.value { runs.next() }
        #expect(later == runs.count)
    }

    @Test func `a failure reaches all waiting callers, and doesn't affect the next run`() async throws {
        struct Failure: Error {}
        let shared = SharedWork<Int>(timeLimit: .seconds(60), clock: ContinuousClock())
        await #expect(throws: Failure.self) { try await shared.value { throw Failure() } }
        #expect(try await shared.value { 2 } == 2)
    }

    @Test func `work that ignores its time limit holds up the next work, and its result is dropped`() async throws {
        let shared = SharedWork<Int>(timeLimit: .seconds(60), clock: OnceClock())
        let mayEnd = Gate(), order = Guarded<[Int]>([])
        let error = await #expect(throws: TransportError.self) {
            try await shared.value {
                // This work ignores its cancellation.
                await Task { await mayEnd.opened() }.value
                order.withLock { $0.append(1) }
                return 1
            }
        }
        #expect(error?.code == .timedOut)
        async let next = shared.value {
            order.withLock { $0.append(2) }
            return 2
        }
        while shared.waitingCount == 0 { await Task.yield() }
        #expect(order.withLock { $0 } == [])
        mayEnd.open()
        #expect(try await next == 2)
        #expect(order.withLock { $0 } == [1, 2])
        #expect(try await shared.value { 3 } == 3)
    }

    @Test func `a cancelled caller stops waiting, and the work continues`() async throws {
        let shared = SharedWork<Int>(timeLimit: .seconds(60), clock: ContinuousClock())
        let began = Gate(), mayEnd = Gate(), hasEnded = Gate()
        let task = Task {
            try await shared.value {
                began.open()
                await mayEnd.opened()
                #expect(!Task.isCancelled)
                hasEnded.open()
                return 1
            }
        }
        await began.opened()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        mayEnd.open()
        await hasEnded.opened()
    }
}

/// A clock whose first sleep ends at once; every later sleep ends only when it is cancelled.
private struct OnceClock: Clock {
    private let sleeps = Counter()
    var now: ContinuousClock.Instant { ContinuousClock().now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        if sleeps.next() == 1 { return }
        await Gate().opened()
        try Task.checkCancellation()
    }
}
