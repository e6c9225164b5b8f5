/// A call, such as a download, that sends a further message after a response has broken off.
///
/// The caller puts this object into the context of its messages, so that `retrying()` counts the attempts of all these
/// messages together. Without `retrying()`, the call isn't continued.
final class ContinuedCall: Sendable {
    private struct State {
        var attempts: (any CountedAttempts)?
        var observer: (any CallObserver)?
    }

    private let state = Guarded(State())

    /// The number of the current attempt.
    var attempt: Int { state.withLock { $0.attempts?.attempt ?? 1 } }

    /// Returns the attempts that a decorator has stored; `nil` for the first message of the call.
    func attempts<Time>() -> AttemptCount<Time>? { state.withLock { $0.attempts as? AttemptCount<Time> } }

    /// Stores the attempts of the last message, and the observer of the message.
    func store(_ attempts: some CountedAttempts, observer: (any CallObserver)?) {
        state.withLock { $0 = State(attempts: attempts, observer: observer) }
    }

    /// Records that the attempt has received content that the next attempt needn't request.
    func receivedContent() {
        state.withLock { $0.attempts?.startAgain() }
    }

    /// Waits until the rest of a response may be requested.
    ///
    /// - Throws: The error with the number of attempts if no attempt follows, or a `CancellationError`.
    func waitForAttempt(after error: TransportError, of message: OutgoingRequest) async throws {
        let (stored, observer) = state.withLock { ($0.attempts, $0.observer) }
        guard var attempts = stored else { throw error }
        var sent = message
        sent.changeLegally { $0.options.attempt = attempts.attempt }
        let error: TransportError = error.with(request: sent)
        let wait = try attempts.wait(after: error, of: message)
        observer?.attemptFailed(attempts.attempt, error.head, error, next: wait)
        try await attempts.begin(after: wait)
        state.withLock { [attempts] in $0.attempts = attempts }
        message.options.progressObserver?.willSend(message.body)
    }

    /// Releases everything, because the observer may retain the call.
    func end() {
        state.withLock { $0 = State() }
    }
}

/// The attempts of a call, with any type of clock.
protocol CountedAttempts: Sendable {
    /// The number of the current attempt.
    var attempt: Int { get }

    /// Returns the wait before the next attempt.
    ///
    /// - Throws: The error with the number of attempts if no attempt follows.
    func wait(after error: TransportError, of message: OutgoingRequest) throws(TransportError) -> Duration

    /// Waits, and begins the next attempt.
    mutating func begin(after wait: Duration) async throws

    /// Starts again: the current attempt becomes the first, and the time is measured from now.
    mutating func startAgain()
}

extension AttemptCount: CountedAttempts {
    func wait(after error: TransportError, of message: OutgoingRequest) throws(TransportError) -> Duration {
        switch step(after: .failure(error), of: message) {
        case .again(let wait): return wait
        case .end(let history): throw error.ending(history)
        }
    }
}

extension ExchangeContext {
    /// The call whose messages share their attempts; `nil` if the call sends one message.
    var continuedCall: ContinuedCall? {
        get { values[Continued.self] }
        set { values[Continued.self] = newValue }
    }

    private enum Continued: RequestOption {
        static var defaultValue: ContinuedCall? { nil }
    }
}
