/// What happens while a request is on its way: ``Transport/events(of:)``.
public enum TransferEvent<Resource: Sendable>: Sendable {
    /// So much of the body of the request went out.
    case sent(TransferProgress)
    /// So much of the body of the answer came.
    case received(TransferProgress)
    /// All came; it is the last event.
    case finished(ResponseHead, Resource)
}

/// The events of a request, which is sent anew for each loop over them.
///
/// A loop that is slow gets the latest progress of each direction, and nothing waits for it in between. Leaving the loop, or
/// cancelling its task, cancels the request.
public struct TransferEvents<Resource: Sendable, Problem: Decodable & Sendable>: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = TransferEvent<Resource>

    /// What the loop throws: as ``Transport/perform(_:)``.
    public typealias Failure = RequestError<Problem>

    typealias Outcome = Result<(ResponseHead, Resource), Failure>

    let run: @Sendable (any ProgressReceiver) async -> Outcome

    init(
        _ run: @escaping @Sendable (any ProgressReceiver) async throws(Failure) -> (ResponseHead, Resource)
    ) {
        self.run = { receiver in
            do throws(Failure) {
                return .success(try await run(receiver))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Sends the request.
    ///
    /// - Returns: What tells of it.
    public func makeAsyncIterator() -> AsyncIterator {
        let box = EventBox<Resource, Problem>()
        let run = run
        return AsyncIterator(running: RunningTransfer(box: box, task: Task { box.end(await run(box)) }))
    }

    /// Tells of one request.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let running: RunningTransfer<Resource, Problem>

        /// Waits for the next event.
        ///
        /// - Returns: The event; `nil` after the last.
        /// - Throws: As ``Transport/perform(_:)``; the task being cancelled is ``RequestErrorCode/cancelled``.
        public mutating func next() async throws(Failure) -> TransferEvent<Resource>? {
            try await next(isolation: #isolation)
        }

        /// Waits for the next event, on the actor of its caller.
        ///
        /// - Parameter actor: The actor.
        /// - Returns: The event; `nil` after the last.
        /// - Throws: As ``Transport/perform(_:)``; the task being cancelled is ``RequestErrorCode/cancelled``.
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

/// A request that is cancelled when nobody is left to hear of it.
private final class RunningTransfer<Resource: Sendable, Problem: Decodable & Sendable>: Sendable {
    let box: EventBox<Resource, Problem>
    let task: Task<Void, Never>

    init(box: EventBox<Resource, Problem>, task: Task<Void, Never>) {
        self.box = box
        self.task = task
    }

    deinit { task.cancel() }
}
