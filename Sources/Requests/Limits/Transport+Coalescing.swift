extension Transport {
    /// Sends concurrent identical requests only once, and shares the response or error.
    ///
    /// ```swift
    /// let session = URLSession.shared.coalescing()
    /// ```
    ///
    /// Requests are identical if their method, URL, header fields, timeout, cache policy and options are equal. Only
    /// safe requests without a body are shared: GET, HEAD, OPTIONS and TRACE. Streams, downloads, requests that report
    /// progress, and requests with an option whose type isn't `Equatable` are never shared.
    ///
    /// If a caller is cancelled, the others still receive the response. The request is cancelled only with its last
    /// caller. A request that begins after an unsafe one has ended, such as a POST, never joins an earlier request, so
    /// it reads what was written.
    ///
    /// Put it before ``authenticating(with:)`` in the chain, so that credentials are also compared. After it, calls
    /// during a change of users may receive the previous user's response.
    ///
    /// - Returns: A transport that shares responses.
    public func coalescing() -> some Transport {
        let coalescer = Coalescer { request in try await send(request) }
        return adapting { request, _ in try await coalescer.send(request) }
    }
}
