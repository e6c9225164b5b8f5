/// The calls that share one limit: all calls of a transport, those to one origin, or those with the same key.
///
/// ```swift
/// let session = URLSession.shared.limiting(concurrentCalls: 2, for: .eachOrigin)
/// let tenants = URLSession.shared.rateLimiting(to: 10, per: .seconds(1), for: .each { $0.header["X-Tenant"] })
/// ```
public struct RateLimitKey: Sendable {
    /// Returns the group of a message.
    let group: @Sendable (OutgoingRequest) -> CallGroup

    /// All calls of the transport share one limit.
    public static let allCalls = RateLimitKey { _ in .all }

    /// The calls to the same origin share a limit: the same scheme, host and port, or the same Unix socket.
    public static let eachOrigin = RateLimitKey { .origin(URLText.origin(of: Array($0.urlText.utf8))) }

    /// Makes a scope in which calls with the same key share a limit.
    ///
    /// - Parameter key: Returns the key of a message; this function should be fast. Calls with the key `nil` also share a limit.
    /// - Returns: The scope.
    public static func each<Key: Hashable & Sendable>(
        _ key: @escaping @Sendable (_ request: OutgoingRequest) -> Key
    ) -> RateLimitKey {
        RateLimitKey { .key(CallGroup.AnyKey(value: key($0))) }
    }
}

/// The calls that share one limit.
enum CallGroup: Hashable, Sendable {
    case all
    case origin(URLOrigin?)
    case key(AnyKey)

    /// A key of any type; comparing two keys requires a cast.
    struct AnyKey: Hashable, Sendable {
        let value: any Hashable & Sendable

        static func == (one: AnyKey, other: AnyKey) -> Bool { one.value.isEqual(to: other.value) }

        func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
    }
}
