import Foundation
import Requests

/// The body of a message, read piece by piece on demand by a server in the same process.
final class ServedBody: MessageBodyReader {
    private let reader: BodyReader
    private let exchange: Exchange

    init(_ reader: BodyReader, of exchange: Exchange) {
        self.reader = reader
        self.exchange = exchange
    }

    deinit { reader.cancel() }

    func next() async throws -> Data? {
        do {
            let chunk = try await reader.next()
            if let chunk { exchange.noteSent(chunk.count) }
            return chunk
        } catch let error as TransportError where error.code != .transportFailed {
            // The client's call fails, whatever the response to the incomplete message.
            exchange.fail(error)
            throw error
        }
    }
}
