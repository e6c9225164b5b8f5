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
    /// The log message is the entry as one line. The metadata contains `method`, `url`, `host`, `status`, `error`,
    /// `duration` in milliseconds, `attempt`, `api`, `endpoint`, `request-size` and `response-size` in bytes, and
    /// `curl` for a failure. Sensitive values are redacted, and bodies are never logged.
    ///
    /// Entries that the logger doesn't write cost almost nothing. The logger's level is read for each call.
    ///
    /// - Parameters:
    ///   - logger: The logger, whose metadata is added to every entry.
    ///   - level: The minimum level of an entry; the logger's level applies if it is higher. `nil` logs nothing.
    ///   - includes: Returns whether to write an entry.
    ///   - clock: The clock that measures durations.
    /// - Returns: A transport that logs.
    public func logging<Time: Clock>(
        to logger: Logger, level: RequestLogLevel? = .debug,
        where includes: @escaping @Sendable (RequestLogEntry) -> Bool = { _ in true }, clock: Time = ContinuousClock()
    ) -> some Transport where Time.Duration == Duration {
        logging(level: { RequestLogLevel(atLeast: level, logger.logLevel) }, clock: clock) { entry in
            guard includes(entry) else { return }
            logger.log(level: Logger.Level(entry.level), "\(entry)", metadata: entry.metadata)
        }
    }
}

extension RequestLogLevel {
    /// Makes the minimum level of the entries that a logger writes; `nil` if the logger writes no entries.
    init?(atLeast minimum: RequestLogLevel?, _ level: Logger.Level) {
        guard let minimum else { return nil }
        switch level {
        case .trace, .debug: self = minimum
        case .info: self = max(minimum, .info)
        case .notice, .warning: self = max(minimum, .warning)
        case .error: self = .error
        case .critical: return nil
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
            case .error: .error
            }
    }
}

extension RequestLogEntry {
    /// The parts of the entry, by name.
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
