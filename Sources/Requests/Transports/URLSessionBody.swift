import Foundation

/// The reader's end of an exchange: released before the end, it cancels the request.
final class URLSessionBody: ResponseBodyReader {
    private let exchange: URLSessionExchange

    init(_ exchange: URLSessionExchange) {
        self.exchange = exchange
    }

    func next() async throws -> Data? { try await exchange.next() }

    func collect(upTo limit: Int) async throws -> Data { try await exchange.collect(upTo: limit) }

    deinit { exchange.cancel() }
}
