import Benchmark
import Foundation

/// Peers that do the same work, measured in turns within one run, so that a machine's drift touches them alike.
///
/// The benchmark library's table shows the nanoseconds that each peer takes per operation and the goals in percent. What
/// they come to as ratios of medians is printed as well.
struct Comparison: Sendable {
    /// One of those compared.
    struct Peer: Sendable {
        let name: String
        /// The number of instructions that one operation takes, as recorded; `nil` if it is not counted.
        var instructions: Int?
        /// Does the work some times and returns the nanoseconds that one took.
        let measure: @Sendable () async throws -> Double
    }

    let title: String
    let peers: [Peer]
    let goals: [Goal]
    /// What others measured for other libraries, and when.
    var others: String?

    private static let warmUps = 3

    /// Registers the benchmark.
    ///
    /// - Parameters:
    ///   - rounds: How often each peer is measured, at most.
    ///   - seconds: How long all of them may take.
    ///   - setup: What is done once, before the first round.
    func register(rounds: Int, seconds: Int, setup: @escaping @Sendable () async throws -> Void = {}) {
        let samples = Samples()
        let metrics = (peers.map(\.name) + goals.map(\.percentName)).map(Self.metric)
        Benchmark(
            title,
            configuration: .init(
                metrics: metrics,
                units: Dictionary(uniqueKeysWithValues: metrics.map { ($0, .count) }),
                warmupIterations: Self.warmUps,
                maxDuration: .seconds(seconds),
                maxIterations: rounds
            ),
            closure: { benchmark in
                // There and back again, so that no peer always runs in the wake of the same one.
                let order = benchmark.currentIteration.isMultiple(of: 2) ? peers : peers.reversed()
                var round: [String: Double] = [:]
                for peer in order { round[peer.name] = try await peer.measure() }
                guard benchmark.currentIteration >= Self.warmUps else { return }
                samples.add(round)
                for (name, nanoseconds) in round { benchmark.measurement(Self.metric(name), Int(nanoseconds)) }
                for goal in goals {
                    benchmark.measurement(Self.metric(goal.percentName), Int(goal.value(round) * 100))
                }
            },
            setup: setup,
            teardown: { print(report(samples.medians)) }
        )
    }

    private static func metric(_ name: String) -> BenchmarkMetric {
        .custom(name, useScalingFactor: false)
    }

    private func report(_ medians: [String: Double]) -> String {
        var lines = ["", "\(title), medians"]
        for peer in peers {
            let nanoseconds = medians[peer.name] ?? .nan
            let time = String(format: "%12.0f ns %12.0f /s", nanoseconds, 1e9 / nanoseconds)
            let instructions = peer.instructions.map { String(format: "%12d instructions (recorded)", $0) } ?? ""
            lines.append("  \(peer.name.padded(to: 48))\(time)\(instructions)")
        }
        for goal in goals {
            let value = goal.value(medians)
            let verdict = goal.bound.contains(value) ? "met" : "MISSED"
            lines.append("  \(goal.name.padded(to: 48))\(String(format: "%12.3f", value))    \(goal.bound): \(verdict)")
        }
        if let others { lines.append("  \(others)") }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String {
        self + String(repeating: " ", count: max(0, count - self.count))
    }
}
