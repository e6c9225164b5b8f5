public import Foundation

extension Transport {
    /// Retries idempotent requests after temporary statuses and errors.
    ///
    /// ```swift
    /// let session = URLSession.shared.retrying()
    /// let user = try await session.perform(api.get(.json(User.self), from: "/users/ada"))
    /// ```
    ///
    /// A message is sent again if all of these conditions hold:
    /// - It may be sent twice: ``Idempotency``.
    /// - Its response had one of ``RetryPolicy/statuses``, or it failed with one of ``RetryPolicy/codes``. If the whole
    ///   response is read at once, as by ``perform(_:)``, that includes a body that breaks off.
    /// - ``RetryPolicy/attemptLimit``, ``RetryPolicy/timeLimit``, ``TransportPolicy/totalTimeout`` and the budget allow it.
    /// - Its body is repeatable: a file is there, and the function that makes a stream does not throw.
    ///
    /// Before a retry it waits as long as the response asks for with `Retry-After`. Otherwise it backs off with full jitter:
    /// the delay is random between zero and ``RetryPolicy/delay``, a limit that doubles after each attempt. Cancelling the call
    /// ends the wait. When retries run out, you get the last response or error. The error says how many attempts there were.
    ///
    /// - Parameters:
    ///   - policy: The rules for when and how often. A request can have different ones: ``Request/retrying(_:)``.
    ///   - budget: The number of retries that all calls together may cause. By default this transport has a separate one.
    ///   - clock: The clock that measures time.
    ///   - generator: The source of random delays and keys.
    ///   - date: Returns the current date, for `Retry-After` of servers that do not send their date.
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
