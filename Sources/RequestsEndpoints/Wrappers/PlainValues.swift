import Synchronization

/// Remembers whether the values of a type have only plain properties: then a coder alone codes them.
///
/// The values decide, not the type, because a function for coders can treat each value differently. So every attempt checks that no
/// coder met a wrapper.
final class PlainValues: Sendable {
    private let areExpected = Atomic<Bool>(false)

    /// Notes whether the last value had only plain properties.
    func note(_ isPlain: Bool) { areExpected.store(isPlain, ordering: .relaxed) }

    /// Codes a value with a coder alone; `nil` if the value may have a wrapper, or if the coder throws.
    ///
    /// After `nil`, the value has to be coded with a search for wrappers, which also throws the right error.
    func coded<Value>(_ code: () throws -> Value) -> Value? {
        guard areExpected.load(ordering: .relaxed) else { return nil }
        let count = MetWrappers.count
        guard let value = try? code(), MetWrappers.count == count else { return nil }
        return value
    }
}

/// The wrappers that coders met where they don't know about places.
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
