import Requests

/// Remembers whether a type's values have only properties without wrappers, so that an ordinary coder can code the
/// values.
///
/// This depends on the values, not on the type, because custom coding can treat each value differently. So every attempt
/// checks that no coder met a wrapper.
final class PlainValues: Sendable {
    private let areExpected = Guarded(false)

    /// Notes whether the last value had only properties without wrappers.
    func note(_ isPlain: Bool) { areExpected.withLock { $0 = isPlain } }

    /// Begins to code a value with an ordinary coder; `nil` if the value may contain a wrapper.
    ///
    /// The function doesn't accept the value, because it would then be generic, and the runtime would look up types for
    /// each call.
    func attempt() -> Attempt? { areExpected.withLock(\.self) ? Attempt() : nil }

    /// An attempt to code a value with an ordinary coder.
    ///
    /// If the attempt or the coder fails, the value must be coded again, with a search for wrappers. This second coding
    /// throws the right error.
    struct Attempt {
        private let before = MetWrappers.count

        /// Indicates whether no coder has met a wrapper since the attempt began.
        var isPlain: Bool { MetWrappers.count == before }
    }
}

/// Counts the wrappers that were coded by ordinary coders, which don't place values.
///
/// Such wrappers are rare, for example in a value inside a body. So one counter for all tasks rarely causes a second
/// coding.
@usableFromInline
enum MetWrappers {
    private static let number = Guarded(0)

    static var count: Int { number.withLock(\.self) }

    /// Counts one wrapper.
    @usableFromInline
    static func note() { number.withLock { $0 += 1 } }
}
