import Foundation
import Requests
import TransportSoak

/// One stream that connects again and again, because the server cuts it off inside the second event: nothing grows, no event is lost, and
/// none arrives twice.
struct Reconnects {
    var count: Int

    func run(_ types: [any Client.Type]) async throws {
        try await withEach(types, run)
    }

    private func run(_ client: any Client, _ name: String, _ api: SoakAPI) async throws {
        let policy = RetryPolicy(attemptLimit: .max, timeLimit: .seconds(3_600), delay: .zero)
        let request = api.get(from: "/events").receiving(stream: .serverSentEvents).reconnecting(policy)
        var events = try await client.transport.stream(request).makeAsyncIterator()
        var last = 0
        func read(_ number: Int) async throws {
            for _ in 0..<number {
                let event = try await events.next()
                guard let id = event.flatMap({ Int($0.id) }), id == last + 1 else {
                    throw SoakFailure("\(event?.id ?? "nothing") came after \(last)")
                }
                last = id
            }
        }
        try await read(count / 10)
        let warm = Usage.settled
        var steps: [Usage] = []
        let start = ContinuousClock.now
        for _ in 0..<4 {
            try await read(count / 4)
            steps.append(Usage.settled)
        }
        let rate = Double(count) / (.now - start).inSeconds
        say("\n\(name): \(count) reconnects of one stream, \(String(format: "%.0f", rate)) /s")
        say(growthOf: steps, after: "warm-up", with: warm)
        say("  exchanges left: \(TimeoutWatchdog.shared.count)")
    }
}
