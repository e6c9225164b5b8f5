public import Foundation

extension Transport {
    /// Delays the calls to an origin as its server asks: until its quota is renewed, or until it is available again.
    ///
    /// ```swift
    /// let session = URLSession.shared.honoringRateLimits()
    /// ```
    ///
    /// Each response of the origin says how many calls are allowed:
    /// - `Retry-After` with the status 429, 503 or 403: no call until then.
    /// - `RateLimit: "default";r=50;t=30` (draft-ietf-httpapi-ratelimit-headers-10): 50 calls in the next 30 seconds. Of several
    ///   policies, the strictest counts. `RateLimit-Policy: "default";q=100;w=60` says how many calls are allowed after that, and
    ///   replaces a missing `t`. The earlier form `limit=100, remaining=50, reset=30` is read, too.
    /// - `RateLimit-Remaining` and `RateLimit-Reset`, the same with `X-RateLimit-` and `X-Rate-Limit-`. A reset of 10⁹ or more is a
    ///   Unix time, in milliseconds from 10¹¹ on, and is compared with the `Date` of the response. Less is a number of seconds.
    ///
    /// The response to a later message replaces what the server said before. Malformed fields are ignored. The calls wait in one queue for each origin, first come, first served. It sees each hop, so a
    /// redirect to another origin waits there.
    ///
    /// A call that waits can be cancelled. If the wait would take longer than the rest of its ``TransportPolicy/totalTimeout``, it
    /// ends with ``RequestErrorCode/timedOut`` at once. A response with 429 is returned like any other: see
    /// ``retrying(_:budget:clock:using:date:)``. A custom transport has to send with ``OutgoingRequest/send(by:)``.
    ///
    /// - Parameters:
    ///   - longestDelay: The longest wait of a call for its server, one minute by default. If the server asks for more, calls
    ///     that have waited for this time are sent one after the other, until a response says that more are allowed. A success
    ///     without such fields says so, too.
    ///   - clock: The clock that measures time.
    ///   - date: Returns the current date, for servers that do not send their date.
    /// - Returns: A transport that waits for servers.
    public func honoringRateLimits(
        longestDelay: Duration = .seconds(60), clock: some Clock<Duration> = ContinuousClock(),
        date: @escaping @Sendable () -> Date = { Date() }
    ) -> some Transport {
        let pace = CallPace(PaceClock(clock))
        return adaptingEachHop(.seesEvery) { request, next in
            #if DEBUG
            var request = request
            request.context.order.pass(.limitOfHop)
            #endif
            let origin = RateLimitKey.eachOrigin.group(request)
            let limit = pace.clock.now() + max(longestDelay, .zero)
            var start = PaceState.Start()
            let slot = try await pace.pass(request, in: origin) { state, now in
                state.beginAsAllowed(at: now, latest: limit, &start)
            }
            // While the server refuses, the next call waits for the response to this one.
            if !start.isTrial || longestDelay <= .zero { slot.leave() }
            defer { slot.leave() }
            let response = try await next(request)
            // A stored response says nothing about the server's limits by now.
            if response.head.notes.cacheMark >= ResponseNotes.firstMarkFromCache { return response }
            pace.change(origin, at: pace.clock.now()) { [start] state, now in
                if let said = ServerQuota(response.head, now: date) {
                    state.note(said, to: start, at: now)
                } else if response.head.status.code < 400 {
                    state.noteSuccess(of: start)
                }
            }
            return response
        }
    }
}
