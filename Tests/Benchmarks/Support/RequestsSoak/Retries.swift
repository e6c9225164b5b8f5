import Foundation
import Requests
import TransportSoak

/// Hours of retries on a clock that doesn't wait: the server is down in the second half of each minute.
///
/// The retries stay within the budget, each call in the first half of a minute succeeds, and nothing grows.
struct Retries {
    var hours: Int

    func run() async throws {
        let clock = SimulatedClock()
        let server = UnreliableServer(clock: clock)
        let transport = server.retrying(clock: clock, date: { Date(timeIntervalSince1970: 0) })
        let api = SoakAPI(baseURL: URL("http://127.0.0.1"))
        var calls = 0, failures = 0
        var warm: Usage?
        var steps: [Usage] = []
        let start = ContinuousClock.now
        for quarter in 1...4 {
            while clock.now.offset < .seconds(900 * hours * quarter) {
                let isDown = server.isDown
                do {
                    try await transport.perform(api.get(from: "/"))
                } catch {
                    guard isDown, error.code == .unacceptableStatus else { throw error }
                    failures += 1
                }
                calls += 1
                clock.advance(by: .milliseconds(500))
                if calls == 1_000 { warm = .settled }
            }
            steps.append(.settled)
        }
        guard let warm else { throw SoakFailure("fewer than 1,000 calls") }
        let (attempts, seconds) = (server.attempts, (ContinuousClock.now - start).inSeconds)
        say(
            "\nretries: \(hours) h in \(String(format: "%.1f", seconds)) s; \(calls) calls, \(failures) failed, \(attempts) attempts"
        )
        // Each call adds a fifth of a retry to the budget, which starts with ten.
        let budget = calls / 5 + 10
        say(
            "  retries: \(attempts - calls), of \(budget) in the budget: \(attempts - calls <= budget ? "met" : "MISSED")"
        )
        say(growthOf: steps, after: "1,000 calls", with: warm)
    }
}

/// A clock whose sleeps end at once and advance it.
private final class SimulatedClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Swift.Duration.zero

        func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private let time = Guarded(Instant())
    var now: Instant { time.withLock { $0 } }
    let minimumResolution = Duration.zero

    func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        time.withLock { $0 = max($0, deadline) }
    }
}

/// A server that is down in the second half of each minute.
private final class UnreliableServer: Transport {
    private let clock: SimulatedClock
    private let counted = Guarded(0)

    init(clock: SimulatedClock) { self.clock = clock }

    var attempts: Int { counted.withLock { $0 } }
    var isDown: Bool { clock.now.offset.components.seconds % 60 >= 30 }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        counted.withLock { $0 += 1 }
        return TransportResponse(
            head: ResponseHead(status: isDown ? .serviceUnavailable : .ok, urlText: request.urlText),
            body: MessageBody(Data()))
    }
}
