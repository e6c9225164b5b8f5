/// The number of times that a stub returns a response.
public struct StubCount: Hashable, Sendable, CustomStringConvertible {
    let minimum: Int
    let maximum: Int?

    /// Any number of times, including zero.
    public static let always = StubCount(minimum: 0, maximum: nil)

    /// Exactly once.
    public static let once = StubCount(minimum: 1, maximum: 1)

    /// Returns a count of exactly this many times.
    public static func times(_ count: Int) -> StubCount { StubCount(minimum: count, maximum: count) }

    /// Returns a count of at least this many times.
    public static func atLeast(_ count: Int) -> StubCount { StubCount(minimum: count, maximum: nil) }

    /// The count as text, such as `2 times`.
    public var description: String {
        guard let maximum else {
            return minimum == 0 ? "always" : minimum == 1 ? "at least once" : "at least \(minimum) times"
        }
        return maximum == 1 ? "once" : "\(maximum) times"
    }
}
