import Foundation

/// Counts the sent and received bytes of one exchange, and reports them to mailboxes.
///
/// A transport calls ``willSend(_:)`` and ``sent(_:)`` if it can. Code above the transport counts everything else.
package final class ProgressObserver: Sendable {
    private struct State {
        /// The progress of sending; `nil` until a body is about to be sent.
        var sent: TransferProgress?
        var isSendingNoted = false
        var received = TransferProgress(.received, completedByteCount: 0)
    }

    private let mailboxes: [ProgressMailbox]
    private let state = Guarded(State())

    init(_ mailboxes: [ProgressMailbox]) {
        self.mailboxes = mailboxes
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

    /// Records that the response's head has arrived.
    ///
    /// If the transport has not reported sent bytes, the whole body of the request now counts as sent.
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
        for mailbox in mailboxes { mailbox.passOn() }
    }

    /// Changes and reports the numbers under the lock, so that they stay in order.
    private func tell(_ change: (inout State) -> TransferProgress?) {
        state.withLock { state in
            guard let progress = change(&state) else { return }
            for mailbox in mailboxes { mailbox.put(progress) }
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
