import Foundation
import RequestsConformance
import RequestsTesting
import TestSupport
import Testing

@testable import Requests
@testable import RequestsCore

@Suite("Transport.limiting(concurrentCalls:)", .timeLimit(.minutes(1))) struct LimitingCallsTests {
    private let api = AnonymousProvider("https://limits.example")
    private let everybody = RateLimitKey.allCalls.group(OutgoingRequest(urlText: ""))

    // MARK: - Waiting calls and their order

    @Test func `no more calls run than allowed, and waiting ones keep their order`() async throws {
        let held = HeldTransport(), queue = CallQueue(width: 2)
        let transport = held.limiting(by: queue, for: .allCalls)
        var tasks: [Task<String, any Error>] = []
        for number in 0..<6 {
            tasks.append(Task { [api] in try await transport.perform(api.get(.text, from: "/\(number)")) })
            await number < 2 ? held.came(number + 1) : queue.waiting(number - 1, in: everybody)
        }
        for number in 0..<6 {
            held.release(number)
            #expect(try await tasks[number].value == "ok")
            // Wait for each call: two calls that start at the same time could arrive in either order.
            await held.came(min(number + 3, 6))
        }
        #expect(held.urls == (0..<6).map { "https://limits.example/\($0)" })
        #expect(held.mostRunning == 2)
        #expect(queue.groupCount == 0)
    }

    @Test func `a limit below one counts as one`() async throws {
        let transport = FixedResponse(body: "a").limiting(concurrentCalls: 0).limiting(concurrentCalls: .min)
        #expect(try await transport.perform(api.get(.text, from: "/")) == "a")
    }

    @Test func `each origin and each key has a limit, and an idle one is removed`() async throws {
        let urls = ["https://a.example/1", "https://A.example:443/2", "https://b.example/", "http://a.example/"]
        let origins = urls.map { RateLimitKey.eachOrigin.group(OutgoingRequest(urlText: $0)) }
        #expect(origins[0] == origins[1])
        #expect(Set(origins).count == 3)
        let held = HeldTransport(), queue = CallQueue(width: 1)
        let transport = held.limiting(by: queue, for: .each { $0.header["X-Tenant"] })
        let tasks = ["a", "b", nil].map { tenant in
            Task { [api] in
                var request = api.get(.text, from: "/")
                if let tenant { request = request.adding(headerField: "X-Tenant", tenant) }
                return try await transport.perform(request)
            }
        }
        await held.came(3)
        #expect(queue.groupCount == 3)
        // The calls may have come in any order.
        for number in tasks.indices { held.release(number) }
        for task in tasks { _ = try await task.value }
        #expect(queue.groupCount == 0)
    }

    // MARK: - A wait that ends early

    @Test func `a call that is cancelled leaves the queue at once, and is never sent`() async throws {
        let held = HeldTransport(), queue = CallQueue(width: 1)
        let transport = held.limiting(by: queue, for: .allCalls)
        let tasks = (0..<3).map { number in
            Task { [api] in try await transport.perform(api.get(.text, from: "/\(number)")) }
        }
        await held.came(1)
        await queue.waiting(2, in: everybody)
        let running = try #require(Int(held.urls[0].suffix(1)))
        let waiting = (0..<3).filter { $0 != running }
        tasks[waiting[0]].cancel()
        let error = await #expect(throws: TransportError.self) { try await tasks[waiting[0]].value }
        #expect(error?.code == .cancelled)
        #expect(error?.message == "the task was cancelled")
        #expect(queue.waitingCount(in: everybody) == 1)
        held.release(0)
        await held.came(2)
        held.release(1)
        #expect(try await tasks[waiting[1]].value == "ok")
        #expect(held.urls.count == 2)
        #expect(queue.groupCount == 0)
    }

    @Test func `a task that was cancelled before isn't sent either`() async throws {
        let held = HeldTransport(), queue = CallQueue(width: 1)
        let transport = held.limiting(by: queue, for: .allCalls)
        let first = Task { [api] in try await transport.perform(api.get(.text, from: "/")) }
        await held.came(1)
        let gate = Gate()
        let second = Task { [api] in
            await gate.opened()
            return try await transport.perform(api.get(.text, from: "/"))
        }
        second.cancel()
        let error = await #expect(throws: TransportError.self) { try await second.value }
        #expect(error?.code == .cancelled)
        held.release(0)
        _ = try await first.value
        #expect(queue.groupCount == 0)
    }

    @Test func `the total timeout of a call includes its wait`() async throws {
        let held = HeldTransport(), queue = CallQueue(width: 1)
        let transport = held.limiting(by: queue, for: .allCalls)
        let first = Task { [api] in try await transport.perform(api.get(.text, from: "/")) }
        await held.came(1)
        let request = api.get(.text, from: "/").setting(\.policy.totalTimeout, .milliseconds(20))
        let error = await #expect(throws: TransportError.self) { try await transport.perform(request) }
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains("because the transport limits the number of calls") == true)
        #expect(error?.request?.urlText == "https://limits.example/")
        // A message that is sent by hand counts towards the same limit.
        let message = try request.resolve()
        await #expect(throws: TransportError.self) { try await transport.send(message) }
        #expect(queue.waitingCount(in: everybody) == 0)
        held.release(0)
        _ = try await first.value
        #expect(held.urls.count == 1)
        #expect(queue.groupCount == 0)
    }
}

extension CallQueue {
    /// Waits until a number of calls wait.
    func waiting(_ count: Int, in group: CallGroup) async {
        while waitingCount(in: group) != count { await Task.yield() }
    }
}
