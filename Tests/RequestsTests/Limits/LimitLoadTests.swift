import Foundation
import RequestsTesting
import TestSupport
import Testing

@testable import Requests
@testable import RequestsCore

/// The number of calls, some of which are cancelled at random: `REQUESTS_LIMIT_CALLS=10000000` runs more.
@Suite("Load of limits", .timeLimit(.minutes(10))) struct LimitLoadTests {
    private let callCount =
        ProcessInfo.processInfo.environment["REQUESTS_LIMIT_CALLS"].flatMap { Int($0) } ?? 100_000
    private let everybody = RateLimitKey.allCalls.group(OutgoingRequest(urlText: ""))

    @Test(arguments: [1, 8]) func `every call is sent or cancelled within the limit`(limit: Int) async throws {
        let base = Tracker(), queue = CallQueue(width: limit)
        let transport = base.limiting(by: queue, for: .allCalls)
        let generator = Guarded(SeededGenerator(seed: 1))
        let sent = Counter(), cancelled = Counter()
        let size = 1_000
        for _ in 0..<max(callCount / 2 / size, 1) {
            await withTaskGroup { group in
                for _ in 0..<size {
                    let isCancelled = generator.withLock { Int.random(in: 0..<4, using: &$0) == 0 }
                    group.addTask {
                        let task = Task {
                            do {
                                _ = try await transport.send(OutgoingRequest(urlText: "https://limits.example/"))
                                sent.next()
                            } catch is CancellationError {
                                cancelled.next()
                            }
                        }
                        if isCancelled { task.cancel() }
                        _ = await task.result
                    }
                }
            }
            #expect(queue.groupCount == 0)
        }
        #expect(base.most <= limit)
        #expect(sent.count + cancelled.count == max(callCount / 2 / size, 1) * size)
        #expect(cancelled.count > 0)
        #expect(base.count >= sent.count)
    }

    @Test func `cancelled calls don't change the order of the others`() async throws {
        let queue = CallQueue(width: 1), request = OutgoingRequest(urlText: "https://limits.example/")
        var generator = SeededGenerator(seed: 2)
        let size = 500
        for _ in 0..<max(callCount / size, 1) {
            let order = Order()
            try await queue.enter(everybody, request)
            var tasks: [Task<Void, any Error>] = []
            for number in 0..<size {
                tasks.append(
                    Task { [everybody] in
                        try await queue.enter(everybody, request)
                        order.numbers.withLock { $0.append(number) }
                        queue.leave(everybody)
                    })
                await queue.waiting(number + 1, in: everybody)
            }
            let gone = Set((0..<size / 4).map { _ in Int.random(in: 0..<size, using: &generator) })
            for number in gone { tasks[number].cancel() }
            // Some of the cancelled calls are still in the queue.
            queue.leave(everybody)
            for (number, task) in tasks.enumerated() {
                do { try await task.value } catch { #expect(gone.contains(number)) }
            }
            let seen = order.numbers.withLock { $0 }
            #expect(seen == seen.sorted())
            #expect(Set(seen).isSuperset(of: Set(0..<size).subtracting(gone)))
            #expect(queue.groupCount == 0)
        }
    }

    @Test func `calls that are cancelled while their turn comes leave no slot occupied`() async throws {
        let queue = CallQueue(width: 1), request = OutgoingRequest(urlText: "https://limits.example/")
        for _ in 0..<max(callCount / 20, 1) {
            try await queue.enter(everybody, request)
            let task = Task { [everybody] in
                try await queue.enter(everybody, request)
                queue.leave(everybody)
            }
            await queue.waiting(1, in: everybody)
            async let cancelling: Void = { task.cancel() }()
            queue.leave(everybody)
            await cancelling
            _ = await task.result
            #expect(queue.groupCount == 0)
        }
    }
}

/// The number of each call, in sending order.
private final class Order: Sendable {
    let numbers = Guarded<[Int]>([])
}

/// Counts the calls that run.
private final class Tracker: Transport {
    private let state = Guarded((running: 0, most: 0, count: 0))

    var most: Int { state.withLock(\.most) }
    var count: Int { state.withLock(\.count) }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        state.withLock { state in
            state.running += 1
            state.count += 1
            state.most = max(state.most, state.running)
        }
        defer { state.withLock { $0.running -= 1 } }
        await Task.yield()
        try Task.checkCancellation()
        return TransportResponse(head: ResponseHead(status: .ok, urlText: request.urlText))
    }
}
