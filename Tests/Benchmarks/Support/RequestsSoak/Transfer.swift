import Foundation
import Requests
import TransportSoak

/// The upload and the download of a file: each runs in a separate process, to measure its peak memory alone.
struct Transfer {
    var bytes: Int
    var rounds: Int
    var directory: URL

    func run(_ types: [any Client.Type]) async throws {
        let server = try ServerProcess()
        for type in types {
            for direction in ["up", "down"] {
                var rates: [String: [Double]] = [:]
                var peaks: [String: [Double]] = [:]
                for round in 0..<rounds {
                    let peers = round.isMultiple(of: 2) ? ["bare", "Requests"] : ["Requests", "bare"]
                    for peer in peers {
                        let words = try ServerProcess.run([
                            "transfer-once", "on=\(type.name)", "direction=\(direction)", "peer=\(peer)",
                            "bytes=\(bytes)", "directory=\(directory.path)", "url=\(server.baseURL.absoluteString)",
                        ])
                        let numbers = words.compactMap(Double.init)
                        guard numbers.count == 2 else { throw SoakFailure("no figures: \(words)") }
                        rates[peer, default: []].append(Double(bytes) / 1e6 / numbers[0])
                        peaks[peer, default: []].append(numbers[1])
                        let figures = String(format: "%.0f MB/s, +", rates[peer]?.last ?? 0)
                        say("  \(type.name) \(direction) \(peer): \(figures)\(Int(numbers[1]).mebibytes)")
                    }
                }
                report(type.name, direction, rates, peaks)
            }
        }
    }

    private func report(_ name: String, _ direction: String, _ rates: [String: [Double]], _ peaks: [String: [Double]]) {
        let ours = rates["Requests"] ?? [], bare = rates["bare"] ?? []
        let growth = peaks["Requests"]?.max() ?? .nan
        say("\(name), \(Double(bytes) / 1_073_741_824) GiB \(direction), \(rounds) rounds")
        say(String(format: "  MB/s: %.0f, bare %.0f; ratio ", ours.median, bare.median), terminator: "")
        say(verdict(zip(ours, bare).map { $0 / $1 }.median, atLeast: 0.9))
        say(
            "  memory: \(verdict(growth / 1_048_576, atMost: 32, " MiB")), bare \(Int(peaks["bare"]?.max() ?? 0).mebibytes)"
        )
    }

    /// Runs one transfer in this process, and prints its duration in seconds and the maximum growth of the memory in
    /// bytes.
    static func once(
        _ client: any Client, _ direction: String, _ peer: String, bytes: Int, _ directory: URL, _ url: URL
    )
        async throws
    {
        // The file is sparse, because the disk isn't measured.
        let file = try directory.sparseFile(direction == "up" ? bytes : 0)
        defer { try? FileManager.default.removeItem(at: file) }
        let api = SoakAPI(baseURL: url)
        // The costs of the first request of a process don't belong to the transfer.
        _ = try await client.get(api, count: 20, atOnce: 2)
        _ = try await client.bareGet(url, count: 20, atOnce: 2)
        let before = Usage.settled
        Usage.resetPeak()
        let start = ContinuousClock.now
        switch (direction, peer) {
        case ("up", "bare"): try await client.bareUpload(file, to: url.appending(path: "sink"))
        case ("up", _): try await client.transport.perform(api.put(.file(file), to: "/sink"))
        case (_, "bare"): try await client.bareDownload(url.appending(path: "bytes/\(bytes)"), to: file)
        default: try await client.transport.download(api.get(from: "/bytes/\(bytes)"), to: file)
        }
        let seconds = (ContinuousClock.now - start).inSeconds
        let growth = Usage.peak - before.memory
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
        guard size == bytes else { throw SoakFailure("\(size ?? 0) bytes instead of \(bytes)") }
        say(seconds, growth)
    }
}
