public import Foundation

extension Transport {
    /// Delays calls if their server requires it: until the server renews its quota, or is available again.
    ///
    /// ```swift
    /// let session = URLSession.shared.honoringRateLimits()
    /// ```
    ///
    /// These fields of each response limit the next calls to the same origin:
    /// - `Retry-After` with the status 429, 503 or 403: no calls until the time in the field.
    /// - `RateLimit: "default";r=50;t=30` (draft-ietf-httpapi-ratelimit-headers-10): 50 calls in the next 30 seconds.
    ///   Of several policies, the strictest counts. `RateLimit-Policy: "default";q=100;w=60` sets the quota of later windows,
    ///   and its `w` replaces a missing `t`. The earlier form `limit=100, remaining=50, reset=30` also works.
    /// - `RateLimit-Remaining` and `RateLimit-Reset`, also with the prefix `X-RateLimit-` or `X-Rate-Limit-`. A reset of 10⁹ or
    ///   more is a Unix time (from 10¹¹ on in milliseconds), relative to the response's `Date`. A smaller number is in seconds.
    ///
    /// The response to a later message replaces earlier limits. Malformed fields are ignored. Calls wait in one queue
    /// per origin, first come, first served. A redirect to another origin waits in that origin's queue.
    ///
    /// You can cancel a waiting call. If the wait would exceed the rest of the call's ``TransportPolicy/totalTimeout``, the call
    /// fails immediately with ``RequestErrorCode/timedOut``. A 429 response is still returned: to retry, use
    /// ``retrying(_:budget:clock:using:date:)``. A custom transport has to send with ``OutgoingRequest/send(by:)``.
    ///
    /// - Parameters:
    ///   - longestDelay: The longest wait of a call for its server, one minute by default. After that time, waiting
    ///     calls are sent one after the other until a response allows more calls, or succeeds without these fields.
    ///   - clock: The clock that measures time.
    ///   - date: Returns the current date, for responses without a `Date`.
    /// - Returns: A transport that respects rate limits.
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
            // If the server allows no calls, the next call waits for the response to this one.
            if !start.isTrial || longestDelay <= .zero { slot?.leave() }
            defer { slot?.leave() }
            let response = try await next(request)
            // A cached response doesn't contain the server's current limits.
            if response.head.notes.cacheMark >= ResponseNotes.firstMarkFromCache { return response }
            if let said = ServerQuota(response.head, now: date) {
                pace.change(origin, at: pace.clock.now()) { state, now in state.note(said, to: start, at: now) }
            } else if start.isTrial, response.head.status.code < 400 {
                pace.change(origin, at: pace.clock.now()) { state, _ in state.noteSuccess(of: start) }
            }
            return response
        }
    }
}
