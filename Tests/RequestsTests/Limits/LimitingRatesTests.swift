import Foundation
import RequestsTesting
import TestSupport
import Testing

@testable import Requests
@testable import RequestsCore

@Suite("Transport.rateLimiting(to:per:)", .timeLimit(.minutes(1))) struct LimitingRatesTests {
    private let api = AnonymousProvider("https://limits.example")
    private let everybody = RateLimitKey.allCalls.group(OutgoingRequest(urlText: ""))

    @Test func `ten calls begin at once, and the next one when the first is a second old`() async throws {
        let clock = ImmediateClock()
        let times = Guarded<[Duration]>([])
        let transport = FixedResponse()
            .adapting { request, next in
                times.withLock { $0.append(clock.now.offset) }
                return try await next(request)
            }
            .rateLimiting(to: 10, per: .seconds(1), clock: clock)
        for number in 0..<25 {
            try await transport.perform(api.get(from: "/"))
            if number == 4 { clock.advance(by: .milliseconds(300)) }
        }
        let early = Array(repeating: Duration.zero, count: 5)
        let late = Array(repeating: Duration.milliseconds(300), count: 5)
        #expect(
            times.withLock { $0 }
                == (early + late) + (early + late).map { $0 + .seconds(1) } + early.map { $0 + .seconds(2) })
        #expect(clock.sleeps == [.milliseconds(700), .milliseconds(300), .milliseconds(700)])
    }

    @Test func `a call below the limit doesn't sleep, and a period that isn't positive sets no limit`() async throws {
        let clock = ImmediateClock()
        let slow = FixedResponse().rateLimiting(to: 2, per: .seconds(1), clock: clock)
        for _ in 0..<10 {
            try await slow.perform(api.get(from: "/"))
            clock.advance(by: .milliseconds(500))
        }
        let free = FixedResponse().rateLimiting(to: 1, per: .zero, clock: clock)
            .rateLimiting(to: 1, per: .seconds(-1), clock: clock)
        for _ in 0..<10 { try await free.perform(api.get(from: "/")) }
        #expect(clock.sleeps == [])
    }

    @Test func `a limit below one counts as one`() async throws {
        let clock = ImmediateClock()
        let transport = FixedResponse().rateLimiting(to: -1, per: .seconds(1), clock: clock)
        for _ in 0..<3 { try await transport.perform(api.get(from: "/")) }
        #expect(clock.sleeps == [.seconds(1), .seconds(1)])
    }

    @Test func `each origin has its limit`() async throws {
        let clock = ImmediateClock()
        let transport = FixedResponse().rateLimiting(to: 1, per: .seconds(1), for: .eachOrigin, clock: clock)
        for origin in ["https://a.example", "https://b.example", "http://a.example"] {
            try await transport.perform(AnonymousProvider(baseURL: try #require(URL(string: origin))).get(from: "/"))
        }
        #expect(clock.sleeps == [])
    }

    @Test func `a cancelled call that sleeps gives its turn to the next one`() async throws {
        let clock = ManualClock(), held = Counter()
        let pace = CallPace(PaceClock(clock))
        let transport = FixedResponse()
            .adapting { request, next in
                held.next()
                return try await next(request)
            }
            .rateLimiting(to: 1, per: .seconds(1), for: .allCalls, by: pace)
        try await transport.perform(api.get(from: "/"))
        #expect(clock.sleeperCount == 0)
        let first = Task { [api] in try await transport.perform(api.get(from: "/1")) }
        await clock.sleeping(1)
        let second = Task { [api] in try await transport.perform(api.get(from: "/2")) }
        await pace.queue.waiting(1, in: everybody)
        let third = Task { [api] in try await transport.perform(api.get(from: "/3")) }
        await pace.queue.waiting(2, in: everybody)
        #expect(clock.sleeperCount == 1)
        first.cancel()
        let error = await #expect(throws: TransportError.self) { try await first.value }
        #expect(error?.code == .cancelled)
        await pace.queue.waiting(1, in: everybody)
        await clock.sleeping(1)
        clock.advance(by: .seconds(1))
        try await second.value
        #expect(held.count == 2)
        await clock.sleeping(1)
        clock.advance(by: .seconds(1))
        try await third.value
        #expect(held.count == 3)
        #expect(clock.sleeperCount == 0)
        #expect(pace.queue.groupCount == 0)
    }

    @Test func `a new call doesn't overtake one that waits, although it may begin at once`() async throws {
        let clock = ManualClock(), pace = CallPace(PaceClock(clock))
        let mayBegin = Guarded(false), order = Guarded<[Int]>([])
        let call = { @Sendable [everybody] number in
            let slot = try await pace.pass(OutgoingRequest(urlText: ""), in: everybody) { _, now in
                mayBegin.withLock { $0 } ? nil : now + .seconds(1)
            }
            order.withLock { $0.append(number) }
            slot?.leave()
        }
        let first = Task { try await call(1) }
        await clock.sleeping(1)
        mayBegin.withLock { $0 = true }
        let second = Task { try await call(2) }
        while pace.queue.waitingCount(in: everybody) == 0, order.withLock(\.isEmpty) { await Task.yield() }
        clock.advance(by: .seconds(1))
        try await first.value
        try await second.value
        #expect(order.withLock { $0 } == [1, 2])
    }

    @Test func `a wait longer than the time of a call is an error at once`() async throws {
        let clock = ImmediateClock()
        let transport = FixedResponse().rateLimiting(to: 1, per: .seconds(60), clock: clock)
        let request = api.get(from: "/").setting(\.policy.totalTimeout, .seconds(30))
        try await transport.perform(request)
        let error = await #expect(throws: TransportError.self) { try await transport.perform(request) }
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains("30.0 seconds") == true)
        #expect(clock.sleeps == [])
        // The call that gave up has left its place in the queue.
        try await transport.perform(api.get(from: "/"))
        #expect(clock.sleeps == [.seconds(60)])
    }

    @Test func `groups that are idle are forgotten`() {
        let clock = ImmediateClock(), pace = CallPace(PaceClock(clock))
        for number in 0..<10_000 {
            let time = clock.now.offset
            _ = pace.change(.key(CallGroup.AnyKey(value: number)), at: time) {
                $0.begin(at: $1, limit: 3, period: .seconds(1))
            }
            clock.advance(by: .milliseconds(100))
        }
        #expect(pace.groupCount <= 64)
    }

    /// Compares every start with the rule itself: a call starts as soon as fewer calls than the limit have started
    /// within the period before.
    @Test(arguments: [(1, 1_000), (10, 1_000), (3, 7), (1_000, 1_000)])
    func `calls start as early as the limit allows, and never earlier`(limit: Int, period: Int) {
        var generator = SeededGenerator(seed: UInt64(limit)), state = PaceState()
        let period = Duration.milliseconds(period)
        var starts: [Duration] = []
        var now = Duration.zero
        for number in 0..<100_000 {
            // The calls come about as fast as the limit allows, with pauses.
            let isPause = Int.random(in: 0..<100, using: &generator) == 0
            now += period / limit * Double.random(in: 0...(isPause ? Double(limit * 2) : 1.5), using: &generator)
            let expected = number < limit ? now : max(now, starts[number - limit] + period)
            var time = now
            while let later = state.begin(at: time, limit: limit, period: period) { time = later }
            if time != expected { Issue.record("call \(number) began at \(time) instead of \(expected)") }
            starts.append(time)
            now = time
        }
    }
}
