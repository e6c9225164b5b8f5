import Foundation
import Requests
import RequestsConformance
import Testing
import TransportSoak

/// The number of times that a server receives a message if it closes each idle connection right after reading the next
/// message.
///
/// This happens if a server ends an idle connection, or shuts down, at that moment. It may have processed the message
/// each time.
@Suite("Messages on lost connections", .timeLimit(.minutes(2)))
struct SendCountTests {
    /// A message, and the number of times that each transport sends it.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let counts: [TestedTransport: Int]
        let request: @Sendable (AnonymousProvider) -> Request<AnonymousProvider, Void>

        var testDescription: String { name }

        init(
            _ name: String, urlSession: Int, asyncHTTPClient: Int, libcurl: Int,
            _ request: @escaping @Sendable (AnonymousProvider) -> Request<AnonymousProvider, Void>
        ) {
            self.name = name
            var counts = [TestedTransport.urlSession: urlSession]
            #if AsyncHTTPClient
            counts[.asyncHTTPClient] = asyncHTTPClient
            #endif
            #if Curl
            counts[.libcurl] = libcurl
            #endif
            self.counts = counts
            self.request = request
        }
    }

    private static let idleCount = 6

    static let rows = [
        Row("GET", urlSession: 6, asyncHTTPClient: 2, libcurl: 2) { $0.get(from: "/x") },
        Row("HEAD", urlSession: 6, asyncHTTPClient: 2, libcurl: 2) { $0.head("/x") },
        Row("DELETE", urlSession: 6, asyncHTTPClient: 2, libcurl: 2) { $0.delete("/x") },
        Row("PUT with content", urlSession: 6, asyncHTTPClient: 2, libcurl: 2) { $0.put(.text("a"), to: "/x") },
        Row("POST", urlSession: 1, asyncHTTPClient: 1, libcurl: 1) { $0.post(to: "/x") },
        Row("POST with content", urlSession: 1, asyncHTTPClient: 1, libcurl: 1) { $0.post(.text("a"), to: "/x") },
        Row("POST, declared", urlSession: 6, asyncHTTPClient: 2, libcurl: 2) { $0.post(to: "/x").idempotent() },
        Row("POST with content and a key", urlSession: 6, asyncHTTPClient: 2, libcurl: 2) {
            $0.post(.text("a"), to: "/x").idempotent(.keyed)
        },
        Row("GET, refused", urlSession: 1, asyncHTTPClient: 1, libcurl: 1) { $0.get(from: "/x").idempotent(.refused) },
        Row("PUT, refused", urlSession: 1, asyncHTTPClient: 1, libcurl: 1) { $0.put(to: "/x").idempotent(.refused) },
        Row("PUT with content, refused", urlSession: 1, asyncHTTPClient: 1, libcurl: 1) {
            $0.put(.text("a"), to: "/x").idempotent(.refused)
        },
        Row("DELETE, refused", urlSession: 1, asyncHTTPClient: 1, libcurl: 1) {
            $0.delete("/x").idempotent(.refused)
        },
    ]

    /// Returns how often a server receives a message after it has made all connections of a client idle.
    private func count(
        _ request: @Sendable (AnonymousProvider) -> Request<AnonymousProvider, Void>, on transport: TestedTransport,
        through wrap: @Sendable (any Transport) -> any Transport = { $0 }
    ) async throws -> Int {
        let arrived = Guarded(0), all = Gate(), count = Guarded(0)
        try await withRawServer({ connection in
            // The first responses wait for each other, so that each request has its own connection.
            _ = try connection.readRequest()
            let isLast = arrived.withLock { arrived in
                arrived += 1
                return arrived == Self.idleCount
            }
            if isLast { all.open() }
            guard arrived.withLock({ $0 }) <= Self.idleCount else {
                count.withLock { $0 += 1 }
                return try connection.send(RawServer.ok("new"))
            }
            try all.wait()
            try connection.send(RawServer.ok("idle"))
            _ = try connection.readRequest()
            count.withLock { $0 += 1 }
        }) { server in
            let api = AnonymousProvider(baseURL: server.baseURL)
            try await transport.withTransport { client in
                try await withThrowingTaskGroup { group in
                    for _ in 0..<Self.idleCount { group.addTask { try await client.perform(api.get(from: "/idle")) } }
                    try await group.waitForAll()
                }
                _ = try? await wrap(client).perform(request(api))
            }
        }
        return count.withLock { $0 }
    }

    @Test(arguments: rows, TestedTransport.allCases)
    func `a message is sent as often as its page says`(_ row: Row, _ transport: TestedTransport) async throws {
        #if canImport(FoundationNetworking)
        #expect(try await count(row.request, on: transport) == row.counts[transport])
        #endif
    }

    @Test(arguments: TestedTransport.allCases.filter { $0 != .urlSession })
    func `messages that a transport repeats count against the retry budget`(_ transport: TestedTransport)
        async throws
    {
        let budget = RetryBudget(ratio: 0, reserve: 1)
        for expected in [2, 1] {
            let count = try await count({ $0.get(from: "/x") }, on: transport) { client in
                client.retrying(budget: budget)
            }
            #expect(count == expected)
        }
    }
}
