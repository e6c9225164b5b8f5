#if canImport(Darwin)
public import os
#else
public import Synchronization
#endif

/// A value that only one thread at a time can access.
///
/// On Apple's systems, this type uses an unfair lock, because `Mutex` requires iOS 18. Elsewhere, it uses a `Mutex`,
/// and an atomic load and store that the thread sanitizer detects. On Linux, the standard library locks a contended
/// `Mutex` in code that is not instrumented, so the sanitizer would report a race. The load and the store repeat the
/// synchronization in instrumented code, and cost no more than plain accesses.
///
/// The code is inlinable, so that the compiler specializes it for the types of other modules. Otherwise each use would
/// look up the types, which takes about 1,000 instructions in the workload `caching`. Inlinable code requires
/// `@usableFromInline` and a public import.
@usableFromInline
package struct Guarded<Value>: ~Copyable, Sendable {
    #if canImport(Darwin)
    @usableFromInline let lock: OSAllocatedUnfairLock<Value>

    /// Guards a value.
    @inlinable
    package init(_ value: consuming sending Value) {
        lock = OSAllocatedUnfairLock(uncheckedState: value)
    }

    // The parameters aren't `sending`: the compiler checks the callers when it compiles them for Linux.
    /// Runs the body while no other thread can access the value.
    @inlinable
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try lock.withLockUnchecked { value in Swift.Result { () throws(Failure) in try body(&value) } }.get()
    }
    #else
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
    #endif
}
