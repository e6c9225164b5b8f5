import Foundation
import RequestsTesting
import TestSupport
import Testing

@testable import Requests
@testable import RequestsCore

@Suite("Transport.honoringRateLimits", .timeLimit(.minutes(1))) struct HonoringRateLimitsTests {
    private let api = AnonymousProvider("https://limits.example")
    private let clock = ImmediateClock()

    /// Makes a transport whose first responses have these fields, one after another, and whose later responses have
    /// none.
    private func transport(
        _ responses: [(status: HTTPStatus, header: HeaderFields)], longestDelay: Duration = .seconds(60)
    ) -> some Transport {
        let count = Counter()
        return Stub(api)
            .on(.get, "/") { _ in
                let number = count.next()
                guard number <= responses.count else { return .status(.ok) }
                return .status(responses[number - 1].status, header: responses[number - 1].header)
            }
            .honoringRateLimits(longestDelay: longestDelay, clock: clock, date: { Date(timeIntervalSince1970: 0) })
    }

    private func call(_ transport: some Transport, times count: Int) async throws {
        for _ in 0..<count { try await transport.perform(api.get(from: "/").accepting(.any)) }
    }

    @Test func `calls wait until the quota is renewed`() async throws {
        let transport = transport([(.ok, ["RateLimit": #""default";r=2;t=30"#])])
        try await call(transport, times: 3)
        #expect(clock.sleeps == [])
        try await call(transport, times: 1)
        #expect(clock.sleeps.first ?? .zero >= .seconds(30))
        // The new quota is unknown, so the next calls don't wait.
        try await call(transport, times: 10)
        #expect(clock.sleeps.first ?? .zero >= .seconds(30))
    }

    @Test func `a policy says how many calls are allowed after that`() async throws {
        let header: HeaderFields = ["RateLimit": "a;r=0;t=30", "RateLimit-Policy": "a;q=3;w=60"]
        let transport = transport([(.ok, header)])
        try await call(transport, times: 4)
        #expect(clock.sleeps.first ?? .zero >= .seconds(30))
        try await call(transport, times: 1)
        #expect(clock.sleeps == [.seconds(30), .seconds(60)])
    }

    @Test(arguments: [HTTPStatus.tooManyRequests, .serviceUnavailable, .forbidden])
    func `calls wait as Retry-After asks`(status: HTTPStatus) async throws {
        let transport = transport([(status, ["Retry-After": "7"])])
        try await call(transport, times: 3)
        #expect(clock.sleeps == [.seconds(7)])
    }

    @Test(
        arguments: [("Sat, 01 Jan 2000 00:00:00 GMT", []), ("Fri, 31 Dec 9999 23:59:59 GMT", [.seconds(60)])]
            as [(String, [Duration])])
    func `a response without a Date is compared with the clock of this machine`(
        value: String, sleeps: [Duration]
    ) async throws {
        let count = Counter()
        let transport = Stub(api)
            .on(.get, "/") { _ in
                count.next() > 1 ? .status(.ok) : .status(.tooManyRequests, header: [HeaderField(.retryAfter, value)])
            }
            .honoringRateLimits(clock: clock)
        try await call(transport, times: 2)
        #expect(clock.sleeps == sleeps)
    }

    @Test(arguments: ["99999999999999999999", "3600"])
    func `no call waits for longer than the longest delay`(wait: String) async throws {
        let transport = transport([(.tooManyRequests, ["Retry-After": wait])], longestDelay: .seconds(5))
        try await call(transport, times: 2)
        #expect(clock.sleeps == [.seconds(5)])
        let never = self.transport([(.tooManyRequests, ["Retry-After": wait])], longestDelay: .seconds(-1))
        try await call(never, times: 2)
        #expect(clock.sleeps == [.seconds(5)])
    }

    @Test func `a success after a block ends it, and a failure doesn't`() async throws {
        let blocked: (HTTPStatus, HeaderFields) = (.tooManyRequests, ["Retry-After": "86400"])
        try await call(transport([blocked], longestDelay: .seconds(5)), times: 10)
        #expect(clock.sleeps == [.seconds(5)])
        try await call(transport([blocked, (.badGateway, [:]), blocked], longestDelay: .seconds(6)), times: 10)
        #expect(clock.sleeps == [.seconds(5), .seconds(6), .seconds(6), .seconds(6)])
    }

    @Test func `the response to a later message replaces what the server said before`() async throws {
        let more: (HTTPStatus, HeaderFields) = (.ok, ["RateLimit": "a;r=9;t=30"])
        try await call(transport([(.ok, ["RateLimit": "a;r=1;t=30"]), more]), times: 11)
        #expect(clock.sleeps == [])
        let blocked: (HTTPStatus, HeaderFields) = (.tooManyRequests, ["Retry-After": "86400"])
        try await call(transport([blocked, more]), times: 11)
        #expect(clock.sleeps == [.seconds(60)])
        try await call(transport([(.ok, ["RateLimit": "a;r=5;t=30"]), (.ok, ["RateLimit": "a;r=0;t=7"])]), times: 3)
        #expect(clock.sleeps == [.seconds(60), .seconds(7)])
    }

    @Test func `waiting calls are sent one after another while the server refuses`()
        async throws
    {
        let held = HeldTransport { request in
            TransportResponse(
                head: ResponseHead(status: .tooManyRequests, header: ["Retry-After": "86400"], urlText: request.urlText)
            )
        }
        let clock = ManualClock()
        let transport = Following(base: held).honoringRateLimits(clock: clock)
        async let first = transport.perform(api.get(from: "/").accepting(.any))
        await held.came(1)
        held.release(0)
        try await first
        let calls = (1...5).map { _ in Task { [api] in try await transport.perform(api.get(from: "/").accepting(.any)) }
        }
        for number in 1...5 {
            // Advance the clock for each call that sleeps, since a call may begin to wait later than the others.
            while held.urls.count <= number {
                if clock.sleeperCount > 0 { clock.advance(by: .seconds(60)) }
                await Task.yield()
            }
            held.release(number)
        }
        for call in calls { try await call.value }
        #expect(held.mostRunning == 1)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `the stricter response to overlapping calls counts`() {
        // Responses can arrive out of order.
        var state = PaceState(), start = PaceState.Start()
        func note(_ remaining: Int, _ delay: Int, to start: PaceState.Start = PaceState.Start(), at now: Int) {
            let header: HeaderFields = ["RateLimit": "a;r=\(remaining);t=\(delay)"]
            guard let said = ServerQuota(ResponseHead(status: .ok, header: header), now: Date.init) else { return }
            state.note(said, to: start, at: .seconds(now))
        }
        func begin(at now: Int) -> Duration? {
            state.beginAsAllowed(at: .seconds(now), latest: .seconds(1_000), &start)
        }
        note(0, 30, at: 0)
        note(5, 29, at: 1)
        #expect(begin(at: 2) == .seconds(30))
        note(0, 40, at: 2)
        note(0, 10, at: 3)
        #expect(begin(at: 41) == .seconds(42))
        note(1, 10, at: 42)
        #expect(begin(at: 42) == nil)
        #expect(begin(at: 43) == .seconds(52))
        #expect(begin(at: 52) == nil)
        // Two calls begin after the one whose response allows five more calls. The server may not have counted them
        // yet.
        note(3, 10, at: 60)
        #expect(begin(at: 60) == nil)
        let early = start
        for _ in 0..<2 { #expect(begin(at: 60) == nil) }
        note(5, 10, to: early, at: 61)
        note(20, 10, to: start, at: 62)
        for _ in 0..<3 { #expect(begin(at: 62) == nil) }
        #expect(begin(at: 62) == .seconds(71))
    }

    @Test func `other origins don't wait, and a redirect waits at the origin to which it leads`() async throws {
        let origins = Guarded<[String]>([])
        let clock = clock
        let base = RedirectingTransport { request in
            origins.withLock { $0.append("\(clock.now.offset / .seconds(1)) \(request.urlText)") }
            switch request.urlText {
            case "https://a.example/": return (.found, ["Location": "https://b.example/"])
            case "https://b.example/": return (.ok, ["RateLimit": "a;r=0;t=10"])
            default: return (.ok, [:])
            }
        }
        let transport = base.honoringRateLimits(clock: clock)
        for path in ["https://a.example/", "https://c.example/", "https://a.example/"] {
            try await transport.perform(AnonymousProvider(baseURL: try #require(URL(string: path))).get(from: ""))
        }
        #expect(
            origins.withLock { $0 } == [
                "0.0 https://a.example/", "0.0 https://b.example/", "0.0 https://c.example/", "0.0 https://a.example/",
                "10.0 https://b.example/",
            ])
    }

    @Test func `a wait ends with the call`() async throws {
        let clock = ManualClock()
        let transport = Stub(api).on(.get, "/") { _ in .status(.ok, header: ["RateLimit": "a;r=0;t=30"]) }
            .honoringRateLimits(clock: clock)
        try await transport.perform(api.get(from: "/"))
        let task = Task { [api] in try await transport.perform(api.get(from: "/")) }
        await clock.sleeping(1)
        task.cancel()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        let short = api.get(from: "/").setting(\.policy.totalTimeout, .seconds(20))
        let late = await #expect(throws: TransportError.self) { try await transport.perform(short) }
        #expect(late?.code == .timedOut)
        #expect(clock.sleeperCount == 0)
    }
}

/// A transport that follows redirects, as every transport does.
private struct RedirectingTransport: Transport {
    let response: @Sendable (OutgoingRequest) -> (HTTPStatus, HeaderFields)

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { message in
            let (status, header) = response(message)
            return TransportResponse(head: ResponseHead(status: status, header: header, urlText: message.urlText))
        }
    }
}

/// A transport that uses another transport for its exchanges.
private struct Following: Transport {
    let base: HeldTransport

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { [base] message in try await base.send(message) }
    }
}
