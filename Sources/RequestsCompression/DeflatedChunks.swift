#if Compression
import Foundation
import RequestsCore

/// Compresses the chunks of a sequence, and requests the next chunk only when more bytes can be sent.
struct DeflatedChunks: AsyncSequence, Sendable {
    let chunks: BodyReader
    let coding: ContentCoding

    func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks, coding: coding) }

    struct Iterator: AsyncIteratorProtocol {
        let chunks: BodyReader
        let coding: ContentCoding
        private var deflater: Deflater?

        init(chunks: BodyReader, coding: ContentCoding) {
            self.chunks = chunks
            self.coding = coding
        }

        @concurrent mutating func next() async throws -> Data? {
            let deflater = try self.deflater ?? Deflater(coding)
            self.deflater = deflater
            while !deflater.isAtEnd {
                let chunk = try await chunks.next()
                let data = try deflater.data(from: chunk ?? Data(), isLast: chunk == nil)
                if !data.isEmpty { return data }
            }
            return nil
        }
    }
}
#endif
