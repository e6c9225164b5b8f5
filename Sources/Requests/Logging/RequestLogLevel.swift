/// How much an entry of a log matters.
public enum RequestLogLevel: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// What helps to find a mistake: that a call has begun.
    case debug
    /// What is as it should be: a success, an attempt that is followed by another, new credentials.
    case info
    /// What may be a mistake of the client: a status from 300 to 499.
    case warning
    /// What went wrong: no answer, a broken one, a status from 500.
    case error
    /// No entry has it: as the least level of a log it turns the log off.
    case off

    /// Whether a level matters less than another.
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
