import Foundation
import Requests
import TransportSoak

/// A small JSON GET over loopback, one and 64 at once: the library and the bare client, in turns within one run.
struct Throughput {
    var seconds: Int
    var lanes: [Int]

    private struct Peer {
        let name: String
        let get: (_ count: Int, _ lanes: Int) async throws -> [Double]
        var rates: [Double] = []
        var times: [Double] = []
        /// The processor time of a request in microseconds, round by round.
        var work: [Double] = []
    }

    func run(_ types: [any Client.Type]) async throws {
        let server = try ServerProcess()
        for lanes in lanes {
            say("\nthroughput, \(lanes) at once, \(seconds) s")
            var peers: [Peer] = []
            for type in types {
                let client = try type.init()
                let api = SoakAPI(baseURL: server.baseURL)
                peers.append(
                    Peer(name: "\(client.bareName), \(type.name)") { count, lanes in
                        try await client.bareGet(api.baseURL, count: count, atOnce: lanes)
                    }
                )
                peers.append(
                    Peer(name: "Requests, \(type.name)") { count, lanes in
                        try await client.get(api, count: count, atOnce: lanes)
                    }
                )
            }
            try await measure(&peers, lanes)
            report(peers)
        }
    }

    private func measure(_ peers: inout [Peer], _ lanes: Int) async throws {
        let count = lanes == 1 ? 200 : 1_280
        for peer in peers { _ = try await peer.get(count, lanes) }
        let end = ContinuousClock.now + .seconds(seconds)
        var isForth = true
        repeat {
            // The order alternates, so that no peer always runs right after the same other peer.
            for index in isForth ? Array(peers.indices) : peers.indices.reversed() {
                let start = ContinuousClock.now, processor = Usage.processorTime
                let times = try await peers[index].get(count, lanes)
                peers[index].rates.append(Double(times.count) / (.now - start).inSeconds)
                peers[index].work.append((Usage.processorTime - processor) / Double(times.count))
                peers[index].times += times
            }
            isForth.toggle()
        } while .now < end
    }

    private func report(_ peers: [Peer]) {
        say("".padded(to: 40) + "   requests/s (middle half)        p50 ms     p99 ms     CPU us   of")
        for peer in peers {
            let rate = String(format: "%10.0f", peer.rates.median) + " (\(peer.rates.spread("%.0f")))".padded(to: 20)
            let times = String(
                format: "%10.3f %10.3f %10.1f", peer.times.quantile(0.5), peer.times.quantile(0.99), peer.work.median)
            say("\(peer.name.padded(to: 40)) \(rate) \(times)   \(peer.times.count)")
        }
        for index in stride(from: 0, to: peers.count, by: 2) {
            let (bare, ours) = (peers[index], peers[index + 1])
            // The ratios are computed round by round, so that other work of the machine affects both peers alike.
            let ratios = zip(ours.rates, bare.rates).map { $0 / $1 }
            let goal = ours.name.contains("urlsession") ? 1.0 : 0.95
            say("\(ours.name): rate \(verdict(ratios.median, atLeast: goal)), middle half \(ratios.spread("%.2f"))")
            let p99 = ours.times.quantile(0.99) / bare.times.quantile(0.99)
            say("\(ours.name): p99 \(verdict(p99, atMost: 1.5))")
        }
    }
}
