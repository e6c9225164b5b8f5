import BenchmarkWorkloads

/// The cost of a loop's step, which must not grow with the number of steps, and of a decorator, which must not grow
/// with the number of decorators.
enum GrowthBenchmarks {
    static func register() {
        for growth in Growth.every {
            Comparison(
                title: "one step of a loop, \(growth.name)",
                peers: growth.rows.map { .init("\($0.count) steps", $0.workload, count: 100_000) },
                goals: [.time(of: "100000 steps", over: "1000 steps", .atMost(2))]
            ).register(rounds: 10, seconds: 20)
        }
        Comparison(
            title: "a call through decorators that do nothing",
            peers: zip(AsyncWorkload.layerCounts, AsyncWorkload.layers).map { count, workload in
                .init(workload, name: "\(count) decorators")
            },
            goals: [
                Goal(name: "a decorator of 30 / a decorator of 10", bound: .atMost(2)) { nanoseconds in
                    let times = AsyncWorkload.layerCounts.map { nanoseconds["\($0) decorators"] ?? .nan }
                    return (times[2] - times[1]) / 20 / ((times[1] - times[0]) / 9)
                }
            ]
        ).register(rounds: 100, seconds: 20)
    }
}
