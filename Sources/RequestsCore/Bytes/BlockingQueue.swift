import Dispatch

/// A queue that runs blocking work, such as reading a file, on threads that may wait.
///
/// Swift's tasks have only as many threads as there are cores. If all of them wait for a disk, no task continues.
package struct BlockingQueue: Sendable {
    private let queue: DispatchQueue

    /// Makes a queue that runs work concurrently.
    ///
    /// - Parameter label: The label, for debuggers.
    package init(_ label: String) {
        queue = DispatchQueue(label: label, attributes: .concurrent)
    }

    /// Starts the work on another thread.
    package func start(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    /// Runs the work on another thread, and waits for its end.
    ///
    /// - Parameter work: The work, which continues even if the task is cancelled.
    /// - Returns: The result of the work.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}
