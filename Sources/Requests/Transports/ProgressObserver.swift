import Foundation

/// Counts what goes and comes in one exchange, and tells those who want to know.
///
/// A transport calls ``willSend(_:)`` and ``sent(_:)``, where it can; all else is counted on top of it.
package final class ProgressObserver: Sendable {
    private struct State {
        /// `nil` until there is something to send.
        var sent: TransferProgress?
        var isSendingNoted = false
        var received = TransferProgress(.received, completedByteCount: 0)
    }

    private let receivers: [any ProgressReceiver]
    private let state = Guarded(State())

    init(receivers: [any ProgressReceiver]) {
        self.receivers = receivers
    }

    /// A body is about to go out, for the first time or again.
    package func willSend(_ body: RequestBody) {
        if body.isNone { return }
        let progress = TransferProgress(.sent, completedByteCount: 0, totalByteCount: body.length)
        tell { state in
            defer { state.sent = progress }
            // That nothing was sent is news only where something had been.
            return state.isSendingNoted ? progress : nil
        }
    }

    /// So many more bytes of the body went out.
    package func sent(_ byteCount: Int) {
        tell { state in
            let before = state.sent ?? TransferProgress(.sent, completedByteCount: 0)
            state.isSendingNoted = true
            state.sent = before.adding(byteCount)
            return state.sent
        }
    }

    /// The head of the answer is there: a transport that says nothing of what it sends has sent all.
    func answered() {
        tell { state in
            guard !state.isSendingNoted, let sent = state.sent, let total = sent.totalByteCount else { return nil }
            state.sent = sent.adding(total)
            return state.sent
        }
    }

    /// An answer has content from an offset on.
    func willReceive(from offset: Int, total: Int?) {
        tell { state in
            state.received = TransferProgress(.received, completedByteCount: offset, totalByteCount: total)
            return state.received
        }
    }

    /// So many more bytes of the answer came.
    func received(_ byteCount: Int) {
        tell { state in
            state.received = state.received.adding(byteCount)
            return state.received
        }
    }

    /// Changes the numbers and tells the receivers, which keep them and call nobody: under the lock, in the right order.
    private func tell(_ change: (inout State) -> TransferProgress?) {
        state.withLock { state in
            guard let progress = change(&state) else { return }
            for receiver in receivers { receiver.put(progress) }
        }
    }
}

extension TransferProgress {
    fileprivate func adding(_ byteCount: Int) -> TransferProgress {
        TransferProgress(
            direction, completedByteCount: completedByteCount + byteCount, totalByteCount: totalByteCount
        )
    }
}

/// Takes the latest progress, and hands it on elsewhere.
protocol ProgressReceiver: Sendable {
    /// Keeps the progress for who wants it.
    ///
    /// It must not call the code of a user, nor wait.
    func put(_ progress: TransferProgress)
}

/// The latest progress of each direction.
struct LatestProgress {
    private var sent: TransferProgress?
    private var received: TransferProgress?

    var isEmpty: Bool { sent == nil && received == nil }

    mutating func put(_ progress: TransferProgress) {
        switch progress.direction {
        case .sent: sent = progress
        case .received: received = progress
        }
    }

    mutating func take() -> TransferProgress? {
        if let progress = sent {
            sent = nil
            return progress
        }
        defer { received = nil }
        return received
    }
}
