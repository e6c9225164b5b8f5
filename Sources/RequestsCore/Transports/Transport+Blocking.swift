import Dispatch

extension Transport {
    /// Sends a request, and blocks until its response arrives, for scripts and other synchronous code.
    ///
    /// ```swift
    /// let user = try URLSession.shared.performAndWait(request)
    /// ```
    ///
    /// The work runs on a separate thread, so the call ends even if it blocks one of Swift's few shared threads. On
    /// systems older than iOS 18 and macOS 15, the work runs on a shared thread.
    ///
    /// - Throws: The errors of ``perform(_:)``.
    @available(*, noasync, message: "performAndWait blocks the thread: use perform(_:)")
    public func performAndWait<R: RequestConvertible>(_ request: R) throws(RequestError<R.Failure>) -> R.Resource {
        let outcome = Outcome<R.Resource, RequestError<R.Failure>>()
        let work: @concurrent @Sendable () async -> Void = {
            do throws(RequestError<R.Failure>) {
                outcome.set(.success(try await perform(request)))
            } catch {
                outcome.set(.failure(error))
            }
        }
        if #available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *) {
            Task.detached(executorPreference: QueueExecutor(), operation: work)
        } else {
            Task.detached(operation: work)
        }
        return try outcome.wait().get()
    }
}

/// The result of work that another thread waits for.
private final class Outcome<Success: Sendable, Failure: Error>: Sendable {
    private let result = Guarded<Result<Success, Failure>?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)

    func set(_ newResult: Result<Success, Failure>) {
        result.withLock { $0 = newResult }
        semaphore.signal()
    }

    func wait() -> Result<Success, Failure> {
        while true {
            semaphore.wait()
            if let result = result.withLock({ $0 }) { return result }
        }
    }
}

/// Runs the jobs of a task on a serial queue, which uses a separate thread.
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "Requests.performAndWait")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
