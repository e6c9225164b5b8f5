extension Result<TransportResponse, TransportError> {
    /// Returns the response of the last attempt, with the history of all attempts.
    ///
    /// - Throws: The error of the last attempt.
    func ending(_ history: AttemptHistory) throws(TransportError) -> TransportResponse {
        if history.isPlain { return try get() }
        switch self {
        case .success(let response):
            var head = response.head
            head.notes.history = history
            return TransportResponse(head: head, body: response.body)
        case .failure(let error):
            throw error.ending(history)
        }
    }
}

extension TransportError {
    /// Returns the error of the last attempt, with the history of all attempts.
    func ending(_ history: AttemptHistory) -> TransportError { replacing(message: message + history.clause) }
}
