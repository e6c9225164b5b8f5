extension RetryPolicy {
    /// The waits before the second attempt and each later one, for a loop that you write.
    ///
    /// ```swift
    /// for delay in RetryPolicy(attemptLimit: 8, delay: .seconds(1)).delays {
    ///     if try await isReady() { break }
    ///     try await Task.sleep(for: delay)
    /// }
    /// ```
    ///
    /// The number of elements is one less than ``attemptLimit``, so it's 2 by default. Each element is random, from
    /// zero to a limit: ``delay`` at first, then twice the previous limit, up to ``longestDelay``. Each iteration makes
    /// new elements, one at a time. They don't take ``timeLimit`` and `Retry-After` into account.
    public var delays: some Sequence<Duration> & Sendable {
        delays(by: Randomness(SystemRandomNumberGenerator()))
    }

    func delays(by random: Randomness) -> some Sequence<Duration> & Sendable {
        Delays(policy: self, random: random)
    }

    /// Returns the delay before the next attempt: exponential back-off with full jitter.
    func backoff(after attempt: Int, by random: Randomness) -> Duration {
        let limit = backoffLimit(after: attempt)
        let fraction = limit > .zero ? random.fraction() : 0
        // Rounding could make the product exceed the limit, or even the longest possible duration.
        return fraction < 1 ? min(limit, limit * fraction) : limit
    }

    /// Returns a longer wait than the server asked for, so that clients return neither all together nor immediately.
    ///
    /// The extra time is random. Its maximum is the back-off limit, or a tenth of the server's wait if that is longer.
    /// Its minimum is half of the maximum.
    func wait(of asked: Duration, after attempt: Int, by random: Randomness) -> Duration {
        // A wait beyond the time limit is never begun, and adding to it could overflow.
        guard asked <= timeLimit else { return asked }
        let longest = max(backoffLimit(after: attempt), asked / 10)
        return longest > .zero ? asked + longest * (0.5 + random.fraction() / 2) : asked
    }

    private func backoffLimit(after attempt: Int) -> Duration {
        var limit = max(.zero, min(delay, longestDelay))
        var rest = attempt - 1
        while rest > 0, limit > .zero, limit < longestDelay {
            limit = limit <= longestDelay / 2 ? limit * 2 : longestDelay
            rest -= 1
        }
        return limit
    }
}

/// The waits between the attempts of a policy.
private struct Delays: Sequence, IteratorProtocol, Sendable {
    let policy: RetryPolicy
    let random: Randomness
    /// The number of attempts so far.
    var attempt = 0

    mutating func next() -> Duration? {
        // The limit may be the smallest integer, so subtracting 1 from it could overflow.
        guard attempt + 1 < policy.attemptLimit else { return nil }
        attempt += 1
        return policy.backoff(after: attempt, by: random)
    }
}
