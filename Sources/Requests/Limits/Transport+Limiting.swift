extension Transport {
    /// Limits the number of concurrent calls; further calls wait, first come, first served.
    ///
    /// ```swift
    /// let session = URLSession.shared.limiting(concurrentCalls: 8)
    /// let polite = URLSession.shared.limiting(concurrentCalls: 2, for: .eachOrigin)
    /// ```
    ///
    /// A call counts until its response has been read. A stream counts until it ends, fails or is released. So while
    /// you read a stream, don't wait for another call on the same transport unless the limit allows both calls.
    ///
    /// You can cancel a waiting call. ``TransportPolicy/totalTimeout`` includes the wait: when it expires, the call fails with
    /// ``RequestErrorCode/timedOut``. ``OutgoingRequest/timeoutInterval`` begins only when the message is sent.
    ///
    /// Put `limiting` before ``retrying(_:budget:clock:using:date:)`` and ``authenticating(with:)`` in the chain, so that a
    /// call doesn't count while it waits for its next attempt or for new credentials.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of calls, at least 1.
    ///   - scope: The calls that share the limit.
    /// - Returns: A transport with the limit.
    public func limiting(concurrentCalls limit: Int, for scope: RateLimitKey = .allCalls) -> some Transport {
        limiting(by: CallQueue(width: limit), for: scope)
    }

    /// Limits the concurrent calls with a queue.
    func limiting(by queue: CallQueue, for scope: RateLimitKey) -> some Transport {
        adapting { request, next in
            var message = request
            message.setDeadline()
            #if DEBUG
            message.context.order.pass(.limit, keeping: queue)
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
    /// The period is a sliding window. In the first example, ten calls may begin at once, and the next one begins a
    /// second after the first. Failed calls also count. No timer runs while no call waits.
    ///
    /// You can cancel a waiting call. If the wait would exceed the rest of the call's ``TransportPolicy/totalTimeout``, the call
    /// fails immediately with ``RequestErrorCode/timedOut``.
    ///
    /// Put `rateLimiting` before ``retrying(_:budget:clock:using:date:)`` in the chain to count each attempt.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of calls, at least 1.
    ///   - period: The length of the window; no limit if it's zero or less.
    ///   - scope: The calls that share the limit.
    ///   - clock: The clock that measures time.
    /// - Returns: A transport with the limit.
    public func rateLimiting(
        to limit: Int, per period: Duration, for scope: RateLimitKey = .allCalls,
        clock: some Clock<Duration> = ContinuousClock()
    ) -> some Transport {
        rateLimiting(to: limit, per: period, for: scope, by: CallPace(PaceClock(clock)))
    }

    /// Limits the number of calls that begin in a period, with a given pace.
    func rateLimiting(to limit: Int, per period: Duration, for scope: RateLimitKey, by pace: CallPace) -> some Transport
    {
        let limit = max(limit, 1)
        return adapting { request, next in
            var message = request
            message.setDeadline()
            #if DEBUG
            message.context.order.pass(.limit, keeping: pace)
            #endif
            let slot = try await pace.pass(message, in: scope.group(message)) { state, now in
                state.begin(at: now, limit: limit, period: period)
            }
            slot?.leave()
            return try await next(message)
        }
    }
}
