package import Foundation

/// The chunks of a body; when a chunk is read, it is also reported to an observer.
package struct ObservedBody: AsyncSequence, Sendable {
    let base: MessageBody
    /// Receives each chunk, `nil` at the end, or the error that ends the body early.
    let observe: @Sendable (Result<Data?, any Error>) -> Void

    /// Observes a body.
    package init(base: MessageBody, observe: @escaping @Sendable (Result<Data?, any Error>) -> Void) {
        self.base = base
        self.observe = observe
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), observe: observe)
    }

    package struct Iterator: AsyncIteratorProtocol {
        var base: MessageBody.AsyncIterator
        let observe: @Sendable (Result<Data?, any Error>) -> Void

        @concurrent package mutating func next() async throws -> Data? {
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
    /// Returns the body; a progress observer, if there is one, counts the bytes as they are read.
    package func counted(
        by progress: ProgressObserver?, of head: ResponseHead, for message: OutgoingRequest
    ) -> MessageBody {
        guard let progress else { return self }
        progress.willReceive(from: 0, total: head.readLength(for: message))
        return MessageBody(
            ObservedBody(base: self) { read in
                if case .success(let chunk?) = read { progress.received(chunk.count) } else { progress.end() }
            })
    }
}
