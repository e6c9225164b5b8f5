/// The number of times that a stub responds.
public struct StubCount: Hashable, Sendable, CustomStringConvertible {
    let minimum: Int
    let maximum: Int?

    /// Any number of times, including zero.
    public static let always = StubCount(minimum: 0, maximum: nil)

    /// Exactly once.
    public static let once = StubCount(minimum: 1, maximum: 1)

    /// Returns the count for exactly this number of times.
    public static func times(_ count: Int) -> StubCount { StubCount(minimum: count, maximum: count) }

    /// Returns the count for this number of times or more.
    public static func atLeast(_ count: Int) -> StubCount { StubCount(minimum: count, maximum: nil) }

    /// A text such as `2 times`.
    public var description: String {
        guard let maximum else { return minimum == 0 ? "always" : "at least \(minimum) times" }
        return maximum == 1 ? "once" : "\(maximum) times"
    }
}
