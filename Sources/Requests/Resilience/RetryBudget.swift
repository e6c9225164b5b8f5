/// A limit on retries, relative to the number of calls.
///
/// The limit prevents many retrying clients from overloading a server.
///
/// ```swift
/// let budget = RetryBudget(ratio: 0.1)        // shared by two transports of one server
/// let catalog = session.retrying(budget: budget)
/// let orders = session.retrying(.patient, budget: budget)
/// ```
///
/// For `n` calls, at most `reserve + ratio · n` retries are sent. When the budget is used up, the call returns its last
/// response or throws its last error. If the transport repeats a message after a pooled connection was lost, that
/// counts as a retry, except on URLSession.
public final class RetryBudget: Sendable {
    // Counted in millionths of a retry, because sums of floating-point fractions are inexact.
    private let ratio: Int
    /// The maximum balance, reached while nothing fails.
    private let limit: Int
    private let balance: Guarded<Int>

    private static let retry = 1_000_000

    /// Makes a budget.
    ///
    /// - Parameters:
    ///   - ratio: The number of retries that each call adds: 0.2 by default.
    ///   - reserve: The number of retries at the start: 10 by default. Calls add retries up to ten times this number.
    public init(ratio: Double = 0.2, reserve: Int = 10) {
        // This condition also rejects NaN.
        self.ratio = ratio > 0 ? Int((min(ratio, 1e6) * Double(Self.retry)).rounded()) : 0
        let reserve = min(max(reserve, 0), 1_000_000_000) * Self.retry
        limit = max(reserve, Self.retry) * 10
        balance = Guarded(reserve)
    }

    /// Adds the fraction of a retry that each new call earns.
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

extension RetryBudget: RepetitionLimit {
    package var hasRetries: Bool { balance.withLock { $0 >= Self.retry } }

    package func charge(_ count: Int) {
        balance.withLock { $0 = max($0 - count * Self.retry, -limit) }
    }
}
