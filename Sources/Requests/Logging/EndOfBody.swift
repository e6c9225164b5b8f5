import Foundation

/// Counts the bytes read from a body, and logs the end of the call, even if the body is released early.
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

    func read(_ result: Result<Data?, any Error>) {
        switch result {
        case .success(let chunk?): size.withLock { $0 += chunk.count }
        case .success(nil): log.ended(head, size: count)
        case .failure(let error): log.ended(head, TransportError(anyError: error), size: count)
        }
    }
}
