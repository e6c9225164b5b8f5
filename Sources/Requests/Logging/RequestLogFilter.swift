/// Which entries a log gets.
///
/// ```swift
/// session.logging(where: .api(GitHub.self) && !.endpoint("GET /health"), to: log)
/// session.logging(where: .host("api.example.com") || .level(.error), to: log)
/// session.logging(where: RequestLogFilter { $0.duration > .seconds(1) }, to: log)
/// ```
public struct RequestLogFilter: Sendable {
    let includes: @Sendable (RequestLogEntry) -> Bool

    /// Makes a filter of a function.
    ///
    /// - Parameter includes: Whether the log gets an entry.
    public init(_ includes: @escaping @Sendable (RequestLogEntry) -> Bool) {
        self.includes = includes
    }

    /// All of them.
    public static let all = RequestLogFilter { _ in true }

    /// Those about calls of an API, or of a request that is a type of its own.
    public static func api(_ type: Any.Type) -> RequestLogFilter {
        RequestLogFilter { $0.api == type }
    }

    /// Those about calls of an endpoint, by its method and path: `GET /users/{id}`.
    public static func endpoint(_ name: String) -> RequestLogFilter {
        RequestLogFilter { $0.endpoint == name }
    }

    /// Those about calls to a host.
    public static func host(_ name: String) -> RequestLogFilter {
        RequestLogFilter { $0.host.equalsIgnoringASCIICase(name) }
    }

    /// Those that matter so much, or more.
    public static func level(_ level: RequestLogLevel) -> RequestLogFilter {
        RequestLogFilter { $0.level >= level }
    }

    /// Those about calls that came to an end.
    public static let ends = RequestLogFilter { $0.moment == .ended || $0.moment == .dropped }

    /// Those that both filters let through.
    public static func && (one: RequestLogFilter, other: RequestLogFilter) -> RequestLogFilter {
        RequestLogFilter { one.includes($0) && other.includes($0) }
    }

    /// Those that one of the filters lets through.
    public static func || (one: RequestLogFilter, other: RequestLogFilter) -> RequestLogFilter {
        RequestLogFilter { one.includes($0) || other.includes($0) }
    }

    /// Those that a filter does not let through.
    public static prefix func ! (filter: RequestLogFilter) -> RequestLogFilter {
        RequestLogFilter { !filter.includes($0) }
    }
}
