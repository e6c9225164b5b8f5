#if canImport(FoundationNetworking)
import Foundation

/// A queue that runs operations immediately, on the thread that adds them.
///
/// Foundation adds a session's events on the thread that serves the connections of all sessions. Running an event there
/// avoids a thread switch, which is a third of the cost of a small request. The event also runs before more data is
/// read, and before its task can change.
final class ImmediateQueue: OperationQueue {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}

// This promises no safety: the superclass is `Sendable`, and a subclass must restate whether it is `Sendable`.
@available(*, unavailable)
extension ImmediateQueue: @unchecked Sendable {}
#endif
