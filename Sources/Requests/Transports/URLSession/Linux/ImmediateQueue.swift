#if canImport(FoundationNetworking)
import Foundation

/// A queue that runs its operations at once, on the thread that adds them.
///
/// Foundation adds the events of a session on the thread that serves the connections of all sessions. Running an event there has
/// three advantages: it changes no threads, which is a third of the cost of a small request; it runs before more is read; and
/// nothing can happen to its task in between.
final class ImmediateQueue: OperationQueue {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}

// This does not promise safety: the superclass makes the promise, and a subclass has to restate whether it holds.
@available(*, unavailable)
extension ImmediateQueue: @unchecked Sendable {}
#endif
