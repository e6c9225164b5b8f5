package import Foundation

extension OutgoingRequest {
    /// Sends the message with a function for single exchanges, and applies the message's policy: redirects and timeouts.
    ///
    /// The function adds the ``RequestOptions/userAgent`` if the header contains no User-Agent. Call the function in
    /// the `send(_:)` of a custom transport:
    ///
    /// ```swift
    /// struct Courier: Transport {
    ///     func send(_ request: OutgoingRequest) async throws -> TransportResponse {
    ///         try await request.send { message in
    ///             TransportResponse(head: …, body: …)       // one request, one response, no redirect followed
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter exchange: Sends one message, and returns its response with any status as soon as the head has
    ///   arrived. It's called again for each redirect. Its task is cancelled when nothing waits for the response any
    ///   longer. At most 512 KiB of the body are read ahead.
    /// - Returns: The last response.
    /// - Throws: The errors of ``validate()``, ``RequestErrorCode/redirectRefused``, ``RequestErrorCode/tooManyRedirects``,
    ///   ``RequestErrorCode/timedOut``, or the errors of the exchange.
    public func send(
        by exchange: @escaping @Sendable (OutgoingRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        try await followingRedirects { message in
            try await Exchange(message).response { $0.pump(exchange) }
        }
    }

    /// Sends the message and follows its redirects, with a function that handles timeouts itself.
    package func followingRedirects(
        _ exchange: @escaping @Sendable (OutgoingRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        var chain = try RedirectChain(self, by: exchange)
        return try await chain.response()
    }
}

extension OutgoingRequest {
    /// Checks the message after all decorators have changed it, because their changes may contain external data.
    mutating func checkAsSent() throws(TransportError) {
        if context.checked == .message { return }
        do {
            // For methods without content, a body is an error in the caller's request, but harmless here.
            if body.isNone || method.definesContent {
                try check()
            } else {
                var message = self
                message.options.allowsBody = true
                try message.validate()
            }
        } catch {
            throw error.with(request: self) as TransportError
        }
    }

    /// Begins a call: all its messages, including retries, share one time limit and one `Idempotency-Key`.
    package mutating func beginCall() {
        setDeadline()
        if options.idempotency == .keyed { addKey(UUID()) }
    }

    /// Adds an `Idempotency-Key` to the message, unless it has one.
    package mutating func addKey(_ key: @autoclosure () -> UUID) {
        if header.contains(.idempotencyKey) { return }
        let field = HeaderField(.idempotencyKey, key())
        changeLegally { $0.header.append(field) }
    }

    /// Sets the deadline of the call, unless an outer decorator has set one.
    package mutating func setDeadline() {
        // Treat a limit of more than 30 years as no limit, because adding it could overflow.
        guard context.deadline == nil, let limit = options.policy.totalTimeout, limit < .seconds(1_000_000_000) else {
            return
        }
        context.deadline = .now + limit
    }
}
