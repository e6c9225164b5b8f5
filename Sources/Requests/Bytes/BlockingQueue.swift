import Dispatch

/// Runs work that blocks, such as reading a file, on threads that may wait.
///
/// The threads of Swift's tasks are as many as the cores. If all of them wait for a disk, no task goes on.
package struct BlockingQueue: Sendable {
    private let queue: DispatchQueue

    /// Makes a queue that runs several pieces of work at the same time.
    ///
    /// - Parameter label: The label, for debuggers.
    package init(_ label: String) {
        queue = DispatchQueue(label: label, attributes: .concurrent)
    }

    /// Begins the work on another thread.
    package func start(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    /// Runs the work on another thread, and waits for its end.
    ///
    /// - Parameter work: The work, which hears of no cancellation.
    /// - Returns: Its result.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}
