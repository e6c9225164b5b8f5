/// What is written of one call while it goes on; told by those who send its message again.
final class CallLog: CallObserver {
    private struct State {
        var attempt: Int
        var isEnded = false
    }

    private let request: OutgoingRequest
    private let level: RequestLogLevel
    private let write: @Sendable (RequestLogEntry) -> Void
    private let elapsed: @Sendable () -> Duration
    private let state: Guarded<State>

    init(
        _ request: OutgoingRequest, level: RequestLogLevel, write: @escaping @Sendable (RequestLogEntry) -> Void,
        elapsed: @escaping @Sendable () -> Duration
    ) {
        self.request = request
        self.level = level
        self.write = write
        self.elapsed = elapsed
        state = Guarded(State(attempt: request.options.attempt))
    }

    /// The message, which takes the log with it.
    var message: OutgoingRequest {
        var message = request
        message.context.observer = self
        return message
    }

    func started() {
        if level <= .debug { log(.started) }
    }

    /// An attempt failed, and another follows; logs further out are told, too.
    func attemptFailed(_ attempt: Int, _ head: ResponseHead?, _ failure: TransportError?, next: Duration) {
        request.context.observer?.attemptFailed(attempt, head, failure, next: next)
        state.withLock { $0.attempt = attempt }
        if level <= .info { log(.attemptFailed(next: next), head, failure) }
    }

    /// The wait before an attempt is over, and it is sent.
    func attemptBegins(_ attempt: Int) {
        request.context.observer?.attemptBegins(attempt)
        state.withLock { $0.attempt = attempt }
    }

    func credentialsRefreshed() {
        request.context.observer?.credentialsRefreshed()
        if level <= .info { log(.credentialsRefreshed) }
    }

    /// The call is over; what is said of it later is not written.
    func ended(
        _ head: ResponseHead?, _ failure: TransportError? = nil, size: Int? = nil, isDropped: Bool = false
    ) {
        let isFirst = state.withLock { state in
            defer { state.isEnded = true }
            return !state.isEnded
        }
        if isFirst { log(isDropped ? .dropped : .ended, head, failure, size: size) }
    }

    private func log(
        _ moment: RequestLogEntry.Moment, _ head: ResponseHead? = nil, _ failure: TransportError? = nil,
        size: Int? = nil
    ) {
        let entry = RequestLogEntry(
            moment, request, attempt: state.withLock { $0.attempt }, duration: elapsed(), head: head, failure: failure,
            responseSize: size)
        if entry.level >= level { write(entry) }
    }
}
