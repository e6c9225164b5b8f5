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
            throw error.replacing(message: error.message + history.clause)
        }
    }
}
