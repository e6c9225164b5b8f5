extension Transport {
    /// Limits the number of calls that run at the same time; further calls wait, first come, first served.
    ///
    /// ```swift
    /// let session = URLSession.shared.limiting(concurrentCalls: 8)
    /// let polite = URLSession.shared.limiting(concurrentCalls: 2, for: .eachOrigin)
    /// ```
    ///
    /// A call runs until its response was read. A response that is read as a stream keeps its place until it was read to its end,
    /// broke off, or was dropped. So don't wait for a second call of the same transport while you read a stream of the first,
    /// unless the limit has room for both.
    ///
    /// A call that waits can be cancelled. It ends with ``RequestErrorCode/timedOut`` at the end of its
    /// ``TransportPolicy/totalTimeout``, which includes the wait. ``OutgoingRequest/timeoutInterval`` does not: it begins when
    /// the message is sent.
    ///
    /// Put it before ``retrying(_:budget:clock:using:date:)`` and ``authenticating(with:)`` in the chain, so that a call gives
    /// its place to others while it waits for its next attempt, or for new credentials.
    ///
    /// - Parameters:
    ///   - limit: The largest number of calls; 1 if it is less.
    ///   - scope: The calls that share the limit. Calls of other groups don't wait for each other.
    /// - Returns: A transport with the limit.
    public func limiting(concurrentCalls limit: Int, for scope: RateLimitKey = .allCalls) -> some Transport {
        limiting(by: CallQueue(width: limit), for: scope)
    }

    /// Lets the calls pass a queue.
    func limiting(by queue: CallQueue, for scope: RateLimitKey) -> some Transport {
        adapting { request, next in
            var message = request
            message.setDeadline()
            #if DEBUG
            message.context.order.pass(.limit)
            #endif
            let group = scope.group(message)
            try await queue.enter(group, message)
            return try await CallSlot(in: queue, group).response(to: message, by: next)
        }
    }

    /// Limits the number of calls that begin in a period; further calls wait, first come, first served.
    ///
    /// ```swift
    /// let session = URLSession.shared.rateLimiting(to: 10, per: .seconds(1))
    /// let polite = URLSession.shared.rateLimiting(to: 100, per: .seconds(60), for: .eachOrigin)
    /// ```
    ///
    /// The period is a sliding window: at most ten calls begin in any second, wherever the second begins. Ten calls may begin at
    /// once, and the next one begins a second after the first of them. A call that fails counts, too. If nobody waits, no timer
    /// runs.
    ///
    /// A call that waits can be cancelled. If the wait would take longer than the rest of its ``TransportPolicy/totalTimeout``, it
    /// ends with ``RequestErrorCode/timedOut`` at once.
    ///
    /// Put it before ``retrying(_:budget:clock:using:date:)`` in the chain to count each attempt.
    ///
    /// - Parameters:
    ///   - limit: The largest number of calls; 1 if it is less.
    ///   - period: The length of the window. If it is not positive, there is no limit.
    ///   - scope: The calls that share the limit. Calls of other groups don't wait for each other.
    ///   - clock: The clock that measures time.
    /// - Returns: A transport with the limit.
    public func rateLimiting(
        to limit: Int, per period: Duration, for scope: RateLimitKey = .allCalls,
        clock: some Clock<Duration> = ContinuousClock()
    ) -> some Transport {
        rateLimiting(to: limit, per: period, for: scope, by: CallPace(PaceClock(clock)))
    }

    /// Limits the calls that begin in a period, by a pace.
    func rateLimiting(to limit: Int, per period: Duration, for scope: RateLimitKey, by pace: CallPace) -> some Transport
    {
        let limit = max(limit, 1)
        return adapting { request, next in
            var message = request
            message.setDeadline()
            #if DEBUG
            message.context.order.pass(.limit)
            #endif
            try await pace.pass(message, in: scope.group(message)) { state, now in
                state.begin(at: now, limit: limit, period: period)
            }
            .leave()
            return try await next(message)
        }
    }
}
