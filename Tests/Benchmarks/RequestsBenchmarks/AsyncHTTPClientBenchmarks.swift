/// The rows about AsyncHTTPClient; empty without the trait of that name.
enum AsyncHTTPClientBenchmarks {}

#if AsyncHTTPClient
import AsyncHTTPClient
import Benchmark
import BenchmarkWorkloads
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Requests
import RequestsAsyncHTTPClient

extension AsyncHTTPClientBenchmarks {
    /// A peer that makes the client's request with the same method, URL and header.
    static var requests: [Comparison.Peer] {
        let workload = Workload("clientRequest", preparing: Workload.message) { url, fields in
            var request = HTTPClientRequest(url: url)
            for field in fields { request.headers.add(name: field.name, value: field.value) }
            return request
        }
        return [.init("AsyncHTTPClient's request", workload)]
    }

    static func register() {
        do {
            try calls().register(rounds: 60, seconds: 30)
        } catch {
            print("no server: \(error)")
        }
    }

    /// Measures 64 concurrent calls.
    ///
    /// The processor time is that of the whole process, which includes the server.
    private static func calls() throws -> Comparison {
        let server = try LoopbackServer(body: #"{"id":1,"name":"engine"}"#)
        let api = ExampleAPI(baseURL: server.baseURL)
        var configuration = HTTPClient.Configuration.requests
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let bare = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let loads: [(name: String, load: any Load)] = [
            ("HTTPClient.execute", BareClientLoad(client: bare, url: "\(server.baseURL)/repos/1")),
            ("Requests", LibraryLoad(transport: client, api: api)),
        ]
        return Comparison(
            title: "perform over AsyncHTTPClient, 64 at once",
            peers: loads.map { name, load in
                .init(name: name) {
                    let start = ProcessTime.nanoseconds
                    try await load.send(1_280, atOnce: 64)
                    return (ProcessTime.nanoseconds - start) / 1_280
                }
            },
            goals: [.time(of: "Requests", over: "HTTPClient.execute", .atMost(1.05))],
            others: "instructions (client-instructions), November 2026: the client 215,300, Requests 260,500"
        )
    }
}

/// Calls through the bare client, from making the request to decoding the value.
private struct BareClientLoad: Load {
    let client: HTTPClient
    let url: String

    func send(_ count: Int, atOnce lanes: Int) async throws {
        try await inLanes(lanes, count) { _ in
            var request = HTTPClientRequest(url: url)
            request.headers.add(name: "Accept", value: "application/json")
            let response = try await client.execute(request, timeout: .seconds(60))
            let body = try await response.body.collect(upTo: 1_048_576)
            let repository = try JSONDecoder().decode(Repository.self, from: body)
            precondition(repository.id == 1)
        }
    }
}
#else
extension AsyncHTTPClientBenchmarks {
    static var requests: [Comparison.Peer] { [] }

    static func register() {}
}
#endif
