#if canImport(os)
public import os
#endif

extension Transport {
    /// Logs the start, failed attempts and end of calls, with times, sizes and the sent message, but without secrets.
    ///
    /// ```swift
    /// let session = URLSession.shared.retrying().authenticating(with: tokens).logging { entry in print(entry) }
    /// // GET https://api.example.com/account: started
    /// // GET https://api.example.com/account: attempt 1 503 Service Unavailable, next in 133 ms
    /// // GET https://api.example.com/account: 200 OK in 251 ms, 27 bytes, attempt 2
    /// ```
    ///
    /// Put `logging` after ``retrying(_:budget:clock:using:date:)`` in the chain to log each call once, with its attempts and
    /// refreshed credentials. Put it before `retrying` to log each attempt as a separate call, with its number. A call
    /// ends when its response has been read. A stream ends when it has been read, has failed or has been released.
    ///
    /// Bodies are never logged. Sensitive values are hidden, including those that other decorators add.
    ///
    /// - Parameters:
    ///   - level: The lowest level to log: all entries by default. `nil` logs nothing, at no cost.
    ///   - clock: The clock that measures time.
    ///   - write: Writes an entry in the task of the call, so this function should be fast. It can skip entries:
    ///     `{ entry in if entry.duration > .seconds(1) { log(entry) } }`.
    /// - Returns: A transport that logs.
    public func logging<Time: Clock>(
        level: RequestLogLevel? = .debug, clock: Time = ContinuousClock(),
        to write: @escaping @Sendable (RequestLogEntry) -> Void
    ) -> some Transport where Time.Duration == Duration {
        logging(level: { level }, clock: clock, to: write)
    }

    /// Logs calls from a minimum level on; the level is read for each call.
    package func logging<Time: Clock>(
        level: @escaping @Sendable () -> RequestLogLevel?, clock: Time,
        to write: @escaping @Sendable (RequestLogEntry) -> Void
    ) -> some Transport where Time.Duration == Duration {
        adapting { request, next in
            guard let level = level() else { return try await next(request) }
            let start = clock.now
            let log = CallLog(request, level: level, write: write, elapsed: { start.duration(to: clock.now) })
            log.started()
            return try await log.message.logged(to: log, by: next)
        }
    }

    #if canImport(os)
    /// Logs calls to the system's log: one line for each entry, and the details of a failure.
    ///
    /// ```swift
    /// let session = URLSession.shared.logging(to: Logger(subsystem: "com.example.app", category: "network"))
    /// ```
    ///
    /// The log messages are public, because sensitive values are already hidden.
    public func logging(
        to logger: Logger, level: RequestLogLevel? = .debug,
        where includes: @escaping @Sendable (RequestLogEntry) -> Bool = { _ in true }
    ) -> some Transport {
        logging(level: level) { entry in
            guard includes(entry) else { return }
            let type: OSLogType =
                switch entry.level {
                case .debug: .debug
                case .info: .info
                case .warning: .default
                case .error: .error
                }
            logger.log(level: type, "\(entry.isFailure ? entry.details : entry.description, privacy: .public)")
        }
    }
    #endif
}

extension OutgoingRequest {
    /// Sends the message, and logs the end of its call.
    fileprivate func logged(to log: CallLog, by next: NextTransport) async throws -> TransportResponse {
        let response: TransportResponse
        do {
            response = try await next(self)
        } catch {
            log.ended(nil, TransportError(anyError: error))
            throw error
        }
        let head = response.head
        if let size = response.body.byteCount {
            log.ended(head, size: size)
            return response
        }
        guard context.readsWhole(head) else {
            let end = EndOfBody(log, head)
            return TransportResponse(
                head: head, body: MessageBody(ObservedBody(base: response.body, observe: end.read)))
        }
        do {
            let data = try await response.collected(for: self)
            log.ended(head, size: data.count)
            return TransportResponse(head: head, body: MessageBody(data))
        } catch {
            log.ended(head, error)
            throw error
        }
    }
}
