/// How often a message was sent, and why not once more.
struct SendingHistory: Sendable {
    /// What kept a message from being sent again, though its failure is one that passes.
    enum Obstacle: Sendable {
        case time, body, budget
    }

    /// How often it was sent.
    let attempts: Int
    let obstacle: Obstacle?

    init(attempts: Int, obstacle: Obstacle? = nil) {
        self.attempts = attempts
        self.obstacle = obstacle
    }

    /// What an error says of it, behind what went wrong: `, in attempt 3`.
    var clause: String { (attempts > 1 ? ", in attempt \(attempts)" : "") + notAgain }

    /// Why the message was not sent again; nothing where it was sent as often as it may be.
    var notAgain: String {
        switch obstacle {
        case nil: ""
        case .time: ", and not sent again: the wait would be longer than the time that is left"
        case .body: ", and not sent again: its body can't be made once more"
        case .budget: ", and not sent again: the budget for retries is used up"
        }
    }
}

extension Result<TransportResponse, TransportError> {
    /// The outcome of the last attempt, which tells what was before it.
    func ending(_ history: SendingHistory) throws(TransportError) -> TransportResponse {
        switch self {
        case .success(let response):
            var head = response.head
            head.history = history
            return TransportResponse(head: head, body: response.body)
        case .failure(let error):
            throw history.clause.isEmpty ? error : error.replacing(message: error.message + history.clause)
        }
    }
}
