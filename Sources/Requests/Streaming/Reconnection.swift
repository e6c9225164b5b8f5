/// The rules by which a stream of elements connects again.
struct Reconnection<Element: Sendable>: Sendable {
    let policy: RetryPolicy
    let clock: any Clock<Duration>
    let random: Randomness
    let observe: @Sendable (Result<ResponseHead, TransportError>) async -> Void
    /// The name of the query item for positions.
    var positionName = ""
    /// Returns the position of an element; `nil` if it has none.
    var position: (@Sendable (Element) -> (any Encodable & Equatable & Sendable)?)?

    /// Returns whether a response ends the stream: a 204, if the elements have no positions.
    ///
    /// With positions, a 204 is an empty response to a poll.
    func isEnd(_ head: ResponseHead) -> Bool { head.status == .noContent && position == nil }
}

extension RequestOptions {
    /// Returns the rules by which a stream of elements connects again; `nil` if the stream doesn't connect again.
    func reconnection<Element>(of type: Element.Type) -> Reconnection<Element>? {
        self[ReconnectionOption<Element>.self]
    }

    /// Sets the rules by which a stream of elements connects again.
    mutating func set<Element>(_ reconnection: Reconnection<Element>) {
        self[ReconnectionOption<Element>.self] = reconnection
    }
}

/// An option for each type of elements, so that reading the option requires no cast.
private enum ReconnectionOption<Element: Sendable>: RequestOption {
    static var defaultValue: Reconnection<Element>? { nil }
}

extension RetryPolicy {
    /// An unlimited number of attempts, with waits of up to 3 seconds at first, and up to a minute later.
    public static let unlimited = RetryPolicy(
        attemptLimit: .max, timeLimit: .seconds(Int64.max), delay: .seconds(3), longestDelay: .seconds(60))
}
