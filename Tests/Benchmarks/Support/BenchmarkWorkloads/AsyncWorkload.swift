import Foundation
import Requests
import RequestsEndpoints

/// A piece of asynchronous work, to be repeated.
package struct AsyncWorkload: Sendable {
    /// The name on the command line.
    package let name: String

    /// Does the work `count` times.
    package let run: @Sendable (_ count: Int) async throws -> Void

    /// A workload of calls to a declared endpoint, without a socket.
    package static let loopback = AsyncWorkload(name: "loopback") { count in
        try await EndpointCalls.run(count, over: EndpointCalls.loopback)
    }

    /// A workload that reads 256 KiB of lines of 120 bytes, in chunks of 16 KiB.
    package static let lines = lines("lines120", .lines) { $0.utf8.count }

    /// A workload that reads the same lines as data.
    package static let lineData = lines("lineData120", .lineData) { $0.count }

    /// A workload that finds the same lines by hand.
    package static let linesByHand: AsyncWorkload = {
        let body = Self.body
        return AsyncWorkload(name: "linesByHand120") { count in
            for _ in 0..<count { precondition(StreamBounds.strings(body.chunks) > 0) }
        }
    }()

    /// All asynchronous workloads.
    package static let every =
        [loopback, lines, lineData, linesByHand, bare, adapting, route] + decorated
        + layers + [decorators, decodingFailure, notFound, cacheHit]

    private static let body = ChunkedBody(
        repeating: String(repeating: "x", count: 119) + "\n", size: 256 * 1_024)

    private static func lines<Element>(
        _ name: String, _ decoder: StreamFormat<Element>, _ count: @escaping @Sendable (Element) -> Int
    ) -> AsyncWorkload {
        let body = Self.body
        return AsyncWorkload(name: name) { rounds in
            let request = AnonymousProvider("http://h").get(from: "/").receiving(stream: decoder)
            for _ in 0..<rounds {
                var sum = 0
                for try await element in try await body.stream(request) { sum += count(element) }
                precondition(sum > 0)
            }
        }
    }
}
