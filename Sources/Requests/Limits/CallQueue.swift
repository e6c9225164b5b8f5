/// Lets a limited number of calls of each group run at a time, first come, first served.
///
/// A group without calls is removed.
final class CallQueue: Sendable {
    /// The calls of a group.
    private struct Line {
        /// The number of running calls.
        var running = 0
        /// The waiting calls, keyed by their number.
        var waiting: [Int: Wait] = [:]
        /// The number of the first call that may still be waiting, and the number for the next call.
        var (first, next) = (0, 0)

        /// Adds a running call; returns `false` if the limit is reached.
        mutating func admit(upTo width: Int) -> Bool {
            if running >= width { return false }
            running += 1
            return true
        }

        /// Appends a waiting call, and returns its number.
        mutating func append(_ call: Wait) -> Int {
            defer { next += 1 }
            waiting[next] = call
            return next
        }

        /// Removes and returns the first waiting call; `nil` if no call waits.
        mutating func takeFirst() -> Wait? {
            while first < next {
                defer { first += 1 }
                if let call = waiting.removeValue(forKey: first) { return call }
            }
            return nil
        }
    }

    private let width: Int
    private let lines = Guarded<[CallGroup: Line]>([:])

    /// Makes a queue.
    ///
    /// - Parameter width: The maximum number of running calls in each group, at least 1.
    init(width: Int) {
        self.width = max(width, 1)
    }

    /// The number of groups with calls.
    var groupCount: Int { lines.withLock(\.count) }

    /// Returns the number of running calls in a group.
    func runningCount(in group: CallGroup) -> Int { lines.withLock { $0[group]?.running ?? 0 } }

    /// Returns the number of waiting calls in a group.
    func waitingCount(in group: CallGroup) -> Int { lines.withLock { $0[group]?.waiting.count ?? 0 } }

    /// Waits until a call may run; call ``leave(_:)`` when it ends.
    ///
    /// - Returns: Whether the call had to wait.
    /// - Throws: A `CancellationError`, or ``RequestErrorCode/timedOut`` at the call's deadline.
    @discardableResult
    func enter(_ group: CallGroup, _ request: OutgoingRequest) async throws -> Bool {
        let queued: (call: Wait, number: Int)? = lines.withLock { [width] lines in
            if lines[group, default: Line()].admit(upTo: width) { return nil }
            let call = Wait(until: request.context.deadline) { TransportError.noTurn(for: request) }
            return (call, lines[group, default: Line()].append(call))
        }
        guard let queued else { return false }
        request.context.observer?.waits(nil)
        do {
            try await queued.call.ended()
            return true
        } catch {
            lines.withLock { lines in
                // The group may have been removed and added again since, and another call may have this number.
                guard lines[group]?.waiting[queued.number] === queued.call else { return }
                lines[group]?.waiting[queued.number] = nil
            }
            throw error
        }
    }

    /// Ends a running call, and lets the next call of its group run.
    func leave(_ group: CallGroup) {
        // A call that was cancelled in the meantime loses its turn.
        while let next = takeNext(in: group), !next.end() {}
    }

    /// Removes and returns the first waiting call; if no call waits, lowers the number of running calls.
    private func takeNext(in group: CallGroup) -> Wait? {
        lines.withLock { lines in
            guard let index = lines.index(forKey: group) else { return nil }
            if let call = lines.values[index].takeFirst() { return call }
            lines.values[index].running -= 1
            if lines.values[index].running == 0 { lines.remove(at: index) }
            return nil
        }
    }
}
