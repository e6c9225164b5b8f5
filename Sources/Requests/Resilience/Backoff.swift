extension RetryPolicy {
    /// Returns the delay before the next attempt: exponential back-off with full jitter.
    func backoff(after attempt: Int, by random: Randomness) -> Duration {
        var limit = min(delay, longestDelay)
        guard limit > .zero else { return .zero }
        for _ in 1..<attempt { limit = min(limit * 2, longestDelay) }
        return limit * random.fraction()
    }
}
