import Foundation

extension OutgoingRequest {
    /// Sends the message by single exchanges, and does what surrounds them as its policy says: redirects and time-outs.
    ///
    /// It adds the ``RequestOptions/userAgent`` if the header has none. Call it in the `send(_:)` of your own transport:
    ///
    /// ```swift
    /// struct Courier: Transport {
    ///     func send(_ request: OutgoingRequest) async throws -> TransportResponse {
    ///         try await request.send { message in
    ///             TransportResponse(head: …, body: …)       // one request, one answer, no redirect followed
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter exchange: Sends one message, and returns its answer, of any status, as soon as the head is there. It is called
    ///   again for a redirect, and its task is cancelled where nobody waits for the answer any longer. The body is read ahead
    ///   no further than 512 KiB.
    /// - Returns: The last answer.
    /// - Throws: What ``validate()`` finds, ``RequestErrorCode/redirectRefused``, ``RequestErrorCode/tooManyRedirects``,
    ///   ``RequestErrorCode/timedOut``, or what the exchange throws.
    public func send(
        by exchange: @escaping @Sendable (OutgoingRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        try await followingRedirects { message in
            try await Exchange(message).response { $0.pump(exchange) }
        }
    }

    /// Sends the message, and what follows from its answer, by exchanges that keep the time themselves.
    package func followingRedirects(
        _ exchange: (OutgoingRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        var message = self
        message.addUserAgent()
        try message.checkAsSent()
        let policy = options.policy
        message.setDeadline()
        message.header.trimReferer()
        message.header.markSensitive(named: options.isSecret)
        if policy.compression != .automatic, !message.header.contains(.acceptEncoding) {
            message.header.append(HeaderField(.acceptEncoding, "identity"))
        }
        var redirects = 0
        while true {
            let response = try await exchange(message)
            guard policy.redirects != .stop, Redirect.isFound(in: response.head) else { return response }
            redirects += 1
            guard redirects <= policy.redirectLimit else {
                throw TransportError.tooManyRedirects(response.head, limit: policy.redirectLimit)
            }
            let next = try Redirect.message(after: response.head, to: message)
            // A connection whose answer was read to its end can be used again.
            await response.letGo()
            next.options.progressObserver?.willSend(next.body)
            message = next
        }
    }
}

extension OutgoingRequest {
    /// Checks the message as it is when all decorators have had it: what they put in may have come from outside.
    private mutating func checkAsSent() throws(TransportError) {
        try checkCredentials()
        if context.isChecked { return }
        do {
            // What surprises where a request is made is no danger here.
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

    /// Begins a call: all that is sent for it has one time and one `Idempotency-Key`, whoever sends it again.
    mutating func beginCall() {
        setDeadline()
        if options.idempotency == .keyed { addKey(UUID()) }
    }

    /// Gives the message an `Idempotency-Key`, unless it has one.
    mutating func addKey(_ key: @autoclosure () -> UUID) {
        if header.contains(.idempotencyKey) { return }
        let field = HeaderField.idempotencyKey(key())
        changeLegally { $0.header.append(field) }
    }

    /// Sets when all has to be over, unless somebody further out has.
    mutating func setDeadline() {
        let seconds = options.policy.totalTimeout
        if context.deadline == nil, seconds < 1e9 { context.deadline = .now + .seconds(seconds) }
    }
}
