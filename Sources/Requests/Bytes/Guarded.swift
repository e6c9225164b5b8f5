public import Synchronization

/// A value that one thread at a time can access.
///
/// It is a `Mutex` with a synchronization that the thread sanitizer sees. The standard library, which is not instrumented, locks a
/// contended `Mutex`. So on Linux the sanitizer would report a race at each such place. The load and the store repeat the
/// synchronization in instrumented code. They cost no more than plain ones.
///
/// Other modules see the code, so that the compiler specializes it for their types. Otherwise each use looks up the types, which
/// takes about 1,000 instructions (`caching`). For that, the type has to be usable from inline code, and the import public.
@usableFromInline
package struct Guarded<Value>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>
    @usableFromInline let edge = Atomic<Bool>(false)

    /// Guards a value.
    @inlinable
    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Runs the body while no other thread can access the value.
    @inlinable
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
