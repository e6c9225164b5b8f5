/// A value behind one reference: a copy counts one reference, and a change copies the value only if it is shared.
///
/// The compiler can check that an array of one element is `Sendable`. The parts of a request and of a message have many
/// references: without the box, `chain` and `adapting` take more instructions.
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

    /// Returns whether both have the value behind the same reference.
    func isCopy(of other: Box) -> Bool {
        storage.withUnsafeBufferPointer { value in
            other.storage.withUnsafeBufferPointer { $0.baseAddress == value.baseAddress }
        }
    }
}
