import BenchmarkWorkloads
import Foundation
import Requests

extension ChunkedBody {
    /// Measures the nanoseconds for reading the whole body.
    ///
    /// They are processor time of the process, because a stream moves from thread to thread.
    func measure<Element>(
        _ decoder: StreamFormat<Element>, _ count: @Sendable (Element) -> Int
    ) async throws -> Double {
        let request = AnonymousProvider("http://h").get(from: "/").receiving(stream: decoder)
        var sum = 0
        let start = ProcessTime.nanoseconds
        for try await element in try await stream(request) { sum += count(element) }
        let nanoseconds = ProcessTime.nanoseconds - start
        precondition(sum >= 0)
        return nanoseconds
    }

    /// Makes a peer that reads the stream, and measures the time for one MiB.
    func peer<Element>(
        _ name: String, _ decoder: StreamFormat<Element>, _ count: @escaping @Sendable (Element) -> Int
    ) -> Comparison.Peer {
        .init(name: name) { try await measure(decoder, count) / (Double(size) / 1_048_576) }
    }

    /// Makes a peer that does as little as possible with the chunks, and measures the time for one MiB.
    func peer(_ name: String, _ bound: @escaping @Sendable ([Data]) throws -> Int) -> Comparison.Peer {
        .init(name: name) {
            let start = ProcessTime.nanoseconds
            let sum = try bound(chunks)
            let nanoseconds = ProcessTime.nanoseconds - start
            precondition(sum > 0)
            return nanoseconds / (Double(size) / 1_048_576)
        }
    }
}
