import Foundation

/// The reader's end of an exchange, which cancels the exchange if it's released early.
final class ExchangeBody: MessageBodyReader {
    private let exchange: Exchange

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    func next() async throws -> Data? { try await exchange.next() }

    func collect(upTo limit: Int) async throws -> Data { try await exchange.collect(upTo: limit) }

    deinit { exchange.cancel() }
}
