/// A value behind one reference, so that handing it on costs one count and not one for each of its parts.
///
/// An array of one element is what the compiler checks to be `Sendable` and copied only when it is shared.
@usableFromInline
struct CopyOnWrite<Value> {
    @usableFromInline var storage: [Value]

    @inlinable
    init(_ value: consuming Value) {
        storage = [value]
    }

    @inlinable
    var value: Value {
        _read { yield storage[0] }
        _modify { yield &storage[0] }
    }
}

extension CopyOnWrite: Sendable where Value: Sendable {}
