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
    /// If a caller is cancelled, the others still receive the response. The request is cancelled only if all its
    /// callers are cancelled. After an unsafe request, such as a POST, has ended, new requests never join an earlier
    /// one, so they read the changed data.
    ///
    /// Put `coalescing()` before ``authenticating(with:)`` in the chain, so that credentials are also compared. If
    /// `coalescing()` comes after it, calls during a change of users may receive the previous user's response.
    ///
    /// - Returns: A transport that shares responses.
    public func coalescing() -> some Transport {
        let coalescer = Coalescer { request in try await send(request) }
        return adapting { request, _ in try await coalescer.send(request) }
    }
}
