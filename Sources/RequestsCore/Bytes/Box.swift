/// A value behind one reference, which is copied only if it is changed while it is shared.
///
/// The storage is an array because the compiler can check that it is `Sendable`. The parts of a request and of a
/// message contain many references: without the box, `chain` and `adapting` take more instructions.
@usableFromInline
struct Box<Value: Sendable>: Sendable {
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

    /// Returns whether this box and another share the same reference.
    func isCopy(of other: Box) -> Bool {
        storage.withUnsafeBufferPointer { value in
            other.storage.withUnsafeBufferPointer { $0.baseAddress == value.baseAddress }
        }
    }
}
