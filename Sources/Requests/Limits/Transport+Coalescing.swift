extension Transport {
    /// Sends identical requests that run at the same time only once, and shares the response, or the error.
    ///
    /// ```swift
    /// let session = URLSession.shared.coalescing()
    /// ```
    ///
    /// Requests are identical if they have the same method, URL, header fields, timeout, cache policy and options. Only safe
    /// requests without a body are shared: GET, HEAD, OPTIONS and TRACE. A response that is read as a stream, is downloaded, or
    /// whose progress is reported, is never shared. Neither is a request with an option whose type is not `Equatable`.
    ///
    /// If a caller is cancelled, the others still get the response. The request is cancelled if all callers are. A request that
    /// begins after an unsafe one of the same transport has ended, such as a POST, is sent again, so that it reads what was
    /// written.
    ///
    /// Put it before ``authenticating(with:)`` in the chain: then credentials are compared, too. If it comes after, calls that run
    /// while another user signs in may get the response of the one before.
    ///
    /// - Returns: A transport that shares responses.
    public func coalescing() -> some Transport {
        let coalescer = Coalescer { request in try await send(request) }
        return adapting { request, _ in try await coalescer.send(request) }
    }
}
