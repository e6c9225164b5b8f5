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
    private let ratio: Double
    private let reserve: Double
    private let balance: Guarded<Double>

    /// Makes a budget.
    ///
    /// - Parameters:
    ///   - ratio: How many retries each call adds: 0.2 by default.
    ///   - reserve: How many retries there are at first, and at most at any moment: 10 by default.
    public init(ratio: Double = 0.2, reserve: Int = 10) {
        self.ratio = max(ratio, 0)
        self.reserve = Double(max(reserve, 0))
        balance = Guarded(self.reserve)
    }

    /// A call begins.
    func deposit() {
        balance.withLock { $0 = min($0 + ratio, reserve) }
    }

    /// A message is to be sent again.
    ///
    /// - Returns: Whether it may.
    func withdraw() -> Bool {
        balance.withLock { balance in
            guard balance >= 1 else { return false }
            balance -= 1
            return true
        }
    }
}
