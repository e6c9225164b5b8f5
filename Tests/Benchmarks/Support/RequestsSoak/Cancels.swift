import Foundation
import Requests
import TransportSoak

/// Cancellations at random moments of every stage: none hangs, and nothing is left behind.
struct Cancels {
    var count: Int
    var lanes: Int
    var stages = Cancelling.Stage.allCases

    func run(_ types: [any Client.Type]) async throws {
        let server = try ServerProcess()
        let directory = FileManager.default.temporaryDirectory.appending(path: "soak-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        for type in types { try await run(type, server.baseURL, directory) }
    }

    private func run(_ type: any Client.Type, _ url: URL, _ directory: URL) async throws {
        // The first client of a process creates shared state, so only the second client is measured.
        let first = try type.init()
        _ = try await Cancelling(first.transport, url, in: directory).run(lanes * 4, atOnce: lanes, stages: stages)
        try await first.shutDown()
        // The first client's connections close in the background, and there is no earlier number of descriptors to wait
        // for.
        try await Task.sleep(for: .seconds(1))
        let before = Usage.settled, placesBefore = Usage.openPlaces
        let client = try type.init()
        // This value keeps the transport alive. When the transport is released, it closes its descriptors.
        var cancelling: Cancelling? = try Cancelling(client.transport, url, in: directory)
        _ = await cancelling?.run(count / 10, atOnce: lanes, stages: stages)
        let warm = Usage.settled
        let start = ContinuousClock.now
        var results = Results()
        var steps: [String] = []
        for _ in 0..<4 {
            results.add(await cancelling?.run(count / 4, atOnce: lanes, stages: stages) ?? [])
            steps.append((Usage.settled.memory - warm.memory).mebibytes)
        }
        let seconds = (ContinuousClock.now - start).inSeconds
        cancelling = nil
        report(type.name, results, seconds)
        say("  memory after warm-up: \(warm.memory.mebibytes); growth by quarters: \(steps.joined(separator: ", "))")
        // The last connections close in the background.
        await Self.wait { client.activeCount == 0 && TimeoutWatchdog.shared.count == 0 }
        say("  exchanges left: \(TimeoutWatchdog.shared.count), tasks left: \(client.activeCount)")
        try await client.shutDown()
        await Self.wait { Usage.now.descriptors <= before.descriptors }
        let end = Usage.settled
        say(
            "  descriptors before: \(before.descriptors), after: \(end.descriptors); threads: \(before.threads), \(end.threads)"
        )
        say("  memory at the end, against that after warm-up: \((end.memory - warm.memory).mebibytes)")
        if end.descriptors > before.descriptors { say("  they lead to: \(Usage.openPlaces), before: \(placesBefore)") }
    }

    private static func wait(for condition: () -> Bool) async {
        for _ in 0..<1_000 where !condition() { try? await Task.sleep(for: .milliseconds(10)) }
    }

    /// The outcomes of the calls, and their latencies after the cancellation, in constant memory.
    private struct Results {
        var endings: [String: Int] = [:]
        var times: [Cancelling.Stage: TimeTally] = [:]

        mutating func add(_ results: [Cancelling.Result]) {
            for result in results {
                endings[result.ending.name, default: 0] += 1
                times[result.stage, default: TimeTally()].add(Double(result.latency))
            }
        }
    }

    private func report(_ name: String, _ results: Results, _ seconds: Double) {
        let all = results.times.values.reduce(into: TimeTally()) { $0 += $1 }
        say("\n\(name): \(all.count) cancellations, \(lanes) at once, \(Int(Double(all.count) / seconds)) /s")
        let endings = results.endings.sorted { $0.key < $1.key }
        say("  ended by: \(endings.map { "\($0.key) \($0.value)" }.joined(separator: ", "))")
        say("  from cancel to return, ms:".padded(to: 36) + "p50        p99       most   of")
        for stage in stages {
            say("    \("\(stage)".padded(to: 28)) \(figures(results.times[stage] ?? TimeTally()))")
        }
        say("    \("all".padded(to: 28)) \(figures(all))")
        say("  p99 \(verdict(all.quantile(0.99), atMost: 50, " ms"))")
    }

    private func figures(_ times: TimeTally) -> String {
        String(format: "%8.3f %10.3f %10.3f   %d", times.quantile(0.5), times.quantile(0.99), times.most, times.count)
    }
}
