import Dispatch
import Requests

/// A gate that opens once, so that a script can wait for a test, or a test for a script.
///
/// ```swift
/// let arrived = Gate(), gate = Gate()
/// try await withRawServer({ connection in
///     _ = try connection.readRequest()
///     arrived.open()
///     try gate.wait()
///     try connection.send(RawServer.ok("{}"))
/// }) { server in
///     defer { gate.open() }  // Before the server stops: stopping joins the script.
///     …
///     await arrived.opened()
/// }
/// ```
package final class Gate: Sendable {
    /// The error of `wait(timeout:)` if the gate was not opened in time.
    package struct TimedOut: Error, Equatable {
        package init() {}
    }

    private struct State {
        var isOpen = false
        var nextID = 0
        var waiters: [Int: @Sendable () -> Void] = [:]

        mutating func makeID() -> Int {
            defer { nextID += 1 }
            return nextID
        }
    }

    private let state = Guarded(State())

    package init() {}

    /// Indicates whether the gate has been opened.
    package var isOpen: Bool { state.withLock(\.isOpen) }

    /// Opens the gate permanently, and releases all waiters.
    ///
    /// Opening an open gate has no effect.
    package func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters.values.map { $0 }
        }
        for release in waiters { release() }
    }

    /// Blocks the thread until the gate is open.
    ///
    /// Use this function in scripts, which run on separate threads.
    ///
    /// - Throws: ``TimedOut`` if the gate is still closed after `timeout`, so that nothing waits forever.
    @available(*, noasync, message: "Use opened(), which suspends.")
    package func wait(timeout: Duration = .seconds(30)) throws {
        let semaphore = DispatchSemaphore(value: 0)
        guard let id = register({ semaphore.signal() }) else { return }
        let (seconds, attoseconds) = timeout.components
        let deadline = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
        guard semaphore.wait(timeout: deadline) == .timedOut else { return }
        // If the waiter has already been removed, the gate was opened just now.
        if state.withLock({ $0.waiters.removeValue(forKey: id) }) != nil { throw TimedOut() }
    }

    /// Suspends until the gate is open, or until the task is cancelled.
    ///
    /// Use this function in tests.
    package func opened() async {
        let id = state.withLock { $0.makeID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard register({ continuation.resume() }, id: id) != nil else { return continuation.resume() }
                // If the task was cancelled before the previous line, the cancellation found no waiter to release.
                if Task.isCancelled { release(id) }
            }
        } onCancel: {
            release(id)
        }
    }

    /// Adds a waiter, or returns `nil` if the gate is already open.
    private func register(_ waiter: @escaping @Sendable () -> Void, id: Int? = nil) -> Int? {
        state.withLock { state -> Int? in
            guard !state.isOpen else { return nil }
            let id = id ?? state.makeID()
            state.waiters[id] = waiter
            return id
        }
    }

    private func release(_ id: Int) {
        state.withLock { $0.waiters.removeValue(forKey: id) }?()
    }
}
