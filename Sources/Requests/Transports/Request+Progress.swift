public import Dispatch

extension Request {
    /// Has a function called on the main actor while the body of the request goes out and that of its answer comes.
    ///
    /// ```swift
    /// let request = api.post(.file(film), to: "/films").reportingProgress { progress in
    ///     bar.value = progress.fractionCompleted ?? 0
    /// }
    /// ```
    ///
    /// It is called in order, with the latest progress: what came while it was busy is left out, the last never is. Functions
    /// that were set before stay. Only the body of an answer that is a success is counted.
    ///
    /// - Parameter report: The function.
    /// - Returns: A new request; this one is unchanged.
    public consuming func reportingProgress(
        _ report: @escaping @MainActor @Sendable (TransferProgress) -> Void
    ) -> Self {
        parts.options.progressReports.append(.onMainActor(report))
        return self
    }

    /// Has a function called on a queue while the body of the request goes out and that of its answer comes.
    ///
    /// - Parameters:
    ///   - callbackQueue: Where the function is called: one call after the other, on a concurrent queue too.
    ///   - report: The function, called as by ``reportingProgress(_:)``.
    /// - Returns: A new request; this one is unchanged.
    public consuming func reportingProgress(
        callbackQueue: DispatchQueue, _ report: @escaping @Sendable (TransferProgress) -> Void
    ) -> Self {
        parts.options.progressReports.append(.onQueue(callbackQueue, report))
        return self
    }
}

extension RequestOptions {
    /// The functions that want to know the progress.
    var progressReports: [ProgressReport] {
        get { self[ProgressReports.self] }
        set { self[ProgressReports.self] = newValue }
    }

    private enum ProgressReports: RequestOption {
        static var defaultValue: [ProgressReport] { [] }
    }

    /// Counts what goes and comes in this exchange; `nil` where nobody wants to know.
    package var progressObserver: ProgressObserver? {
        get { self[Observer.self] }
        set { self[Observer.self] = newValue }
    }

    private enum Observer: RequestOption {
        static var defaultValue: ProgressObserver? { nil }
    }
}

extension OutgoingRequest {
    /// Begins to count, where somebody wants to know.
    mutating func countProgress(for receiver: (any ProgressReceiver)?) -> ProgressObserver? {
        var receivers = options.progressReports.map { $0.makeReceiver() }
        if let receiver { receivers.append(receiver) }
        guard !receivers.isEmpty else { return nil }
        let observer = ProgressObserver(receivers: receivers)
        observer.willSend(body)
        options.progressObserver = observer
        return observer
    }
}
