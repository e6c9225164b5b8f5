import Foundation
import Requests

/// The additional cost of a call through decorators that have nothing to do, with a transport that responds at once.
enum DecoratorBenchmarks {
    static func register() {
        let api = AnonymousProvider("https://api.example.com/v1")
        let tokens = BearerTokens(for: api.baseURL, BearerToken("t0ken", expires: .distantFuture)) { $0 }
        let bare = AtOnce()
        let adapted = bare.adapting { try await $1($0) }
        let decorated = bare.retrying().authenticating(with: tokens).logging(level: nil) { _ in }
        Comparison(
            title: "decorators, for each call",
            peers: [
                .init(name: "bare") { try await measure(bare, api) },
                .init(name: "adapting") { try await measure(adapted, api) },
                .init(name: "retrying, authenticating, logging") { try await measure(decorated, api) },
            ],
            goals: [
                .difference(of: "adapting", over: "bare", .atMost(1_000)),
                .difference(of: "retrying, authenticating, logging", over: "bare", .atMost(5_000)),
            ]
        ).register(rounds: 100, seconds: 20)
    }

    /// Measures one call after another.
    private static func measure(_ transport: some Transport, _ api: AnonymousProvider) async throws -> Double {
        let count = 2_000
        let request = api.get(.data, from: "/repos/1")
        let duration = try await ContinuousClock().measure {
            for _ in 0..<count {
                let data = try await transport.perform(request)
                precondition(data.count == 2)
            }
        }
        return duration / .nanoseconds(1) / Double(count)
    }
}

/// Responds from memory to every request.
private struct AtOnce: Transport {
    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        TransportResponse(head: ResponseHead(status: .ok, url: request.url), body: MessageBody(Data("{}".utf8)))
    }
}
