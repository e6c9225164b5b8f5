extension Transport {
    /// Sends a request whose resource is a stream, and returns the elements, to be read while they come.
    ///
    /// ```swift
    /// let request = api.request(\.ticks, Symbol(symbol: "AAPL")).timeout(after: .infinity)
    /// for try await tick in try await session.stream(request) { show(tick) }
    /// ```
    ///
    /// The request is that of an endpoint whose output is an ``ElementStream``, changed as any other, or an ``EndpointRequest`` with
    /// such an output. ``perform(_:)`` sends it as well, and reads all elements before it returns.
    ///
    /// - Parameter request: The request.
    /// - Returns: The elements.
    /// - Throws: As ``perform(_:)``.
    @concurrent
    public func stream<R: RequestConvertible, Element>(
        _ request: R
    ) async throws(RequestError<R.Failure>) -> ResponseStream<Element, R.Failure>
    where R.Resource == ElementStream<Element> {
        try await stream(request.receivingElements())
    }
}

extension RequestConvertible {
    /// The request for what reads its answer while it comes.
    package func receivingElements<Element>() -> StreamingRequest<Self, Element>
    where Resource == ElementStream<Element> {
        receiving(stream: Element.streamFormat.decoder)
    }
}
