public import Foundation

extension Transport {
    /// Sends what failed again: messages that may be sent twice, after statuses and errors that pass.
    ///
    /// ```swift
    /// let session = URLSession.shared.retrying()
    /// let user = try await session.perform(api.get(.json(User.self), from: "/users/ada"))
    /// ```
    ///
    /// A message is sent again where all of this holds:
    /// - It may be sent twice: ``Idempotency``.
    /// - It was answered with one of ``RetryPolicy/statuses``, or failed with one of ``RetryPolicy/codes``. Where the whole answer
    ///   is read at once, as by ``perform(_:)``, that includes a body that breaks off.
    /// - ``RetryPolicy/attemptLimit``, ``RetryPolicy/timeLimit``, ``TransportPolicy/totalTimeout`` and the budget allow it.
    /// - Its body can be made again: a file is there, and the function that makes a stream does not throw.
    ///
    /// In between it waits for as long as the answer asks by `Retry-After`, or for a time drawn by lot from nothing up to
    /// ``RetryPolicy/delay``, twice as much after each attempt. Cancelling the call ends the wait. The last answer is the answer,
    /// and the last error the error, which says how many attempts there were.
    ///
    /// - Parameters:
    ///   - policy: When and how often. A request can say otherwise: ``Request/retrying(_:)``.
    ///   - budget: How many retries all calls together may cause. By default this transport has one of its own.
    ///   - clock: What time is measured by.
    ///   - generator: The source of random delays and keys.
    ///   - date: What the date is, for `Retry-After` of servers that do not say what theirs is.
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
