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

        /// Lets a call through, and returns whether there was room for it.
        mutating func admit(upTo width: Int) -> Bool {
            if running >= width { return false }
            running += 1
            return true
        }

        /// Appends a call that waits, and returns its number.
        mutating func append(_ call: Wait<Void>) -> Int {
            defer { next += 1 }
            waiting[next] = call
            return next
        }

        /// Removes the first call that waits; `nil` if none does.
        mutating func takeFirst() -> Wait<Void>? {
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
            if lines[group, default: Line()].admit(upTo: width) { return nil }
            let call = Wait<Void>(until: request.context.deadline) { TransportError.noTurn(for: request) }
            return (call, lines[group, default: Line()].append(call))
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
            guard let index = lines.index(forKey: group) else { return nil }
            if let call = lines.values[index].takeFirst() { return call }
            lines.values[index].running -= 1
            if lines.values[index].running == 0 { lines.remove(at: index) }
            return nil
        }
    }
}
