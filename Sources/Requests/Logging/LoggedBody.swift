import Foundation

/// The chunks of an answer whose end is logged when it was read, broke off, or was dropped.
struct LoggedBody: AsyncSequence, Sendable {
    let base: MessageBody
    let end: EndOfBody

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), end: end)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: MessageBody.AsyncIterator
        let end: EndOfBody

        mutating func next() async throws -> Data? {
            do {
                let chunk = try await base.next()
                end.read(chunk)
                return chunk
            } catch {
                end.failed(error)
                throw error
            }
        }
    }
}

/// Counts what was read of a body; released before the end, it says so.
final class EndOfBody: Sendable {
    private let log: CallLog
    private let head: ResponseHead
    private let size = Guarded(0)

    init(_ log: CallLog, _ head: ResponseHead) {
        self.log = log
        self.head = head
    }

    private var count: Int { size.withLock { $0 } }

    deinit { log.ended(head, size: count, isDropped: true) }

    fileprivate func read(_ chunk: Data?) {
        guard let chunk else { return log.ended(head, size: count) }
        size.withLock { $0 += chunk.count }
    }

    fileprivate func failed(_ error: any Error) {
        log.ended(head, TransportError(anyError: error), size: count)
    }
}
