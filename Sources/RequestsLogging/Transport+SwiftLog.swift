#if Logging
public import Logging
public import Requests

extension Transport {
    /// Logs calls to a logger of swift-log.
    ///
    /// ```swift
    /// let session = URLSession.shared.retrying().logging(to: Logger(label: "com.example.api"))
    /// ```
    ///
    /// The message is the line of the entry; what it consists of goes into the metadata: `method`, `url`, `host`, `status`, `error`,
    /// `duration` in milliseconds, `attempt`, `api`, `endpoint`, `request-size` and `response-size` in bytes, and `curl` for a
    /// failure. What is sensitive is hidden in all of them, and bodies are never logged.
    ///
    /// What the logger does not write costs next to nothing: its level is asked for each call.
    ///
    /// - Parameters:
    ///   - logger: The logger. Its metadata goes with every entry.
    ///   - level: What the least level of an entry is, where that of the logger is not higher: all of them by default.
    ///   - filter: Which entries are written.
    ///   - clock: What time is measured by.
    /// - Returns: A transport that logs.
    public func logging<Time: Clock>(
        to logger: Logger, level: RequestLogLevel = .debug, where filter: RequestLogFilter = .all,
        clock: Time = ContinuousClock()
    ) -> some Transport where Time.Duration == Duration {
        logging(level: { max(level, RequestLogLevel(logger.logLevel)) }, where: filter, clock: clock) { entry in
            logger.log(level: Logger.Level(entry.level), "\(entry)", metadata: entry.metadata)
        }
    }
}

extension RequestLogLevel {
    /// The least level of an entry that a logger of a level writes.
    init(_ level: Logger.Level) {
        switch level {
        case .trace, .debug: self = .debug
        case .info, .notice: self = level == .info ? .info : .warning
        case .warning: self = .warning
        case .error: self = .error
        case .critical: self = .off
        }
    }
}

extension Logger.Level {
    init(_ level: RequestLogLevel) {
        self =
            switch level {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            case .error, .off: .error
            }
    }
}

extension RequestLogEntry {
    /// What the entry consists of, by its names.
    var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = [
            "method": "\(method)", "url": "\(url)", "host": "\(host)", "attempt": "\(attempt)",
            "duration": "\(Int((duration / .milliseconds(1)).rounded()))",
        ]
        metadata["status"] = status.map { "\($0.code)" }
        metadata["error"] = errorCode.map { "\($0)" }
        metadata["api"] = api.map { "\($0)" }
        metadata["endpoint"] = endpoint.map { "\($0)" }
        metadata["request-size"] = requestSize.map { "\($0)" }
        metadata["response-size"] = responseSize.map { "\($0)" }
        if isFailure { metadata["curl"] = "\(cURL)" }
        return metadata
    }
}
#endif
