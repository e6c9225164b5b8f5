extension Transport {
    /// Wraps each message of a call in a function: the first message, and each one that follows a redirect.
    ///
    /// The function sees the request and the response of each hop, which ``adapting(_:)`` does not. It can change the request,
    /// send it several times, or respond itself: a response that redirects is followed like any other.
    ///
    /// ```swift
    /// let transport = session.adaptingEachHop { request, next in
    ///     let response = try await next(request)
    ///     print("\(request.method) \(request.url): \(response.head.status)")
    ///     return response
    /// }
    /// ```
    ///
    /// A change holds for its hop. The message after a redirect is made from the one before the change, so a field that a
    /// function adds never goes to another origin unless the function adds it again. A Location is relative to the URL that the
    /// message was sent to.
    ///
    /// Functions run in the order of the decorators: the last in the chain gets the message first. They run again for each attempt
    /// of ``retrying(_:budget:clock:using:date:)``. The message that the last one passes on is checked again before it is
    /// sent. ``AuthenticationRequirement/required`` is checked then, too: a function may add the credentials.
    ///
    /// The functions travel with the message to the transport. A custom transport runs them if it sends with
    /// ``OutgoingRequest/send(by:)``.
    ///
    /// - Parameter adapt: Gets the message of a hop, and a function that sends one. The sender gets the errors that it throws.
    /// - Returns: A transport that runs the function for each hop.
    public func adaptingEachHop(
        _ adapt:
            @escaping @Sendable (_ request: OutgoingRequest, _ next: @escaping NextTransport) async throws ->
            TransportResponse
    ) -> some Transport {
        adaptingEachHop(.other, adapt)
    }

    /// Wraps each message of a call in a function of a kind.
    func adaptingEachHop(
        _ kind: HopAdapter.Kind,
        _ adapt:
            @escaping @Sendable (_ request: OutgoingRequest, _ next: @escaping NextTransport) async throws ->
            TransportResponse
    ) -> some Transport {
        let adapter = HopAdapter(kind, adapt)
        return adapting { request, next in
            var request = request
            request.context.add(adapter)
            return try await next(request)
        }
    }
}

extension OutgoingRequest {
    /// Sends the message with a function for each of its hops, and returns whether the functions were run.
    ///
    /// A transport that does not send with ``send(by:)`` has no hops, and a decorator may respond before the transport.
    package func send(
        by next: NextTransport, adaptingEachHop adapter: HopAdapter
    ) async throws -> (response: TransportResponse, hasHops: Bool) {
        var message = self
        let note = context.hopNote ?? HopNote()
        message.context.add(adapter)
        message.context.hopNote = note
        let response = try await next(message)
        return (response, note.isSeen.withLock { $0 })
    }
}
