import Benchmark
import BenchmarkWorkloads
import Foundation
import Requests
import RequestsEndpoints

// REQUESTS_EXTRAS=benchmarks swift package --traits AsyncHTTPClient benchmark
let benchmarks: @Sendable () -> Void = {
    Comparison(
        title: "GET to URLRequest",
        peers: [
            .init("bytewise bound", .bound), .init("chain", .chain), .init("resolve", .resolve),
            .init("message to URLRequest", .toURLRequest), .init("Requests", .all),
            .init("an API with 2 endpoints", .allOfTwo), .init("an API with 30 endpoints", .allOfThirty),
            .init("Foundation by hand", .foundation),
        ],
        goals: [
            .time(of: "Requests", over: "bytewise bound", .atMost(1.6)),
            .time(of: "an API with 2 endpoints", over: "Requests", .atMost(1.03)),
            .time(of: "an API with 30 endpoints", over: "Requests", .atMost(1.03)),
            .time(of: "Foundation by hand", over: "Requests", .atLeast(3)),
        ],
        others: "others over a bytewise bound, October 2026: Get 4.4, Foundation by hand 6.1, Alamofire 12 to 23"
    ).register(rounds: 300, seconds: 20, setup: Workload.verify)

    Comparison(
        title: "GET to OutgoingRequest",
        peers: [
            .init("plain struct", .plain), .init("Requests", .outgoing),
            .init("an API with 2 endpoints", .outgoingOfTwo),
        ] + AsyncHTTPClientBenchmarks.requests,
        goals: AsyncHTTPClientBenchmarks.requests.map {
            .time(of: "Requests", over: $0.name, .atMost(2))
        }
    ).register(rounds: 300, seconds: 10, setup: Workload.verify)

    Comparison(
        title: "POST of JSON to URLRequest",
        peers: [.init("JSONEncoder alone", .jsonEncoderAlone), .init("Requests", .json)],
        // The goal is 3,200 ns if the encoder takes 4,980 ns.
        goals: [.surplus(of: "Requests", over: "JSONEncoder alone", .atMost(3_200.0 / 4_980))]
    ).register(rounds: 300, seconds: 10)

    Comparison(
        title: "JSON with names in snake case",
        peers: [
            .init("Foundation", .snakeCase100ByFoundation), .init("Requests", .snakeCase100),
            .init("verbatim", .verbatim100),
        ],
        goals: [.time(of: "Requests", over: "Foundation", .atMost(0.6))]
    ).register(rounds: 100, seconds: 10)

    Comparison(
        title: "multipart of a 100 MiB file to a file",
        peers: [
            .init(name: "64 KiB read and write") { try FormCopy.measure(.plain) },
            .init(name: "Requests") { try FormCopy.measure(.form) },
        ],
        goals: [.rate(of: "Requests", over: "64 KiB read and write", .atLeast(0.85))]
    ).register(rounds: 40, seconds: 30)

    for count in [10, 100, 1_000, 10_000] {
        let order = FormOrder(fields: count)
        Comparison(
            title: "form of \(count) nested fields, for each",
            peers: [
                .init(name: "only visiting") { try Forms.visit(order) }
                    .counted(as: "formVisit\(count)", times: 1 / Double(order.fieldCount)),
                .init(name: "Requests") { try Forms.write(order) }
                    .counted(as: "form\(count)", times: 1 / Double(order.fieldCount)),
            ],
            goals: [.nanoseconds(of: "Requests", .atMost(150))]
        ).register(rounds: 300, seconds: 5)
    }

    Comparison(
        title: "form of 10 fields",
        peers: [
            .init("only visiting", .flatFormVisit, count: 500), .init("Requests", .flatForm, count: 500),
        ],
        goals: [.nanoseconds(of: "Requests", .atMost(150 * 10))]
    ).register(rounds: 300, seconds: 5)

    for count in [10, 1_000] {
        Comparison(
            title: "form that is a flat dictionary of \(count) fields",
            peers: [
                .init("by hand", .formDictionaryByHand(of: count), count: max(1, 5_000 / count)),
                .init("Requests", .formDictionary(of: count), count: max(1, 5_000 / count)),
            ],
            goals: [.nanoseconds(of: "Requests", .atMost(200 * Double(count)))]
        ).register(rounds: 300, seconds: 5)
    }

    for load in Forms.loads() {
        Comparison(
            title: "form of 16 MiB beside 1 MiB, \(load.name)",
            peers: [
                .init(name: "write 1 MiB") { try load.write(1) }, .init(name: "write 16 MiB") { try load.write(16) },
                .init(name: "read 1 MiB") { try load.read(1) }, .init(name: "read 16 MiB") { try load.read(16) },
            ],
            goals: [
                .time(of: "write 16 MiB", over: "write 1 MiB", .atMost(20)),
                .time(of: "read 16 MiB", over: "read 1 MiB", .atMost(20)),
            ]
        ).register(rounds: 10, seconds: 40)
    }

    StreamBenchmarks.register()
    EndpointBenchmarks.register()
    DecoratorBenchmarks.register()
    GrowthBenchmarks.register()

    for (lanes, count) in [(1, 100), (64, 640)] {
        loopback(atOnce: lanes, count: count)?.register(rounds: 60, seconds: 30)
    }
    AsyncHTTPClientBenchmarks.register()
}

extension Comparison.Peer {
    init(_ name: String, _ workload: Workload, count: Int = 500) {
        self.init(name: name, instructions: RecordedInstructions.all[workload.name]) {
            let start = ThreadTime.nanoseconds
            try workload.run(count)
            return (ThreadTime.nanoseconds - start) / Double(count)
        }
    }
}

/// Compares `perform` with a bare `dataTask`, each with URLSession's cache and without it.
private func loopback(atOnce lanes: Int, count: Int) -> Comparison? {
    let server: LoopbackServer
    do {
        server = try LoopbackServer(body: #"{"id":1,"name":"engine"}"#)
    } catch {
        print("no server: \(error)")
        return nil
    }
    let api = ExampleAPI(baseURL: server.baseURL)
    let url = server.baseURL.appending(path: "repos/1")
    let cached = URLSessionConfiguration.default
    let uncached = URLSessionConfiguration.default
    uncached.urlCache = nil
    let loads: [(name: String, load: any Load)] = [
        ("dataTask", BareLoad(session: URLSession(configuration: cached), url: url)),
        ("Requests", LibraryLoad(transport: URLSession(configuration: cached), api: api)),
        ("dataTask, no cache", BareLoad(session: URLSession(configuration: uncached), url: url)),
        ("Requests, no cache", LibraryLoad(transport: URLSession(configuration: uncached), api: api)),
    ]
    return Comparison(
        title: "perform over loopback, \(lanes) at once",
        peers: loads.map { name, load in
            .init(name: name) { try await load.measure(count, atOnce: lanes) }
        },
        goals: [
            .rate(of: "Requests", over: "dataTask", .atLeast(1)),
            .rate(of: "Requests, no cache", over: "dataTask, no cache", .atLeast(1)),
        ]
    )
}
