import Dispatch
import Foundation
import Requests

/// The body of a message, read piece by piece on demand by a server in the same process.
///
/// Pieces are read on a separate queue, since a stream may block. The end of the exchange wakes a reader that waits for a
/// piece.
final class ServedBody: MessageBodyReader {
    private struct State {
        var waiter: CheckedContinuation<Data?, any Error>?
        var outcome: Result<Void, any Error>?
    }

    /// The maximum number of bytes per read.
    private static let piece = 64 * 1_024

    private let exchange: Exchange
    private let reader: Guarded<RequestBodyReader>
    private let state = Guarded(State())
    private let queue = DispatchQueue(label: "Requests.ServedBody")

    /// - Throws: ``RequestErrorCode/bodyUnreadable`` for a missing file.
    init(of exchange: Exchange) throws(TransportError) {
        let reader = try RequestBodyReader(exchange.request.body)
        self.exchange = exchange
        self.reader = Guarded(reader)
    }

    deinit { reader.withLock { $0.close() } }

    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Data?, any Error>? = state.withLock { state in
                    if let outcome = state.outcome { return outcome.map { nil } }
                    guard state.waiter == nil else { return .failure(TransportError.readTwice) }
                    state.waiter = continuation
                    return nil
                }
                if let result { return continuation.resume(with: result) }
                queue.async { [self] in step() }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Ends the body: a waiting reader returns, and the stream is closed.
    func cancel() {
        end(.failure(CancellationError()))
    }

    private func step() {
        do {
            guard let data = try read() else { return end(.success(())) }
            exchange.noteSent(data.count)
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: data)
        } catch {
            // A response to an incomplete message is ignored.
            exchange.fail(error)
            end(.failure(error))
        }
    }

    /// Reads the next piece; `nil` at the end.
    private func read() throws -> Data? {
        if state.withLock({ $0.outcome != nil }) { return nil }
        return try reader.withLock { try $0.readPiece(of: Self.piece) }
    }

    private func end(_ outcome: Result<Void, any Error>) {
        let waiter: CheckedContinuation<Data?, any Error>?? = state.withLock { state in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.waiter = nil }
            return .some(state.waiter)
        }
        guard let waiter else { return }
        waiter?.resume(with: outcome.map { nil })
        // This runs after any read that is in progress.
        queue.async { [self] in reader.withLock { $0.close() } }
    }
}
