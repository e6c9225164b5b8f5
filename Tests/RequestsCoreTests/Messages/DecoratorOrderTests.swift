#if DEBUG
import Foundation
import RequestsTesting
import Requests
import Testing
@testable import RequestsCore

import TestSupport

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
        #expect(texts.first?.contains("a transport chain contains retrying() twice") == true)
        #expect(texts.first?.contains("remove the first") == true)
    }

    /// Sends messages through chains, each made with the message's number, and returns the warnings.
    private func warnings(_ count: Int, _ chain: (Int) -> any Transport) async throws -> [String] {
        let texts = Guarded<[String]>([])
        var message = try api.get(from: "/").resolve()
        message.context.order.warnings = OrderWarnings { text in texts.withLock { $0.append(text) } }
        for number in 0..<count { _ = try await chain(number).send(message) }
        return texts.withLock { $0 }
    }

    @Test func `a chain for each call gets a warning`() async throws {
        let base = FixedResponse(), tokens = BearerTokens(for: api.baseURL, BearerToken("a")) { $0 }
        let chains: [(Int) -> any Transport] = [
            { _ in base.retrying() }, { _ in base.limiting(concurrentCalls: 2) },
            { _ in base.authenticating(with: tokens) },
            { _ in base.rateLimiting(to: 9, per: .seconds(1)) },
        ]
        for chain in chains {
            let texts = try await warnings(30, chain)
            #expect(texts.count == 1)
            #expect(texts.first?.contains("create the chain only once") == true)
            #expect(try await warnings(19, chain) == [])
        }
    }

    @Test func `a few chains for many calls, and a shared budget, get no warning`() async throws {
        let base = FixedResponse(), budget = RetryBudget()
        #expect(try await warnings(100) { _ in base.retrying(budget: budget) } == [])
        let chains = (0..<3).map { _ in base.limiting(concurrentCalls: 2).retrying() }
        #expect(try await warnings(100) { chains[$0 % 3] } == [])
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
