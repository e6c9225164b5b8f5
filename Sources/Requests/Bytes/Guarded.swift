import Synchronization

/// A value that one thread at a time can reach.
///
/// It is a `Mutex` with an edge that the thread sanitizer sees. A `Mutex` that somebody waits for is taken inside the
/// standard library, which is not instrumented: on Linux the sanitizer reports a race at each such place. The load and
/// the store are the same edge once more, in code that is instrumented; they cost no more than plain ones.
package struct Guarded<Value>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    private let edge = Atomic<Bool>(false)

    /// Guards a value.
    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Runs the body while no other thread can reach the value.
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) in
            _ = edge.load(ordering: .acquiring)
            defer { edge.store(true, ordering: .releasing) }
            return try body(&value)
        }
    }
}
