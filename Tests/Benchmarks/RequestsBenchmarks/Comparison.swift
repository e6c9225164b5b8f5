import Benchmark
import Foundation

/// Peers that do the same work, measured in turns within one run, so that a machine's drift affects them alike.
///
/// The benchmark library's table shows the nanoseconds of each peer per operation, and the goals in percent. Ratios of
/// the medians are printed as well.
struct Comparison: Sendable {
    /// One of the compared peers.
    struct Peer: Sendable {
        let name: String
        /// The recorded number of instructions of one operation; `nil` if it isn't counted.
        var instructions: Int?
        /// Does the work several times, and returns the nanoseconds of one operation.
        let measure: @Sendable () async throws -> Double
    }

    let title: String
    let peers: [Peer]
    let goals: [Goal]
    /// Published measurements of other libraries, with their dates.
    var others: String?

    private static let warmUps = 3

    /// Registers the benchmark.
    ///
    /// - Parameters:
    ///   - rounds: The maximum number of measurements of each peer.
    ///   - seconds: The time limit for all measurements.
    ///   - setup: The work to do once, before the first round.
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
                // The order alternates, so that no peer always runs right after the same other peer.
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
