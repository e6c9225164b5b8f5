import BenchmarkWorkloads
import Foundation

/// The costs of decorators that have nothing to do, of failures and of a cache, without a socket.
enum DecoratorBenchmarks {
    static func register() {
        Comparison(
            title: "decorators, for each call",
            peers: ([.bare, .adapting, .route] + AsyncWorkload.decorated + [.decorators]).map { .init($0) },
            goals: [
                .difference(of: "adapting", over: "bare", .atMost(120)),
                .difference(of: "decorators", over: "route", .atMost(15_000)),
            ]
        ).register(rounds: 100, seconds: 20)

        Comparison(
            title: "failures and cache hits, for each call",
            peers: [.init(.bare), .init(.decodingFailure), .init(.notFound), .init(.cacheHit)],
            goals: [
                .nanoseconds(of: "decodingFailure", .atMost(30_000)),
                .nanoseconds(of: "notFound", .atMost(25_000)),
                .nanoseconds(of: "cacheHit30", .atMost(15_000)),
            ]
        ).register(rounds: 100, seconds: 20)
    }
}

extension Comparison.Peer {
    /// Makes a peer that repeats an asynchronous workload.
    init(_ workload: AsyncWorkload, name: String? = nil, count: Int = 1_000) {
        self.init(name: name ?? workload.name, instructions: RecordedInstructions.all[workload.name]) {
            let duration = try await ContinuousClock().measure { try await workload.run(count) }
            return duration / .nanoseconds(1) / Double(count)
        }
    }
}
