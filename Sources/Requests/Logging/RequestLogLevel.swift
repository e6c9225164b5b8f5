/// The importance of a log entry.
public enum RequestLogLevel: Sendable, Hashable, Comparable, CaseIterable {
    /// Details for debugging: a call has begun.
    case debug
    /// Normal events: a success, a failed attempt before a retry, a wait for a limit, new credentials.
    case info
    /// A possible error of the client: a status from 300 to 499.
    case warning
    /// A failure: no response, an invalid response, or a status from 500 on.
    case error
}
