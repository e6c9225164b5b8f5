extension Exchange {
    /// Sends the message by a function in a task of its own, and takes its answer as fast as it is read.
    ///
    /// The task is what the clock can cancel, which it could not do to its caller's. Of that it has the task-local values.
    ///
    /// - Parameters:
    ///   - beginsAtOnce: Whether the task begins on the thread of the caller's, where the system can do that: then what doesn't
    ///     wait for anything costs no change of threads, and what blocks its thread blocks the caller.
    ///   - cancel: What is to be cancelled with the task.
    ///   - exchange: Sends the message.
    func pump(
        atOnce beginsAtOnce: Bool = false, cancelling cancel: @escaping @Sendable () -> Void = {},
        _ exchange: @escaping @Sendable (OutgoingRequest) async throws -> TransportResponse
    ) {
        let task = Task.beginning(atOnce: beginsAtOnce) { [self] in
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

extension Task where Success == Void, Failure == Never {
    fileprivate static func beginning(
        atOnce beginsAtOnce: Bool, _ operation: @escaping @Sendable () async -> Void
    ) -> Self {
        if beginsAtOnce, #available(iOS 26, macOS 26, tvOS 26, visionOS 26, watchOS 26, *) {
            return immediate(operation: operation)
        }
        return Task(operation: operation)
    }
}
