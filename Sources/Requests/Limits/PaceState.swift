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

    /// The number of calls that have begun as the server allows.
    private var count = 0
    /// The number of calls that had begun when the server's last statement came.
    private var countAtStatement = 0

    /// A call that has begun: its number, and whether it tries out a server that allows none.
    struct Start: Sendable {
        var number = 0
        var isTrial = false
    }

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

    /// Begins a call, if the server allows it, or if the call has waited for as long as it may.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - limit: The time at which the call begins at the latest.
    ///   - start: The call, if it has begun.
    /// - Returns: The time at which to ask again; `nil` if the call has begun.
    mutating func beginAsAllowed(at now: Duration, latest limit: Duration, _ start: inout Start) -> Duration? {
        if now >= end {
            allowance = quota?.count ?? .max
            if let quota { end = now + quota.window }
            quota = nil
        }
        guard allowance > 0 || now >= limit else { return min(end, limit) }
        count += 1
        start = Start(number: count, isTrial: allowance == 0)
        if 1..<Int.max ~= allowance { allowance -= 1 }
        return nil
    }

    /// Takes the statement of a response.
    ///
    /// If its message was sent after the last statement, it replaces that one. Otherwise the stricter one of both counts, because
    /// responses overtake each other.
    mutating func note(_ said: ServerQuota, to start: Start, at now: Duration) {
        let newEnd = now + said.delay
        if now >= end {
            allowance = said.remaining
        } else if start.number > countAtStatement {
            // Of a larger allowance, the calls that began after this one are subtracted: the server may not have counted them.
            allowance = max(min(allowance, said.remaining), said.remaining - max(count - start.number, 0))
        } else if said.remaining < allowance || said.remaining == allowance && newEnd > end {
            allowance = said.remaining
        } else {
            return
        }
        end = newEnd
        quota = said.policy
        countAtStatement = count
    }

    /// Takes a success that says nothing of limits: if its message tried out the server, the server allows calls again.
    mutating func noteSuccess(of start: Start) {
        guard start.isTrial, start.number > countAtStatement else { return }
        (allowance, end, quota) = (.max, .zero, nil)
    }
}
