extension Transport {
    /// Returns the events of a request: the progress of its body and of the response's body, and the decoded resource.
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
    /// Each loop sends the request when it begins. The transfer never waits for a slow loop, which receives the latest
    /// progress of each direction. Leaving the loop, or cancelling its task, cancels the request. Bodies of failed
    /// responses aren't counted.
    ///
    /// - Parameter request: The request.
    /// - Returns: The events, which throw the errors of ``perform(_:)``.
    public func events<R: RequestConvertible>(
        of request: R
    ) -> TransferEvents<R.Resource, R.Failure> {
        TransferEvents { mailbox async throws(RequestError<R.Failure>) in
            try await response(for: request, reportingTo: mailbox)
        }
    }
}
