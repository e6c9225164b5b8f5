/// Stores the latest progress and the result of a request until they are fetched.
final class TransferEventBuffer<Resource: Sendable, APIFailure: Sendable>: Sendable {
    typealias Event = Result<TransferEvent<Resource>, RequestError<APIFailure>>
    typealias Outcome = Result<(ResponseHead, Resource), RequestError<APIFailure>>

    private struct State {
        /// The mailbox if it contains new progress.
        var mailbox: ProgressMailbox?
        var progress: [TransferProgress] = []
        var outcome: Outcome?
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []

        /// Indicates whether there is nothing to fetch yet.
        var isWaiting: Bool { !isOver && outcome == nil && progress.isEmpty && mailbox == nil }

        /// Removes and returns the next event; `nil` if there is none.
        mutating func take() -> Event? {
            if isOver { return nil }
            if progress.isEmpty { progress = mailbox.take()?.takeAll() ?? [] }
            guard progress.isEmpty else {
                let progress = progress.removeFirst()
                return .success(progress.direction == .sent ? .sent(progress) : .received(progress))
            }
            isOver = true
            return outcome?.map { .finished($0.0, $0.1) }
        }
    }

    private let state = Guarded(State())

    /// Makes a mailbox whose progress becomes events.
    func makeMailbox() -> ProgressMailbox {
        ProgressMailbox { [weak self] mailbox in self?.change { $0.mailbox = mailbox } }
    }

    func end(_ outcome: Outcome) {
        change { $0.outcome = outcome }
    }

    private func change(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func next(isolation actor: isolated (any Actor)?) async -> Event? {
        while state.withLock(\.isWaiting) {
            await withCheckedContinuation(isolation: actor) { continuation in
                let isKept = state.withLock { state in
                    if state.isWaiting { state.waiters.append(continuation) }
                    return state.isWaiting
                }
                if !isKept { continuation.resume() }
            }
        }
        return state.withLock { $0.take() }
    }
}
