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
    public static let allCalls = RateLimitKey { _ in CallGroup(key: 0) }

    /// The calls to the same origin share a limit: the same scheme, host and port, or the same Unix socket.
    public static let eachOrigin = RateLimitKey { CallGroup(key: URLText.origin(of: Array($0.urlText.utf8))) }

    /// Makes a scope in which calls with the same key share a limit.
    ///
    /// - Parameter key: Returns the key of a message; this function should be fast. Calls with the key `nil` also share a limit.
    /// - Returns: The scope.
    public static func each<Key: Hashable & Sendable>(
        _ key: @escaping @Sendable (_ request: OutgoingRequest) -> Key
    ) -> RateLimitKey {
        RateLimitKey { CallGroup(key: key($0)) }
    }
}

/// The key of the calls that share one limit.
struct CallGroup: Hashable, Sendable {
    let key: any Hashable & Sendable

    static func == (one: CallGroup, other: CallGroup) -> Bool { one.key.isEqual(to: other.key) }

    func hash(into hasher: inout Hasher) { key.hash(into: &hasher) }
}
