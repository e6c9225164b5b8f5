extension TransportError {
    /// Returns the error for a call that has no time left to wait for its turn.
    static func noTurn(for request: OutgoingRequest) -> TransportError {
        TransportError(
            code: .timedOut,
            message: "the call waited for its turn, because of a limit of the transport, for longer than the "
                + "\(request.options.policy.totalTimeout ?? .zero) that it may take"
        )
        .with(request: request)
    }
}
