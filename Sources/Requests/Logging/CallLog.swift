/// Writes log entries during one call.
///
/// Decorators that send the message again report their events to this object.
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

    /// The message, which carries the log.
    var message: OutgoingRequest {
        var message = request
        message.context.observer = self
        return message
    }

    func started() {
        if level <= .debug { log(.started) }
    }

    /// Logs that an attempt failed and another follows.
    ///
    /// The event is also reported to an outer log.
    func attemptFailed(_ attempt: Int, _ head: ResponseHead?, _ failure: TransportError?, next: Duration) {
        request.context.observer?.attemptFailed(attempt, head, failure, next: next)
        state.withLock { $0.attempt = attempt }
        if level <= .info { log(.attemptFailed(next: next), head, failure) }
    }

    /// Records that the wait before an attempt has ended, and the attempt begins.
    func attemptBegins(_ attempt: Int) {
        request.context.observer?.attemptBegins(attempt)
        state.withLock { $0.attempt = attempt }
    }

    func waits(_ duration: Duration?) {
        request.context.observer?.waits(duration)
        if level <= .info { log(.waits(duration)) }
    }

    func credentialsRefreshed() {
        request.context.observer?.credentialsRefreshed()
        if level <= .info { log(.credentialsRefreshed) }
    }

    /// Logs the end of the call.
    ///
    /// Only the first end is logged.
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
        _ event: RequestLogEntry.Event, _ head: ResponseHead? = nil, _ failure: TransportError? = nil,
        size: Int? = nil
    ) {
        let entry = RequestLogEntry(
            event, request, attempt: state.withLock { $0.attempt }, duration: elapsed(), head: head, failure: failure,
            responseSize: size)
        if entry.level >= level { write(entry) }
    }
}
