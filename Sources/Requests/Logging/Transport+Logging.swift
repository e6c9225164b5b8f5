#if canImport(os)
public import os
#endif

extension Transport {
    /// Logs calls: their start, attempts that failed, and their end, with times, sizes and what was sent, without a secret.
    ///
    /// ```swift
    /// let session = URLSession.shared.retrying().authenticating(with: tokens).logging { entry in print(entry) }
    /// // GET https://api.example.com/account: started
    /// // GET https://api.example.com/account: attempt 1 503 Service Unavailable, next in 133 ms
    /// // GET https://api.example.com/account: 200 OK in 251 ms, 27 bytes, attempt 2
    /// ```
    ///
    /// Further out than ``retrying(_:budget:clock:using:date:)`` a call is one, with its attempts and the refreshing of its
    /// credentials; further in each attempt is a call of its own, with its number. A call ends when its answer was read: where that
    /// is read as a stream, when it was read to its end, broke off, or was dropped.
    ///
    /// Bodies are never logged. What is sensitive is hidden, what other decorators add included.
    ///
    /// - Parameters:
    ///   - level: What the least level of an entry is: all of them by default. With ``RequestLogLevel/off`` a call costs nothing.
    ///   - filter: Which entries are written.
    ///   - clock: What time is measured by.
    ///   - write: Writes an entry, in the task of the call: it should be quick.
    /// - Returns: A transport that logs.
    public func logging<Time: Clock>(
        level: RequestLogLevel = .debug, where filter: RequestLogFilter = .all, clock: Time = ContinuousClock(),
        to write: @escaping @Sendable (RequestLogEntry) -> Void
    ) -> some Transport where Time.Duration == Duration {
        logging(level: { level }, where: filter, clock: clock, to: write)
    }

    /// Logs calls, from a level that is asked for each of them.
    package func logging<Time: Clock>(
        level: @escaping @Sendable () -> RequestLogLevel, where filter: RequestLogFilter, clock: Time,
        to write: @escaping @Sendable (RequestLogEntry) -> Void
    ) -> some Transport where Time.Duration == Duration {
        adapting { request, next in
            let level = level()
            if level == .off { return try await next(request) }
            let start = clock.now
            let log = CallLog(
                request, level: level, write: { if filter.includes($0) { write($0) } },
                elapsed: { start.duration(to: clock.now) })
            log.started()
            return try await log.message.logged(to: log, by: next)
        }
    }

    #if canImport(os)
    /// Logs calls to the system's log: the line of each entry, and the details of a failure.
    ///
    /// ```swift
    /// let session = URLSession.shared.logging(to: Logger(subsystem: "com.example.app", category: "network"))
    /// ```
    ///
    /// Nothing is marked as private: what is sensitive is hidden already.
    public func logging(
        to logger: Logger, level: RequestLogLevel = .debug, where filter: RequestLogFilter = .all
    ) -> some Transport {
        logging(level: level, where: filter) { entry in
            let type: OSLogType =
                switch entry.level {
                case .debug: .debug
                case .info: .info
                case .warning: .default
                case .error, .off: .error
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
        guard context.reading == .whole else {
            let end = EndOfBody(log, head)
            return TransportResponse(
                head: head, body: MessageBody(ObservedBody(base: response.body, observe: end.read)))
        }
        do {
            let data = try await response.collect(for: self)
            log.ended(head, size: data.count)
            return TransportResponse(head: head, body: MessageBody(data))
        } catch {
            let error: TransportError = TransportError(anyError: error).with(request: self, head: head)
            log.ended(head, error)
            throw error
        }
    }
}
