/// Lets a few calls of each group through at a time, first come, first served.
///
/// A group that has no call is forgotten.
final class CallQueue: Sendable {
    /// The calls of a group.
    private struct Line {
        /// The number of calls that were let through and have not left.
        var running = 0
        /// The calls that wait, by their number.
        var waiting: [Int: Wait<Void>] = [:]
        /// The numbers of the first call that may still wait, and of the next one that comes.
        var (first, next) = (0, 0)
    }

    private let width: Int
    private let lines = Guarded<[CallGroup: Line]>([:])

    /// Makes a queue.
    ///
    /// - Parameter width: The number of calls of each group that are let through at a time; 1 if it is less.
    init(width: Int) {
        self.width = max(width, 1)
    }

    /// The number of groups that have a call.
    var groupCount: Int { lines.withLock(\.count) }

    /// Returns the number of calls of a group that were let through and have not left.
    func runningCount(in group: CallGroup) -> Int { lines.withLock { $0[group]?.running ?? 0 } }

    /// Returns the number of calls of a group that wait.
    func waitingCount(in group: CallGroup) -> Int { lines.withLock { $0[group]?.waiting.count ?? 0 } }

    /// Waits until a call may go through; it has to ``leave(_:)`` later.
    ///
    /// - Returns: Whether the call had to wait.
    /// - Throws: A `CancellationError`, or ``RequestErrorCode/timedOut`` at the deadline of the call.
    @discardableResult
    func enter(_ group: CallGroup, _ request: OutgoingRequest) async throws -> Bool {
        let queued: (call: Wait<Void>, number: Int)? = lines.withLock { [width] lines in
            var line = lines.removeValue(forKey: group) ?? Line()
            defer { lines[group] = line }
            if line.running < width {
                line.running += 1
                return nil
            }
            let call = Wait<Void>(until: request.context.deadline) { TransportError.noTurn(for: request) }
            defer { line.next += 1 }
            line.waiting[line.next] = call
            return (call, line.next)
        }
        guard let queued else { return false }
        request.context.observer?.waits(nil)
        do {
            try await queued.call.value()
            return true
        } catch {
            lines.withLock { lines in
                // The line may be another one by now, in which another call has the number.
                guard lines[group]?.waiting[queued.number] === queued.call else { return }
                lines[group]?.waiting[queued.number] = nil
            }
            throw error
        }
    }

    /// Lets the next call of the group through in place of one that leaves.
    func leave(_ group: CallGroup) {
        // A call that was cancelled in between does not take its turn.
        while let next = takeNext(in: group), !next.end(.success(())) {}
    }

    /// Removes the first call that waits; if there is none, the place stays free.
    private func takeNext(in group: CallGroup) -> Wait<Void>? {
        lines.withLock { lines in
            guard var line = lines.removeValue(forKey: group) else { return nil }
            while line.first < line.next {
                defer { line.first += 1 }
                guard let call = line.waiting.removeValue(forKey: line.first) else { continue }
                line.first += 1
                lines[group] = line
                return call
            }
            line.running -= 1
            if line.running > 0 { lines[group] = line }
            return nil
        }
    }
}
