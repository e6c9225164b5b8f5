import Foundation

/// Counts the sent and received bytes of one exchange, and reports them to receivers.
///
/// A transport calls ``willSend(_:)`` and ``sent(_:)`` if it can. Code above the transport counts everything else.
package final class ProgressObserver: Sendable {
    private struct State {
        /// The progress of sending; `nil` until a body is about to be sent.
        var sent: TransferProgress?
        var isSendingNoted = false
        var received = TransferProgress(.received, completedByteCount: 0)
    }

    private let receivers: [ProgressThrottle]
    private let state = Guarded(State())

    init(receivers: [ProgressThrottle]) {
        self.receivers = receivers
    }

    /// Records that a body will be sent, for the first time or again.
    package func willSend(_ body: RequestBody) {
        if body.isNone { return }
        let progress = TransferProgress(.sent, completedByteCount: 0, totalByteCount: body.length)
        tell { state in
            defer { state.sent = progress }
            // Report zero sent bytes only if a larger number was reported before.
            return state.isSendingNoted ? progress : nil
        }
    }

    /// Records that more bytes of the body were sent.
    package func sent(_ byteCount: Int) {
        tell { state in
            let before = state.sent ?? TransferProgress(.sent, completedByteCount: 0)
            state.isSendingNoted = true
            state.sent = before.adding(byteCount)
            return state.sent
        }
    }

    /// Records that the response's head has arrived; without reports from the transport, the whole body counts as sent.
    package func responseBegan() {
        tell { state in
            guard !state.isSendingNoted, let sent = state.sent, let total = sent.totalByteCount else { return nil }
            state.sent = sent.adding(total)
            return state.sent
        }
    }

    /// Records that the content of a response begins at an offset.
    package func willReceive(from offset: Int, total: Int?) {
        tell { state in
            state.received = TransferProgress(.received, completedByteCount: offset, totalByteCount: total)
            return state.received
        }
    }

    /// Records that more bytes of the response arrived.
    package func received(_ byteCount: Int) {
        tell { state in
            state.received = state.received.adding(byteCount)
            return state.received
        }
    }

    /// Records that nothing else will be sent or received.
    package func end() {
        for receiver in receivers { receiver.passOn() }
    }

    /// Changes the numbers and informs the receivers under the lock, so that they stay in order; receivers only store them.
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

/// Stores the latest progress for a consumer elsewhere.
package protocol ProgressReceiver: Sendable {
    /// Stores the progress for its consumer.
    ///
    /// It must neither call user code nor block.
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

    mutating func remove(_ direction: TransferProgress.Direction) {
        switch direction {
        case .sent: sent = nil
        case .received: received = nil
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
