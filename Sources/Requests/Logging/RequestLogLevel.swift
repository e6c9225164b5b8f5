/// The importance of an entry of a log.
public enum RequestLogLevel: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Details that help to find a mistake: a call has begun.
    case debug
    /// The normal course of events: a success, an attempt that another one follows, a wait for a limit, new credentials.
    case info
    /// A possible mistake of the client: a status from 300 to 499.
    case warning
    /// A failure: no response, a broken response, or a status from 500.
    case error
    /// A level that no entry has. As the lowest level of a log it turns the log off.
    case off

    /// Returns whether a level matters less than another.
    public static func < (one: RequestLogLevel, other: RequestLogLevel) -> Bool { one.rawValue < other.rawValue }
}

extension RequestLogLevel: CustomStringConvertible {
    /// The name of the level.
    public var description: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        case .off: "off"
        }
    }
}
