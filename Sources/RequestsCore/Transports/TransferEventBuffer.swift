/// Stores the latest progress and the result of a request until they are fetched.
final class TransferEventBuffer<Resource: Sendable, APIFailure: Sendable>: ProgressReceiver {
    typealias Event = Result<TransferEvent<Resource>, RequestError<APIFailure>>
    typealias Outcome = Result<(ResponseHead, Resource), RequestError<APIFailure>>

    private struct State {
        var latest = LatestProgress()
        var outcome: Outcome?
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []

        /// Indicates whether there is nothing to fetch yet.
        var isWaiting: Bool { !isOver && outcome == nil && latest.isEmpty }

        /// Takes the next event; `nil` at the end.
        mutating func take() -> Event? {
            if isOver { return nil }
            if let progress = latest.take() {
                return .success(progress.direction == .sent ? .sent(progress) : .received(progress))
            }
            isOver = true
            return outcome?.map { .finished($0.0, $0.1) }
        }

        mutating func wake() -> [CheckedContinuation<Void, Never>] {
            defer { waiters = [] }
            return waiters
        }
    }

    private let state = Guarded(State())

    func put(_ progress: TransferProgress) {
        change { $0.latest.put(progress) }
    }

    func end(_ outcome: Outcome) {
        change { $0.outcome = outcome }
    }

    private func change(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            return state.wake()
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
