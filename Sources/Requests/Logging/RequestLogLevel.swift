/// The importance of an entry of a log.
public enum RequestLogLevel: Sendable, Hashable, Comparable, CaseIterable {
    /// Details that help to find a mistake: a call has begun.
    case debug
    /// The normal course of events: a success, an attempt that another one follows, a wait for a limit, new credentials.
    case info
    /// A possible mistake of the client: a status from 300 to 499.
    case warning
    /// A failure: no response, a broken response, or a status from 500.
    case error
}
