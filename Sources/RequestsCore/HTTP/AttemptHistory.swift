/// The number of attempts of a call, and the reason why retrying stopped.
package struct AttemptHistory: Sendable {
    /// The reason why a message wasn't sent again, although a retry might succeed.
    package enum Obstacle: Sendable {
        case time, body, budget
    }

    /// The number of attempts.
    let attempts: Int
    let obstacle: Obstacle?

    package init(attempts: Int, obstacle: Obstacle? = nil) {
        self.attempts = attempts
        self.obstacle = obstacle
    }

    /// Indicates whether there was only one attempt, and no obstacle to a useful retry.
    package var isPlain: Bool { attempts == 1 && obstacle == nil }

    /// A clause for the end of an error's message: `, in attempt 3`.
    package var clause: String { (attempts > 1 ? ", in attempt \(attempts)" : "") + notAgain }

    /// A clause with the obstacle; empty if there was none.
    package var notAgain: String {
        switch obstacle {
        case nil: ""
        case .time: ", and the request was not sent again, because the wait would exceed the time limit"
        case .body: ", and the request was not sent again, because its body can't be created again"
        case .budget: ", and the request was not sent again, because the retry budget is used up"
        }
    }
}
