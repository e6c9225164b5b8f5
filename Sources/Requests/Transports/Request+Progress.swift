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
    /// It is called in order, with the latest progress. Progress that arrives while it is busy is skipped, but never the last
    /// one. Functions that were set before stay. The body of a response is only counted if the response is a success.
    ///
    /// - Parameter report: The function.
    /// - Returns: A new request; this one is unchanged.
    public consuming func reportingProgress(
        _ report: @escaping @MainActor @Sendable (TransferProgress) -> Void
    ) -> Self {
        parts.options.progressReports.append(.onMainActor(report))
        return self
    }

    /// Calls a function on a queue while the bodies of the request and its response are transferred.
    ///
    /// - Parameters:
    ///   - callbackQueue: The queue that calls the function: one call after the other, also on a concurrent queue.
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
    /// The functions that receive the progress.
    var progressReports: [ProgressCallback] {
        get { self[ProgressReports.self] }
        set { self[ProgressReports.self] = newValue }
    }

    private enum ProgressReports: RequestOption {
        static var defaultValue: [ProgressCallback] { [] }
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
        if let receiver { receivers.append(receiver) }
        guard !receivers.isEmpty else { return nil }
        let observer = ProgressObserver(receivers: receivers)
        observer.willSend(body)
        options.progressObserver = observer
        return observer
    }
}
