extension Exchange {
    /// Sends the message with a function in a new task, and receives its response as fast as it's read.
    ///
    /// A timeout can cancel this task, but not the caller's. The task inherits the caller's task-local values.
    ///
    /// - Parameters:
    ///   - beginsAtOnce: Whether the task begins on the caller's thread, if the system supports that. Then no thread
    ///     switch is needed for work that doesn't wait, but blocking work blocks the caller.
    ///   - cancel: Called when the task is cancelled or has ended.
    ///   - exchange: Sends the message.
    package func pump(
        atOnce beginsAtOnce: Bool = false, cancelling cancel: @escaping @Sendable () -> Void = {},
        _ exchange: @escaping @Sendable (OutgoingRequest) async throws -> TransportResponse
    ) {
        let operation: @concurrent @Sendable () async -> Void = { [self] in
            do {
                let response = try await exchange(request)
                receive(response.head)
                if let size = response.body.byteCount {
                    // A body in memory is a single chunk, so no iterator is needed.
                    if size > 0 { receive(try await response.body.collect(upTo: size)) }
                } else {
                    for try await chunk in response.body where !receive(chunk) {
                        if hasEnded { return }
                        await withCheckedContinuation { continuation in whenDrained { continuation.resume() } }
                    }
                }
                finish()
                // Stop sending, because the server may have responded before it read the whole request.
                cancel()
            } catch {
                fail(error)
            }
        }
        let task: Task<Void, Never>
        if beginsAtOnce, #available(iOS 26, macOS 26, tvOS 26, visionOS 26, watchOS 26, *) {
            task = .immediate(operation: operation)
        } else {
            task = Task(operation: operation)
        }
        began {
            task.cancel()
            cancel()
        }
    }
}
