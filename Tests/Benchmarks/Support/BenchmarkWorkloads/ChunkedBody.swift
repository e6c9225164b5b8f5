package import Foundation
package import Requests

/// A body in chunks that are available at once, so that only the reader is measured.
package struct ChunkedBody: Transport {
    package let chunks: [Data]
    package let size: Int
    /// The bytes that arrive one by one if there are no chunks.
    private let bytes: Data

    /// Makes a body in chunks of a size.
    ///
    /// With the size 1, each byte becomes a chunk only when it is read.
    package init(_ data: Data, chunk: Int = 16_384) {
        chunks =
            chunk == 1
            ? [] : stride(from: 0, to: data.count, by: chunk).map { Data(data[$0..<min($0 + chunk, data.count)]) }
        bytes = chunk == 1 ? data : Data()
        size = data.count
    }

    package init(repeating text: String, size: Int) {
        var data = Data()
        while data.count < size { data += text.utf8 }
        self.init(data)
    }

    /// Responds with the media type that the request accepts.
    package func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        var header = HeaderFields()
        if let type = request.header[.accept] { header[.contentType] = type }
        return TransportResponse(
            head: ResponseHead(status: .ok, header: header),
            body: MessageBody(ChunkSequence(chunks: chunks, bytes: bytes))
        )
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
