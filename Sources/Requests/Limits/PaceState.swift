/// The calls of a group that have begun, and the allowance of their server.
struct PaceState: Sendable {
    /// The time at which the state is the same as that of a new group.
    private(set) var end = Duration.zero

    /// The times at which calls began, the earliest first; those before ``firstStart`` no longer count.
    private var starts: [Duration] = []
    private var firstStart = 0

    /// The number of calls that the server still allows until ``end``.
    private var allowance = Int.max
    /// The allowance after that, for a window of this length.
    private var quota: ServerQuota.Policy?

    /// Begins a call, if fewer than the limit have begun in the period before.
    ///
    /// - Returns: The time at which the next call may begin; `nil` if this one has begun.
    mutating func begin(at now: Duration, limit: Int, period: Duration) -> Duration? {
        guard period > .zero else { return nil }
        while firstStart < starts.count, now - starts[firstStart] >= period { firstStart += 1 }
        if starts.count - firstStart >= limit { return starts[firstStart] + period }
        // Starts are removed in large numbers, so that a call moves few of them.
        if firstStart > 16, firstStart > starts.count / 2 {
            starts.removeFirst(firstStart)
            firstStart = 0
        }
        starts.append(now)
        end = now + period
        return nil
    }

    /// Begins a call, if the server allows it.
    ///
    /// - Returns: The time at which the server allows calls again; `nil` if this one has begun.
    mutating func beginAsAllowed(at now: Duration) -> Duration? {
        if now >= end {
            allowance = quota?.count ?? .max
            if let quota { end = now + quota.window }
            quota = nil
        }
        guard allowance > 0 else { return end }
        if allowance < .max { allowance -= 1 }
        return nil
    }

    /// Takes what a server said; the stricter one of two statements counts, because responses overtake each other.
    mutating func note(_ said: ServerQuota, at now: Duration) {
        let newEnd = now + said.delay
        guard now >= end || said.remaining < allowance || said.remaining == allowance && newEnd > end else { return }
        allowance = said.remaining
        end = newEnd
        quota = said.policy
    }
}
