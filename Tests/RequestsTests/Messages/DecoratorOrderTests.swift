#if DEBUG
import Foundation
import RequestsTesting
import Testing

import TestSupport
@testable import Requests

@Suite("Order of decorators", .timeLimit(.minutes(1))) struct DecoratorOrderTests {
    private let api = AnonymousProvider("https://order.example")

    /// Sends two messages, and returns the warnings about the order.
    private func warnings(_ transport: some Transport) async throws -> [String] {
        let texts = Guarded<[String]>([])
        var message = try api.get(from: "/").resolve()
        message.context.order.warnings = OrderWarnings { text in texts.withLock { $0.append(text) } }
        for _ in 0..<2 { _ = try await transport.send(message) }
        return texts.withLock { $0 }
    }

    @Test func `a chain that retries twice gets one warning with the advice`() async throws {
        let texts = try await warnings(FixedResponse().retrying().limiting(concurrentCalls: 1).retrying())
        #expect(texts.count == 1)
        #expect(texts.first?.contains("retrying() is in the chain of a transport twice") == true)
        #expect(texts.first?.contains("remove the other one") == true)
    }

    @Test func `a chain in the right order gets no warning, even if it sends again`() async throws {
        let count = Counter()
        let stub = Stub(api).on(.get, "/") { _ in
            .status(count.next() % 2 == 1 ? .unauthorized : .ok, header: ["Retry-After": "0"])
        }
        let tokens = BearerTokens(for: api.baseURL, BearerToken("old")) { _ in BearerToken("new") }
        let transport = stub.rateLimiting(to: 9, per: .seconds(1)).limiting(concurrentCalls: 8).honoringRateLimits()
            .retrying().authenticating(with: tokens)
        #expect(try await warnings(transport) == [])
        #expect(count.count > 2)
    }
}
#endif
