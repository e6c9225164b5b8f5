import BenchmarkWorkloads
import Foundation
import Requests
import RequestsEndpoints

/// The costs of a declared API: its requests, compared with those of the chain; its routes, by their number; and its
/// server, without a socket.
enum EndpointBenchmarks {
    static func register() {
        Comparison(
            title: "endpoint to URLRequest",
            peers: [.init("chain", .endpointByChain), .init("endpoint", .endpoint)],
            goals: [.time(of: "endpoint", over: "chain", .atMost(1.7))]
        ).register(rounds: 300, seconds: 10, setup: Workload.verifyEndpoint)

        Comparison(
            title: "routing",
            peers: [
                .init("10 routes", .routing(among: 10)), .init("1,000 routes", .routing(among: 1_000)),
            ],
            goals: [.time(of: "1,000 routes", over: "10 routes", .atMost(1.5))]
        ).register(rounds: 300, seconds: 10)

        loopback()?.register(rounds: 60, seconds: 20)
    }

    /// Measures one request after another, from the input to the decoded output, with a socket and without.
    private static func loopback() -> Comparison? {
        let server: LoopbackServer
        do {
            server = try LoopbackServer(body: #"{"id":1,"name":"engine"}"#)
        } catch {
            print("no server: \(error)")
            return nil
        }
        let api = DeclaredAPI(baseURL: server.baseURL)
        let configuration = URLSessionConfiguration.default
        configuration.urlCache = nil
        let session = URLSession(configuration: configuration)
        return Comparison(
            title: "endpoint over loopback",
            peers: [
                .init(name: "URLSession") { try await measure(session, api, count: 100) },
                .init(name: "Loopback") { try await measure(EndpointCalls.loopback, DeclaredAPI(), count: 1_000) }
                    .counted(as: "loopback"),
            ],
            goals: [
                .rate(of: "Loopback", over: "URLSession", .atLeast(20)),
                .nanoseconds(of: "Loopback", .atMost(15_000)),
            ]
        )
    }

    private static func measure(_ transport: some Transport, _ api: DeclaredAPI, count: Int) async throws -> Double {
        let duration = try await ContinuousClock().measure {
            try await EndpointCalls.run(count, over: transport, api)
        }
        return duration / .nanoseconds(1) / Double(count)
    }
}
