extension TransportError {
    /// Returns the error for a call that has no time left to wait for its turn.
    static func noTurn(for request: OutgoingRequest) -> TransportError {
        TransportError(
            code: .timedOut,
            message: "the call could not start within its total timeout of "
                + "\(request.options.policy.totalTimeout ?? .zero), because the transport limits the number of calls"
        )
        .with(request: request)
    }
}
