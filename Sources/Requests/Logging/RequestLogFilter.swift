/// A choice of the entries that a log gets.
///
/// ```swift
/// session.logging(where: .api(GitHub.self) && !.endpoint("GET /health"), to: log)
/// session.logging(where: .host("api.example.com") || .level(.error), to: log)
/// session.logging(where: RequestLogFilter { $0.duration > .seconds(1) }, to: log)
/// ```
public struct RequestLogFilter: Sendable {
    let includes: @Sendable (RequestLogEntry) -> Bool

    /// Makes a filter from a function.
    ///
    /// - Parameter includes: Returns `true` if the log gets an entry.
    public init(_ includes: @escaping @Sendable (RequestLogEntry) -> Bool) {
        self.includes = includes
    }

    /// All entries.
    public static let all = RequestLogFilter { _ in true }

    /// Selects the entries about calls of an API, or of a request that is declared as a type.
    public static func api(_ type: Any.Type) -> RequestLogFilter {
        RequestLogFilter { $0.api == type }
    }

    /// Selects the entries about calls of an endpoint, by its method and path: `GET /users/{id}`.
    public static func endpoint(_ name: String) -> RequestLogFilter {
        RequestLogFilter { $0.endpoint == name }
    }

    /// Selects the entries about calls to a host.
    public static func host(_ name: String) -> RequestLogFilter {
        RequestLogFilter { $0.host.equalsIgnoringASCIICase(name) }
    }

    /// Selects the entries of a level or a higher one.
    public static func level(_ level: RequestLogLevel) -> RequestLogFilter {
        RequestLogFilter { $0.level >= level }
    }

    /// The entries about calls that came to an end.
    public static let ends = RequestLogFilter { $0.moment == .ended || $0.moment == .dropped }

    /// Selects the entries that both filters let through.
    public static func && (one: RequestLogFilter, other: RequestLogFilter) -> RequestLogFilter {
        RequestLogFilter { one.includes($0) && other.includes($0) }
    }

    /// Selects the entries that at least one of the filters lets through.
    public static func || (one: RequestLogFilter, other: RequestLogFilter) -> RequestLogFilter {
        RequestLogFilter { one.includes($0) || other.includes($0) }
    }

    /// Selects the entries that a filter does not let through.
    public static prefix func ! (filter: RequestLogFilter) -> RequestLogFilter {
        RequestLogFilter { !filter.includes($0) }
    }
}
