/// How many messages may be sent again, by how many are sent: what keeps many clients that retry from finishing off a server.
///
/// ```swift
/// let budget = RetryBudget(ratio: 0.1)        // shared by two transports of one server
/// let catalog = session.retrying(budget: budget)
/// let orders = session.retrying(.patient, budget: budget)
/// ```
///
/// Of `n` calls at most `reserve + ratio · n` attempts are retries. Where nothing is left, the answer that came is the answer, and the
/// error the error.
public final class RetryBudget: Sendable {
    // Counted in millionths of a retry: sums of fractions are not what they should be.
    private let ratio: Int
    /// As much as is saved up while nothing fails.
    private let limit: Int
    private let balance: Guarded<Int>

    private static let retry = 1_000_000

    /// Makes a budget.
    ///
    /// - Parameters:
    ///   - ratio: How many retries each call adds: 0.2 by default.
    ///   - reserve: How many retries there are at first: 10 by default. Ten times as many, and no more, are saved up while nothing
    ///     fails.
    public init(ratio: Double = 0.2, reserve: Int = 10) {
        // Also for what is no number.
        self.ratio = ratio > 0 ? Int((min(ratio, 1e6) * Double(Self.retry)).rounded()) : 0
        let reserve = min(max(reserve, 0), 1_000_000_000) * Self.retry
        limit = max(reserve, Self.retry) * 10
        balance = Guarded(reserve)
    }

    /// A call begins.
    func deposit() {
        balance.withLock { $0 = min($0 + ratio, limit) }
    }

    /// A message is to be sent again.
    ///
    /// - Returns: Whether it may.
    func withdraw() -> Bool {
        balance.withLock { balance in
            guard balance >= Self.retry else { return false }
            balance -= Self.retry
            return true
        }
    }
}
