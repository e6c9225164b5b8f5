/// The calls of a group that have begun, and the number of calls that their server still allows.
struct PaceState: Sendable {
    /// The time from which the state equals that of a new group.
    private(set) var end = Duration.zero

    /// The start times of calls, the earliest first; those before index ``firstStart`` no longer count.
    private var starts: [Duration] = []
    private var firstStart = 0

    /// The number of further calls that the server allows until ``end``.
    private var allowance = Int.max
    /// The number of calls that the server allows in each window after ``end``, and the length of a window.
    private var quota: ServerQuota.Policy?

    /// The number of calls that ``beginAsAllowed(at:latest:_:)`` has begun.
    private var count = 0
    /// The number of calls that had begun when the server last reported its quota.
    private var countAtStatement = 0

    /// A started call: its number, and whether it tests a server that allows no calls.
    struct Start: Sendable {
        var number = 0
        var isTrial = false
    }

    /// Begins a call if fewer calls than the limit began in the last period.
    ///
    /// - Returns: The time at which the next call may begin; `nil` if this call has begun.
    mutating func begin(at now: Duration, limit: Int, period: Duration) -> Duration? {
        guard period > .zero else { return nil }
        while firstStart < starts.count, now - starts[firstStart] >= period { firstStart += 1 }
        if starts.count - firstStart >= limit { return starts[firstStart] + period }
        // Remove start times in bulk, so that each call moves few of them.
        if firstStart > 16, firstStart > starts.count / 2 {
            starts.removeFirst(firstStart)
            firstStart = 0
        }
        starts.append(now)
        end = now + period
        return nil
    }

    /// Begins a call if the server allows it, or if the call has waited long enough.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - limit: The latest time for the call to begin.
    ///   - start: Receives the call if it has begun.
    /// - Returns: The time at which to try again; `nil` if the call has begun.
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

    /// Updates the state with the quota in a response.
    ///
    /// If the message was sent after the last report, the new quota replaces the old one. Otherwise the stricter quota
    /// counts, because responses can arrive out of order.
    mutating func note(_ said: ServerQuota, to start: Start, at now: Duration) {
        let newEnd = now + said.delay
        if now >= end {
            allowance = said.remaining
        } else if start.number > countAtStatement {
            // The server may not have counted the calls that began after this one, so subtract them from a larger allowance.
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

    /// Lifts the limit after a successful response without a quota, if its message tested the server.
    mutating func noteSuccess(of start: Start) {
        guard start.isTrial, start.number > countAtStatement else { return }
        (allowance, end, quota) = (.max, .zero, nil)
    }
}
