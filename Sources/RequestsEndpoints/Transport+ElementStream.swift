public import Requests

extension Transport {
    /// Sends a request whose resource is a stream, and returns the elements, to be read as they arrive.
    ///
    /// ```swift
    /// let request = api.request(\.ticks, Symbol(symbol: "AAPL")).timeout(after: nil)
    /// for try await tick in try await session.stream(request) { show(tick) }
    /// ```
    ///
    /// The request comes from an endpoint whose output is an ``ElementStream``, or is an ``EndpointRequest`` with such an output.
    /// It can be changed like any other request. ``/Requests/Transport/perform(_:)`` can also send it,
    /// and reads all elements before it returns.
    ///
    /// - Parameter request: The request.
    /// - Returns: The elements.
    /// - Throws: As ``/Requests/Transport/perform(_:)``.
    @concurrent
    public func stream<R: RequestConvertible, Element>(
        _ request: R
    ) async throws(RequestError<R.Failure>) -> ResponseStream<Element, R.Failure>
    where R.Resource == ElementStream<Element> {
        try await stream(request.receivingElements())
    }
}

extension RequestConvertible {
    /// Returns the request in a form whose response is read as it arrives.
    package func receivingElements<Element>() -> StreamingRequest<Self, Element>
    where Resource == ElementStream<Element> {
        receiving(stream: Element.streamFormat.decoder)
    }
}
