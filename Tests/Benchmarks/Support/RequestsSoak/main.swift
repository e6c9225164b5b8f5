// Measurements that take longer than a benchmark: see `usage`. Built with the trait AsyncHTTPClient, the program covers
// that client as well.
import Foundation
import Requests
import TransportSoak

let usage = """
    usage: RequestsSoak <what> [name=value …]
      throughput   seconds=30 lanes=1,64        small JSON GETs, beside the bare client
      transfer     bytes=2147483648 rounds=3 directory=…   a file up, a file down, beside the bare client
      calls        count=100000 lanes=64        no failure, no growth
      mixture      count=1000000 lanes=64       cancelled, late, faulty: each ends as it must, no growth; fates=…
      retries      hours=24                  on a clock that doesn't wait
      reconnects   count=10000                  of one stream: no event is lost or repeated, no growth
      gets         count=1000 lanes=64 peer=Requests url=…   GETs by one peer (or bare), for a profiler
      cancel       count=100000 lanes=64        none hangs, nothing is left; stages=…
      each with    on=\(everyClient.map { $0.name }.joined(separator: ","))
    """

let options = CommandLine.arguments.dropFirst(2).reduce(into: [String: String]()) { options, argument in
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    if parts.count == 2 { options[parts[0]] = parts[1] }
}

@MainActor func number(_ name: String, _ standard: Int) -> Int { options[name].flatMap { Int($0) } ?? standard }

let names = options["on"]?.split(separator: ",").map(String.init)
let clients = everyClient.filter { names?.contains($0.name) ?? true }
let directory = options["directory"].map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory

do {
    switch CommandLine.arguments.dropFirst().first {
    case "serve":
        try ServerProcess.serve()
    case "throughput":
        let lanes = options["lanes"]?.split(separator: ",").compactMap { Int($0) } ?? [1, 64]
        try await Throughput(seconds: number("seconds", 30), lanes: lanes).run(clients)
    case "transfer":
        try await Transfer(
            bytes: number("bytes", 2_147_483_648), rounds: number("rounds", 3), directory: directory
        ).run(clients)
    case "transfer-once":
        guard let client = try clients.first?.init(), let url = options["url"].flatMap({ URL(string: $0) }) else {
            throw SoakFailure("no client or URL")
        }
        try await Transfer.once(
            client, options["direction"] ?? "down", options["peer"] ?? "Requests", bytes: number("bytes", 1_048_576),
            directory, url
        )
    case "calls":
        try await Calls(count: number("count", 100_000), lanes: number("lanes", 64)).run(clients)
    case "mixture":
        var mixture = Mixture(count: number("count", 1_000_000), lanes: number("lanes", 64))
        if let fates = options["fates"] { mixture.fates = fates.split(separator: ",").map(String.init) }
        try await mixture.run(clients)
    case "retries":
        try await Retries(hours: number("hours", 24)).run()
    case "reconnects":
        try await Reconnects(count: number("count", 10_000)).run(clients)
    case "gets":
        guard let client = clients.first, let url = options["url"].flatMap({ URL(string: $0) }) else {
            throw SoakFailure("no client or URL")
        }
        Gets(
            count: number("count", 1_000), lanes: number("lanes", 64), isBare: options["peer"] == "bare", url: url
        ).run(client)
    case "cancel":
        var cancels = Cancels(count: number("count", 100_000), lanes: number("lanes", 64))
        if let stages = options["stages"]?.split(separator: ",") {
            cancels.stages = Cancelling.Stage.allCases.filter { stages.contains("\($0)") }
        }
        try await cancels.run(clients)
    default:
        say(usage)
        exit(64)
    }
} catch {
    say("failed: \(error)")
    exit(1)
}
