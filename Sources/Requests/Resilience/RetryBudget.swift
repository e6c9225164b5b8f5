/// A limit on retries, relative to the number of calls.
///
/// It keeps many clients that retry from overloading a server.
///
/// ```swift
/// let budget = RetryBudget(ratio: 0.1)        // shared by two transports of one server
/// let catalog = session.retrying(budget: budget)
/// let orders = session.retrying(.patient, budget: budget)
/// ```
///
/// Of `n` calls at most `reserve + ratio · n` attempts are retries. When the budget is used up, you get the last response or
/// error.
public final class RetryBudget: Sendable {
    // Counted in millionths of a retry, because sums of fractions are not exact.
    private let ratio: Int
    /// The most that is saved up while nothing fails.
    private let limit: Int
    private let balance: Guarded<Int>

    private static let retry = 1_000_000

    /// Makes a budget.
    ///
    /// - Parameters:
    ///   - ratio: The number of retries that each call adds: 0.2 by default.
    ///   - reserve: The number of retries at first: 10 by default. While nothing fails, at most ten times as many are saved up.
    public init(ratio: Double = 0.2, reserve: Int = 10) {
        // This also covers a ratio that is not a number.
        self.ratio = ratio > 0 ? Int((min(ratio, 1e6) * Double(Self.retry)).rounded()) : 0
        let reserve = min(max(reserve, 0), 1_000_000_000) * Self.retry
        limit = max(reserve, Self.retry) * 10
        balance = Guarded(reserve)
    }

    /// Adds the share of a call that begins.
    func deposit() {
        balance.withLock { $0 = min($0 + ratio, limit) }
    }

    /// Takes a retry from the budget.
    ///
    /// - Returns: `true` if the message may be sent again.
    func withdraw() -> Bool {
        balance.withLock { balance in
            guard balance >= Self.retry else { return false }
            balance -= Self.retry
            return true
        }
    }
}
