public import Foundation

extension Transport {
    /// Retries idempotent requests after temporary statuses and errors.
    ///
    /// ```swift
    /// let session = URLSession.shared.retrying()
    /// let user = try await session.perform(api.get(.json(User.self), from: "/users/ada"))
    /// ```
    ///
    /// A request is sent again if all of these conditions hold:
    /// - It may be sent twice: see ``Idempotency``.
    /// - Its response had one of ``RetryPolicy/statuses``, or it failed with one of ``RetryPolicy/codes``. If the whole
    ///   response is read at once, as in ``perform(_:)``, or written by ``download(_:to:resuming:)``, this includes a connection
    ///   lost during the body.
    /// - ``RetryPolicy/attemptLimit``, ``RetryPolicy/timeLimit``, ``TransportPolicy/totalTimeout`` and the budget allow it.
    /// - Its body is repeatable: a file must still exist, and the function that makes a stream must not throw.
    ///
    /// Before a retry, the transport waits somewhat longer than the time in `Retry-After`, or else backs off with full
    /// jitter: the delay is random between zero and ``RetryPolicy/delay``, a limit that doubles after each attempt.
    /// Cancelling the call ends the wait. When retries run out, you get the last response or error; the error's message
    /// contains the number of attempts.
    ///
    /// A download requests only the rest of its content if possible. An attempt that received new content counts as the
    /// first attempt, the time limit starts again at the end of that attempt, and the next attempt isn't charged to the
    /// budget. So only ``TransportPolicy/totalTimeout`` limits the download of a large file over a bad connection.
    ///
    /// - Parameters:
    ///   - policy: The rules for when and how often to retry. A request can override them: ``Request/retrying(_:)``.
    ///   - budget: A limit on the retries of all calls together: by default, a new budget for this transport.
    ///   - clock: The clock that measures time.
    ///   - generator: The source of random delays and idempotency keys.
    ///   - date: Returns the current date, for a `Retry-After` date in a response without `Date`.
    /// - Returns: A transport that retries.
    public func retrying<Time: Clock>(
        _ policy: RetryPolicy = .default, budget: RetryBudget = RetryBudget(), clock: Time = ContinuousClock(),
        using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        date: @escaping @Sendable () -> Date = { Date() }
    ) -> some Transport where Time.Duration == Duration {
        let retrier = Retrier(policy: policy, budget: budget, clock: clock, random: Randomness(generator), date: date)
        return adapting { request, next in try await retrier.send(request, next) }
    }
}
