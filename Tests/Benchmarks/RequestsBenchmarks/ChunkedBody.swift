import Foundation
import Requests

/// A body in chunks that are there at once, so that nothing but the reader is measured.
struct ChunkedBody: Transport {
    let chunks: [Data]
    let size: Int
    /// What comes byte by byte, in place of chunks.
    private let bytes: Data

    /// Makes a body in chunks of a size; of 1, each byte becomes a chunk when its turn comes.
    init(_ data: Data, chunk: Int = 16_384) {
        chunks =
            chunk == 1
            ? [] : stride(from: 0, to: data.count, by: chunk).map { Data(data[$0..<min($0 + chunk, data.count)]) }
        bytes = chunk == 1 ? data : Data()
        size = data.count
    }

    init(repeating text: String, size: Int) {
        var data = Data()
        while data.count < size { data += text.utf8 }
        self.init(data)
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        TransportResponse(
            head: ResponseHead(status: .ok), body: MessageBody(ChunkSequence(chunks: chunks, bytes: bytes)))
    }

    /// The nanoseconds of the whole, counted in the processor time of the process: a stream goes from thread to thread.
    func measure<Element>(
        _ decoder: StreamDecoder<Element>, _ count: @Sendable (Element) -> Int
    ) async throws -> Double {
        let request = AnonymousProvider("http://h").get(from: "/").receiving(stream: decoder)
        var sum = 0
        let start = ProcessTime.nanoseconds
        for try await element in try await stream(request) { sum += count(element) }
        let nanoseconds = ProcessTime.nanoseconds - start
        precondition(sum >= 0)
        return nanoseconds
    }

    /// A peer that reads the stream; its time is that of a MiB.
    func peer<Element>(
        _ name: String, _ decoder: StreamDecoder<Element>, _ count: @escaping @Sendable (Element) -> Int
    ) -> Comparison.Peer {
        .init(name: name) { try await measure(decoder, count) / (Double(size) / 1_048_576) }
    }

    /// A peer that does as little as it can with the chunks; its time is that of a MiB.
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

private struct ChunkSequence: AsyncSequence, Sendable {
    let chunks: [Data]
    let bytes: Data

    func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks[...], bytes: bytes.makeIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var chunks: ArraySlice<Data>
        var bytes: Data.Iterator

        mutating func next() async throws -> Data? { chunks.popFirst() ?? bytes.next().map { Data([$0]) } }
    }
}

/// The processor time of all threads.
private enum ProcessTime {
    static var nanoseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
