/// An event during a request, from ``Transport/events(of:)``.
public enum TransferEvent<Resource: Sendable>: Sendable {
    /// Progress of sending the request's body.
    case sent(TransferProgress)
    /// Progress of receiving the response's body.
    case received(TransferProgress)
    /// The response is complete. This is the last event.
    case finished(ResponseHead, Resource)
}

/// The events of a request; each loop over them sends the request again.
public struct TransferEvents<Resource: Sendable, APIFailure: Sendable>: AsyncSequence, Sendable {
    /// The type of the events.
    public typealias Element = TransferEvent<Resource>
    /// The error of the request.
    public typealias Failure = RequestError<APIFailure>

    typealias Outcome = Result<(ResponseHead, Resource), Failure>

    let run: @Sendable (ProgressMailbox) async -> Outcome

    package init(
        _ run: @escaping @Sendable (ProgressMailbox) async throws(Failure) -> (ResponseHead, Resource)
    ) {
        self.run = { mailbox in
            do throws(Failure) {
                return .success(try await run(mailbox))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Sends the request.
    ///
    /// - Returns: An iterator over the events.
    public func makeAsyncIterator() -> AsyncIterator {
        let box = TransferEventBuffer<Resource, APIFailure>()
        let run = run
        return AsyncIterator(running: RunningTransfer(box: box, task: Task { box.end(await run(box.makeMailbox())) }))
    }

    /// Waits for the events of one request.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let running: RunningTransfer<Resource, APIFailure>

        /// Waits for the next event.
        ///
        /// - Returns: The event; `nil` after the last event.
        /// - Throws: The error of the request.
        public mutating func next() async throws(Failure) -> TransferEvent<Resource>? {
            try await next(isolation: #isolation)
        }

        /// Waits for the next event on the caller's actor.
        ///
        /// - Parameter actor: The actor.
        /// - Returns: The event; `nil` after the last event.
        /// - Throws: The error of the request.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(Failure) -> TransferEvent<Resource>? {
            let running = running
            let step = await withTaskCancellationHandler {
                await running.box.next(isolation: actor)
            } onCancel: {
                running.task.cancel()
            }
            return try step?.get()
        }
    }
}

/// A running request, which is cancelled when its last iterator is released.
private final class RunningTransfer<Resource: Sendable, APIFailure: Sendable>: Sendable {
    let box: TransferEventBuffer<Resource, APIFailure>
    let task: Task<Void, Never>

    init(box: TransferEventBuffer<Resource, APIFailure>, task: Task<Void, Never>) {
        self.box = box
        self.task = task
    }

    deinit { task.cancel() }
}
