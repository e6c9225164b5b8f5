public import Dispatch

extension Request {
    /// Reports the progress of the request's and the response's body to a function on the main actor.
    ///
    /// ```swift
    /// let request = api.post(.file(film), to: "/films").reportingProgress { progress in
    ///     bar.value = progress.fractionCompleted ?? 0
    /// }
    /// ```
    ///
    /// The function receives the latest progress of each direction in order: when a transfer begins, then at most once per
    /// interval, and at the end. Functions that were set before are also called. Bodies of failed responses aren't counted.
    ///
    /// - Parameters:
    ///   - interval: The minimum time between two calls for one direction: 100 milliseconds by default.
    ///   - report: The function.
    /// - Returns: A new request; this one is unchanged.
    public consuming func reportingProgress(
        every interval: Duration = .milliseconds(100),
        _ report: @escaping @MainActor @Sendable (TransferProgress) -> Void
    ) -> Self {
        parts.options.makeProgressMailboxes.append { ProgressMailbox(every: interval, reportingOnMainActor: report) }
        return self
    }

    /// Reports the progress of the request's and the response's body to a function on a queue.
    ///
    /// - Parameters:
    ///   - interval: The minimum time between two calls for one direction: 100 milliseconds by default.
    ///   - callbackQueue: The queue that calls the function, serially even if the queue is concurrent.
    ///   - report: The function, called as in ``reportingProgress(every:_:)``.
    /// - Returns: A new request; this one is unchanged.
    public consuming func reportingProgress(
        every interval: Duration = .milliseconds(100), callbackQueue: DispatchQueue,
        _ report: @escaping @Sendable (TransferProgress) -> Void
    ) -> Self {
        parts.options.makeProgressMailboxes.append {
            ProgressMailbox(every: interval, on: callbackQueue, report: report)
        }
        return self
    }
}

extension RequestOptions {
    /// Functions that make a mailbox for the progress of one call.
    var makeProgressMailboxes: [@Sendable () -> ProgressMailbox] {
        get { self[Mailboxes.self] }
        set { self[Mailboxes.self] = newValue }
    }

    private enum Mailboxes: RequestOption {
        static var defaultValue: [@Sendable () -> ProgressMailbox] { [] }
    }

    /// The observer that counts the bytes of this exchange; `nil` if there is no receiver.
    package var progressObserver: ProgressObserver? {
        get { self[Observer.self] }
        set { self[Observer.self] = newValue }
    }

    private enum Observer: RequestOption {
        static var defaultValue: ProgressObserver? { nil }
    }
}

extension OutgoingRequest {
    /// Starts counting if anything receives the progress.
    package mutating func countProgress(for mailbox: ProgressMailbox?) -> ProgressObserver? {
        let mailboxes = options.makeProgressMailboxes.map { $0() } + [mailbox].compactMap(\.self)
        guard !mailboxes.isEmpty else { return nil }
        let observer = ProgressObserver(mailboxes)
        observer.willSend(body)
        options.progressObserver = observer
        return observer
    }
}
