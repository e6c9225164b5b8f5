public import Dispatch

extension Request {
    /// Calls a function on the main actor while the bodies of the request and its response are transferred.
    ///
    /// ```swift
    /// let request = api.post(.file(film), to: "/films").reportingProgress { progress in
    ///     bar.value = progress.fractionCompleted ?? 0
    /// }
    /// ```
    ///
    /// It is called in order, with the latest progress of each direction: first when a transfer begins, then at most once in an
    /// interval, and always at the end. Functions that were set before stay. The body of a response is only counted if the
    /// response is a success.
    ///
    /// - Parameters:
    ///   - interval: The shortest time between two calls for one direction: a tenth of a second by default.
    ///   - report: The function.
    /// - Returns: A new request; this one is unchanged.
    public consuming func reportingProgress(
        every interval: Duration = .milliseconds(100),
        _ report: @escaping @MainActor @Sendable (TransferProgress) -> Void
    ) -> Self {
        parts.options.progressReports.append(ProgressReport(callback: .onMainActor(report), interval: interval))
        return self
    }

    /// Calls a function on a queue while the bodies of the request and its response are transferred.
    ///
    /// - Parameters:
    ///   - interval: The shortest time between two calls for one direction: a tenth of a second by default.
    ///   - callbackQueue: The queue that calls the function: one call after the other, also on a concurrent queue.
    ///   - report: The function, called as by ``reportingProgress(every:_:)``.
    /// - Returns: A new request; this one is unchanged.
    public consuming func reportingProgress(
        every interval: Duration = .milliseconds(100), callbackQueue: DispatchQueue,
        _ report: @escaping @Sendable (TransferProgress) -> Void
    ) -> Self {
        let callback = ProgressCallback.onQueue(callbackQueue, report)
        parts.options.progressReports.append(ProgressReport(callback: callback, interval: interval))
        return self
    }
}

extension RequestOptions {
    /// The functions that receive the progress.
    var progressReports: [ProgressReport] {
        get { self[ProgressReports.self] }
        set { self[ProgressReports.self] = newValue }
    }

    private enum ProgressReports: RequestOption {
        static var defaultValue: [ProgressReport] { [] }
    }

    /// The observer that counts the bytes of this exchange; `nil` if nobody receives the progress.
    package var progressObserver: ProgressObserver? {
        get { self[Observer.self] }
        set { self[Observer.self] = newValue }
    }

    private enum Observer: RequestOption {
        static var defaultValue: ProgressObserver? { nil }
    }
}

extension OutgoingRequest {
    /// Begins to count if someone receives the progress.
    mutating func countProgress(for receiver: (any ProgressReceiver)?) -> ProgressObserver? {
        var receivers = options.progressReports.map { $0.makeReceiver() }
        if let receiver {
            receivers.append(ProgressThrottle(receiver, interval: ProgressThrottle.standardInterval))
        }
        guard !receivers.isEmpty else { return nil }
        let observer = ProgressObserver(receivers: receivers)
        observer.willSend(body)
        options.progressObserver = observer
        return observer
    }
}
