import BenchmarkWorkloads
import Foundation
import Requests

/// Streams, compared with a loop over the same chunks that does nothing else.
enum StreamBenchmarks {
    /// The lengths of the lines in bytes, with LF.
    private static let lengths = [80, 120, 200]

    static func register() {
        for length in lengths {
            let lines = ChunkedBody(repeating: String(repeating: "x", count: length - 1) + "\n", size: 4 << 20)
            Comparison(
                title: "lines of \(length) bytes in 16 KiB chunks, a MiB",
                peers: [
                    // These workloads read a quarter of a MiB.
                    lines.peer("memchr and String") { StreamBounds.strings($0) }
                        .counted(as: "linesByHand\(length)", times: 4),
                    lines.peer("lines", .lines) { $0.utf8.count }.counted(as: "lines\(length)", times: 4),
                    lines.peer("memchr and Data") { StreamBounds.data($0) },
                    lines.peer("line data", .lineData) { $0.count }.counted(as: "lineData\(length)", times: 4),
                ],
                // The goals are 1,800 MB/s if the bound reaches 2,698 MB/s, and 1,000 MB/s if it reaches 1,396 MB/s.
                goals: [
                    .rate(of: "lines", over: "memchr and String", .atLeast(1_800.0 / 2_698)),
                    .rate(of: "line data", over: "memchr and Data", .atLeast(1_000.0 / 1_396)),
                ]
            ).register(rounds: 30, seconds: 10)

            let events = ChunkedBody(
                repeating: "data: " + String(repeating: "x", count: length - 8) + "\n\n", size: 4 << 20)
            Comparison(
                title: "events of \(length) bytes in 16 KiB chunks, a MiB",
                peers: [
                    events.peer("by hand") { StreamBounds.events($0) },
                    events.peer("events", .serverSentEvents) { $0.data.utf8.count },
                ],
                // The goal is 800 MB/s if the stream by hand reaches 1,039 MB/s.
                goals: [.rate(of: "events", over: "by hand", .atLeast(800.0 / 1_039))]
            ).register(rounds: 30, seconds: 10)
        }
        json()
        growth()
    }

    private struct Row: Codable, Sendable {
        var id = 12_345
        var name = "Ada Lovelace"
        var tags = ["a", "bc", "def"]
        var price = 12.5
    }

    private static func json() {
        guard let row = try? JSONEncoder().encode(Row()) else { return }
        let body = ChunkedBody(repeating: String(decoding: row, as: UTF8.self) + "\n", size: 1 << 20)
        Comparison(
            title: "JSON Lines in 16 KiB chunks, a MiB",
            peers: [
                body.peer("JSONDecoder per line") { try StreamBounds.values(of: Row.self, in: $0) },
                body.peer("JSON lines", .jsonLines(Row.self)) { _ in 1 },
            ],
            goals: [.time(of: "JSON lines", over: "JSONDecoder per line", .atMost(1.1))]
        ).register(rounds: 20, seconds: 10)
    }

    /// Compares a body with one that is sixteen times as long.
    private static func growth() {
        let limit = 1 << 30
        for chunk in [16_384, 1] {
            let size = chunk == 1 ? "byte by byte" : "in 16 KiB chunks"
            growth("a line \(size)", chunk, .lines(limit: limit)) { filled("x", $0) }
            growth("a line as data \(size)", chunk, .lineData(limit: limit)) { filled("x", $0) }
            growth("lines \(size)", chunk, .lines) { filled(String(repeating: "x", count: 99) + "\n", $0) }
            growth("an event \(size)", chunk, .serverSentEvents(limit: limit)) {
                Data("data: ".utf8) + filled("x", $0) + Data("\n\n".utf8)
            }
            growth("an event of lines \(size)", chunk, .serverSentEvents(limit: limit)) {
                filled("data: xxxxxxxxxx\n", $0) + Data("\n".utf8)
            }
            growth("events \(size)", chunk, .serverSentEvents) { filled("data: xxxxxxxxxx\r\n\r\n", $0) }
            growth("an array of a string \(size)", chunk, .jsonArray(String.self, limit: limit)) {
                Data("[\"".utf8) + filled("x", $0) + Data("\"]".utf8)
            }
        }
    }

    private static func growth<Element>(
        _ name: String, _ chunk: Int, _ decoder: StreamFormat<Element>, _ body: @escaping @Sendable (Int) -> Data
    ) {
        // A single byte takes more than a microsecond, so these bodies are shorter.
        let (short, long) = chunk == 1 ? ("64 KiB", "1 MiB") : ("1 MiB", "16 MiB")
        let size = chunk == 1 ? 1 << 16 : 1 << 20
        let bodies = [(short, size), (long, 16 * size)].map { name, size in
            (name: name, body: ChunkedBody(body(size), chunk: chunk))
        }
        Comparison(
            title: "\(short) and \(long): \(name)",
            peers: bodies.map { name, body in
                .init(name: name) { try await body.measure(decoder) { _ in 1 } }
            },
            goals: [.time(of: long, over: short, .atMost(20))]
        ).register(rounds: chunk == 1 ? 3 : 30, seconds: 10)
    }

    private static func filled(_ text: String, _ size: Int) -> Data {
        let block = Data(String(repeating: text, count: 4_096).utf8)
        var data = Data(capacity: size + block.count)
        while data.count < size { data += block }
        return data.prefix(size / text.utf8.count * text.utf8.count)
    }
}
