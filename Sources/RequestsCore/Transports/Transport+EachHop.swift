extension Transport {
    /// Wraps the sending of each message of a call in a function: the first message, and each message after a redirect.
    ///
    /// The function receives the request and response of each hop; with ``adapting(_:)``, it would not see redirects.
    /// It can change the request, send it several times, or respond itself. If it returns a redirect, the redirect is
    /// followed as usual.
    ///
    /// ```swift
    /// let transport = session.adaptingEachHop { request, next in
    ///     let response = try await next(request)
    ///     print("\(request.method) \(request.url): \(response.head.status)")
    ///     return response
    /// }
    /// ```
    ///
    /// A changed message is sent only on its hop. The message after a redirect is made from the unchanged message, so
    /// an added field is sent to another origin only if the function adds it again. A Location is relative to the sent
    /// URL.
    ///
    /// Functions run in the order of decorators: the last in the chain receives the message first. All functions run
    /// again for each attempt of ``retrying(_:budget:clock:using:date:)``. The message from the last function is
    /// checked again before it's sent. ``AuthenticationRequirement/required`` is checked only then, because a function
    /// may add the credentials.
    ///
    /// A custom transport runs the functions if it sends with ``OutgoingRequest/send(by:)``.
    ///
    /// - Parameter adapt: Receives a hop's message, and a function that sends a message. The sender receives errors that `adapt`
    ///   throws.
    /// - Returns: A transport that runs the function for each hop.
    public func adaptingEachHop(
        _ adapt:
            @escaping @Sendable (_ request: OutgoingRequest, _ next: @escaping NextTransport) async throws ->
            TransportResponse
    ) -> some Transport {
        adaptingEachHop(.other, adapt)
    }

    /// Runs a function for each hop of a call.
    ///
    /// The function's kind determines its position among such functions.
    package func adaptingEachHop(
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
    /// Sends the message with a function for each of its hops, and returns whether the transport supports hops.
    ///
    /// `hasHops` is `false` if a transport doesn't send with ``send(by:)``, or if a decorator responded instead.
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
