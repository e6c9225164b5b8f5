import Requests

/// Remembers whether the values of a type have only plain properties, so that a coder alone can code them.
///
/// This depends on the values, not on the type, because custom coding can treat each value differently. So every attempt
/// checks that no coder met a wrapper.
final class PlainValues: Sendable {
    private let areExpected = Guarded(false)

    /// Notes whether the last value had only plain properties.
    func note(_ isPlain: Bool) { areExpected.withLock { $0 = isPlain } }

    /// Begins to code a value with a coder alone; `nil` if the value may contain a wrapper.
    ///
    /// A function that takes the value would be generic, and the runtime would look up types for each call.
    func attempt() -> Attempt? { areExpected.withLock(\.self) ? Attempt() : nil }

    /// An attempt to code a value with a coder alone.
    ///
    /// If the attempt or the coder fails, the value must be coded with a search for wrappers, which throws the right error.
    struct Attempt {
        private let before = MetWrappers.count

        /// Indicates whether no coder has met a wrapper since the attempt began.
        var isPlain: Bool { MetWrappers.count == before }
    }
}

/// Counts the wrappers that were coded by ordinary coders, which don't place values.
///
/// Such wrappers are rare, for example in a value inside a body. So it costs little to count those of other tasks as well.
@usableFromInline
enum MetWrappers {
    private static let number = Guarded(0)

    static var count: Int { number.withLock(\.self) }

    /// Counts one wrapper.
    @usableFromInline
    static func note() { number.withLock { $0 += 1 } }
}
