extension RetryPolicy {
    /// Returns the delay before the next attempt: exponential back-off with full jitter.
    func backoff(after attempt: Int, by random: Randomness) -> Duration {
        let limit = backoffLimit(after: attempt)
        return limit > .zero ? limit * random.fraction() : .zero
    }

    /// Returns the upper limit of the delay after an attempt.
    private func backoffLimit(after attempt: Int) -> Duration {
        var limit = delay
        // After 64 doublings, the delay is longer than any limit.
        for _ in 1..<min(max(attempt, 1), 64) where limit < longestDelay { limit *= 2 }
        return max(min(limit, longestDelay), .zero)
    }
}
