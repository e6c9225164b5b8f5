import Synchronization

/// Remembers whether the values of a type have only plain properties: then a coder alone codes them.
///
/// The values decide, not the type, because a function for coders can treat each value differently. So every attempt checks that no
/// coder met a wrapper.
final class PlainValues: Sendable {
    private let areExpected = Atomic<Bool>(false)

    /// Notes whether the last value had only plain properties.
    func note(_ isPlain: Bool) { areExpected.store(isPlain, ordering: .relaxed) }

    /// Begins to code a value with a coder alone; `nil` if the value may have a wrapper.
    ///
    /// A function for the value would be generic, and the runtime would look up types for each call.
    func attempt() -> Attempt? { areExpected.load(ordering: .relaxed) ? Attempt() : nil }

    /// An attempt to code a value with a coder alone.
    ///
    /// If it fails, or if the coder throws, the value has to be coded with a search for wrappers, which throws the right error.
    struct Attempt {
        private let before = MetWrappers.count

        /// Indicates whether no coder met a wrapper since the beginning.
        var isPlain: Bool { MetWrappers.count == before }
    }
}

/// The wrappers that ordinary coders met, which don't know about places.
///
/// There are few, such as those of a value inside a body. So it costs little that one in another task counts, too.
@usableFromInline
enum MetWrappers {
    private static let number = Atomic<Int>(0)

    static var count: Int { number.load(ordering: .relaxed) }

    /// Counts one more.
    @usableFromInline
    static func note() { number.add(1, ordering: .relaxed) }
}
