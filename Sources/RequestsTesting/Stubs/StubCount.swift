/// How often a stub answers.
public struct StubCount: Hashable, Sendable, CustomStringConvertible {
    let minimum: Int
    let maximum: Int?

    /// As often as it is asked, or not at all.
    public static let always = StubCount(minimum: 0, maximum: nil)

    /// Once, no more and no less.
    public static let once = StubCount(minimum: 1, maximum: 1)

    /// So many times, no more and no less.
    public static func times(_ count: Int) -> StubCount { StubCount(minimum: count, maximum: count) }

    /// So many times or more.
    public static func atLeast(_ count: Int) -> StubCount { StubCount(minimum: count, maximum: nil) }

    /// Such as `2 times`.
    public var description: String {
        guard let maximum else { return minimum == 0 ? "always" : "at least \(minimum) times" }
        return maximum == 1 ? "once" : "\(maximum) times"
    }
}
