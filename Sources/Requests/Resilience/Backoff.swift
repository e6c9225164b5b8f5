extension RetryPolicy {
    /// Returns the delay before the next attempt: exponential back-off with full jitter.
    func backoff(after attempt: Int, by random: Randomness) -> Duration {
        let limit = backoffLimit(after: attempt)
        return limit > .zero ? limit * random.fraction() : .zero
    }

    /// Returns a longer wait than the server asked for, so that neither many clients return together nor one at once.
    ///
    /// It is longer by half of the back-off or a twentieth of the wait at least, and by twice that at most.
    func wait(of asked: Duration, after attempt: Int, by random: Randomness) -> Duration {
        // A longer wait isn't begun, and adding to it could overflow.
        guard asked <= timeLimit else { return asked }
        let longest = max(backoffLimit(after: attempt), asked / 10)
        return longest > .zero ? asked + longest * (0.5 + random.fraction() / 2) : asked
    }

    private func backoffLimit(after attempt: Int) -> Duration {
        var limit = max(.zero, min(delay, longestDelay))
        for _ in 1..<attempt where limit > .zero { limit = min(limit * 2, longestDelay) }
        return limit
    }
}
