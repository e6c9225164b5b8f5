import Foundation
import Requests
import RequestsCaching

/// The memory of calls that wait for their responses.
package enum WaitingCalls {
    /// Waits until the call is cancelled.
    private struct Silent: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            try await Task.sleep(for: .seconds(3_600))
            throw CancellationError()
        }
    }

    /// Waits in an exchange, like transports that follow redirects.
    ///
    /// Only such transports run the functions for hops.
    private struct Exchanging: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            try await request.send { try await Silent().send($0) }
        }
    }

    /// The calls, by the transport for which they wait.
    package static let every: [(name: String, call: @Sendable () async throws -> Void)] = [
        ("waitingTask", { try await Task.sleep(for: .seconds(3_600)) }),
        ("waiting", call(of: Silent())),
        ("waitingAdapted", call(of: Silent().adapting { try await $1($0) })),
        (
            "waitingThree",
            call(of: Silent().retrying().authenticating(with: tokens).logging(level: nil) { _ in })
        ),
        ("waitingExchange", call(of: Exchanging())),
        ("waitingCookies", call(of: Exchanging().keepingCookies(in: CookieJar()))),
        ("waitingCache", call(of: Exchanging().caching(in: .memory(limit: 1 << 20)))),
        (
            "waitingSix",
            call(
                of: Exchanging().keepingCookies(in: CookieJar()).caching(in: .memory(limit: 1 << 20))
                    .limiting(concurrentCalls: .max).retrying().authenticating(with: tokens).logging(level: nil) { _ in
                    })
        ),
    ]

    /// Returns the number of bytes of resident memory that each of many waiting calls uses.
    package static func bytes(of call: @escaping @Sendable () async throws -> Void, count: Int) async throws -> Int {
        let before = try residentBytes()
        let tasks = (0..<count).map { _ in Task { try? await call() } }
        // All calls wait as soon as the memory stops growing.
        var bytes = before
        repeat {
            bytes = try residentBytes()
            try await Task.sleep(for: .milliseconds(500))
        } while try residentBytes() > bytes
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        return (bytes - before) / count
    }

    private static let api = AnonymousProvider("https://api.example.com/v1")

    private static let tokens = BearerTokens(
        for: api.baseURL, BearerToken("t0ken", expires: .distantFuture)
    ) { $0 }

    private static func call(of transport: some Transport) -> @Sendable () async throws -> Void {
        { try await transport.perform(api.get(from: "/repos/1")) }
    }

    /// Reads the size of the process, which Linux counts in pages.
    private static func residentBytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return (Int(text.split(separator: " ")[1]) ?? 0) * Int(getpagesize())
    }
}
