public import Foundation

extension Transport {
    /// The events of a request: how far its body has gone, how far that of its answer has come, and what it was decoded as.
    ///
    /// ```swift
    /// for try await event in session.events(of: request) {
    ///     switch event {
    ///     case .sent(let progress), .received(let progress): bar.show(progress)
    ///     case .finished(let head, let film): show(film)
    ///     }
    /// }
    /// ```
    ///
    /// The request is sent when the loop begins. Only the body of an answer that is a success is counted.
    ///
    /// - Parameter request: The request.
    /// - Returns: The events, which throw as ``perform(_:)`` does.
    public func events<R: RequestConvertible>(of request: R) -> TransferEvents<R.Resource, R.Failure> {
        TransferEvents { receiver async throws(RequestError<R.Failure>) in
            try await response(for: request, reportingTo: receiver)
        }
    }

    /// The events of a download: ``download(_:to:resuming:)``.
    ///
    /// The resource of the last event is the URL of the file.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - destination: The URL of the file. Its directory must be there.
    ///   - isResuming: Whether to go on where an earlier download failed, and to keep what came where this one does.
    /// - Returns: The events, which throw as the download does.
    public func events<R: RequestConvertible>(
        ofDownloading request: R, to destination: URL, resuming isResuming: Bool = false
    ) -> TransferEvents<URL, R.Failure> {
        TransferEvents { receiver async throws(RequestError<R.Failure>) in
            let head = try await download(request, to: destination, resuming: isResuming, reportingTo: receiver)
            return (head, destination)
        }
    }
}
