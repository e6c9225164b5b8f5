import Foundation

/// The chunks of a body, of which somebody else is told as they are read.
struct ObservedBody: AsyncSequence, Sendable {
    let base: MessageBody
    /// Gets each chunk, `nil` at the end, or the error by which the body breaks off.
    let observe: @Sendable (Result<Data?, any Error>) -> Void

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), observe: observe)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: MessageBody.AsyncIterator
        let observe: @Sendable (Result<Data?, any Error>) -> Void

        mutating func next() async throws -> Data? {
            do {
                let chunk = try await base.next()
                observe(.success(chunk))
                return chunk
            } catch {
                observe(.failure(error))
                throw error
            }
        }
    }
}

extension MessageBody {
    /// The body, counted as it is read where somebody wants to know.
    func counted(
        by progress: ProgressObserver?, of head: ResponseHead, for message: OutgoingRequest
    ) -> MessageBody {
        guard let progress else { return self }
        progress.willReceive(from: 0, total: head.readLength(for: message))
        return MessageBody(
            ObservedBody(base: self) { read in
                if case .success(let chunk?) = read { progress.received(chunk.count) }
            })
    }
}
