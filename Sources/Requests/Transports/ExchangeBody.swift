import Foundation

/// The reader's end of an exchange: if it is released before the end, it cancels the exchange.
final class ExchangeBody: MessageBodyReader {
    private let exchange: Exchange

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    func next() async throws -> Data? { try await exchange.next() }

    func collect(upTo limit: Int) async throws -> Data { try await exchange.collect(upTo: limit) }

    deinit { exchange.cancel() }
}
