import Foundation
import Requests

/// A body from a sequence, as a server in the same process reads it.
///
/// The sequence advances only when the server reads.
final class ServedChunks: MessageBodyReader {
    private let chunks: RequestChunks
    private let exchange: Exchange

    init(_ chunks: RequestChunks, of exchange: Exchange) {
        self.chunks = chunks
        self.exchange = exchange
    }

    deinit { chunks.cancel() }

    func next() async throws -> Data? {
        do {
            let chunk = try await chunks.next()
            if let chunk { exchange.noteSent(chunk.count) }
            return chunk
        } catch let error as TransportError where error.code != .transportFailed {
            // A response to an incomplete message is ignored.
            exchange.fail(error)
            throw error
        }
    }
}
