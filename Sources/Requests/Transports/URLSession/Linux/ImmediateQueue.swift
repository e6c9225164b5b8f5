#if canImport(FoundationNetworking)
import Foundation

/// A queue that does at once what it is given, on the thread that gives it.
///
/// Foundation gives it the events of a session on the thread that serves the connections, of all sessions. Done there, an
/// event changes no threads, which is a third of what a small request costs, comes before more is read, and nothing can
/// happen to its task in between.
final class ImmediateQueue: OperationQueue {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}

// Not a promise but its opposite: the superclass makes one, and a subclass has to say whether it holds.
@available(*, unavailable)
extension ImmediateQueue: @unchecked Sendable {}
#endif
