#if DEBUG
import Foundation
import RequestsTesting
import Testing

@testable import Requests
@testable import RequestsCore
@testable import RequestsCaching

@Suite("Order of decorators around a cache", .timeLimit(.minutes(1))) struct CacheOrderTests {
    private let api = AnonymousProvider("https://order.example")

    /// Sends a message, and returns the warnings about the order.
    private func warnings(_ transport: some Transport) async throws -> [String] {
        let texts = Guarded<[String]>([])
        var message = try api.get(from: "/").resolve()
        message.context.order.warnings = OrderWarnings { text in texts.withLock { $0.append(text) } }
        _ = try await transport.send(message)
        return texts.withLock { $0 }
    }

    private var stub: Stub<AnonymousProvider> { Stub(api).on(.get, "/") { _ in .status(.ok) } }

    @Test func `a limit belongs before a cache`() async throws {
        let cached = stub.caching(in: .memory(limit: 1_000))
        for transport: any Transport in [
            cached.limiting(concurrentCalls: 1), cached.rateLimiting(to: 1, per: .seconds(1)),
            cached.honoringRateLimits(),
        ] {
            #expect(try await warnings(transport).map { $0.contains("put the limit before caching(in:)") } == [true])
        }
        let right = stub.limiting(concurrentCalls: 1).honoringRateLimits().caching(in: .memory(limit: 1_000))
        #expect(try await warnings(right) == [])
    }

    @Test func `a cache on disk stores nothing of calls with credentials, unless it is told to`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let key = AuthenticationProvider.bearerToken("key"), url = api.baseURL
        let onDisk = stub.caching(in: .disk(at: folder, limit: 100_000))
        #expect(try await warnings(onDisk) == [])
        #expect(
            try await warnings(onDisk.authenticating(with: key, for: url)).map {
                $0.contains("pass storesSecrets: true")
            } == [
                true
            ])
        let told = stub.caching(in: .disk(at: folder, limit: 100_000, storesSecrets: true))
        #expect(try await warnings(told.authenticating(with: key, for: url)) == [])
        #expect(try await warnings(stub.caching(in: .memory(limit: 9)).authenticating(with: key, for: url)) == [])
    }
}
#endif
