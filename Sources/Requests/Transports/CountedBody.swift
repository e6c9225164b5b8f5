import Foundation

/// The chunks of a body, counted as they are read.
struct CountedBody: AsyncSequence, Sendable {
    let base: MessageBody
    let progress: ProgressObserver

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), progress: progress)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: MessageBody.AsyncIterator
        let progress: ProgressObserver

        mutating func next() async throws -> Data? {
            guard let chunk = try await base.next() else { return nil }
            progress.received(chunk.count)
            return chunk
        }
    }
}

extension MessageBody {
    /// The body, counted as it is read where somebody wants to know.
    func counted(by progress: ProgressObserver?, of head: ResponseHead) -> MessageBody {
        guard let progress else { return self }
        progress.willReceive(from: 0, total: head.hasContentCoding ? nil : head.contentLength)
        return MessageBody(CountedBody(base: self, progress: progress))
    }
}
