/// A value behind one reference.
///
/// The value is copied only if it is changed while several boxes share it.
///
/// The storage is an array, because the compiler can check that an array is `Sendable`. The parts of a request and of a
/// message contain many references: without the box, the workloads `chain` and `adapting` take more instructions.
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

    /// Returns whether two boxes share the same reference.
    func isCopy(of other: Box) -> Bool {
        storage.withUnsafeBufferPointer { value in
            other.storage.withUnsafeBufferPointer { $0.baseAddress == value.baseAddress }
        }
    }
}
