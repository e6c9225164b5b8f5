extension Exchange {
    /// Sends the message by a function in a task of its own, and takes its answer as fast as it is read.
    ///
    /// The task is what the clock can cancel, which it could not do to its caller's. Of that it has the task-local values.
    ///
    /// - Parameters:
    ///   - cancel: What is to be cancelled with the task.
    ///   - exchange: Sends the message.
    func pump(
        cancelling cancel: @escaping @Sendable () -> Void = {},
        _ exchange: @escaping @Sendable (OutgoingRequest) async throws -> TransportResponse
    ) {
        let task = Task { [self] in
            do {
                let response = try await exchange(request)
                receive(response.head)
                for try await chunk in response.body where !receive(chunk) {
                    if hasEnded { return }
                    await withCheckedContinuation { continuation in whenDrained { continuation.resume() } }
                }
                finish()
            } catch {
                fail(error)
            }
        }
        began {
            task.cancel()
            cancel()
        }
    }
}
