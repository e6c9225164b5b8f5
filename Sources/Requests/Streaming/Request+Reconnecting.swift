extension Request {
    /// Connects again when the connection of a stream is lost or the server ends the stream.
    ///
    /// ```swift
    /// let changes = api.get(from: "/changes").receiving(stream: .serverSentEvents(Change.self)).reconnecting()
    /// for try await change in try await session.stream(changes) { show(change.data) }
    /// ```
    ///
    /// Server-sent events continue after the last complete event, whose identifier is sent in `Last-Event-ID` (WHATWG HTML,
    /// section 9.2). For positions in another format, see ``reconnecting(_:from:as:clock:using:observing:)``.
    ///
    /// The stream connects again in these cases, even if the first connection fails:
    /// - after one of ``RetryPolicy/codes``, such as a lost connection, or a silence longer than the request's timeout
    /// - after one of ``RetryPolicy/statuses``, such as 503
    /// - after the server ends the response
    ///
    /// It ends after a response with the status 204. It fails after any other status, after a media type that isn't
    /// `text/event-stream`, and after an element that can't be decoded. Only an idempotent request with a repeatable body connects
    /// again: see ``Idempotency``.
    ///
    /// Before each attempt, the stream waits somewhat longer than the time in `Retry-After`, or the time that the
    /// server set with `retry:`, but at most a day. Without such a time, the stream backs off with full jitter. The
    /// transport's decorators see each connection as a new call, but don't retry it. ``TransportPolicy/totalTimeout``
    /// limits each connection. Cancelling the task ends the stream and its waits. ``Transport/perform(_:)`` reads only
    /// one response.
    ///
    /// - Parameters:
    ///   - policy: The rules for when and how often to connect again: ``RetryPolicy/unlimited`` by default. Its
    ///     ``RetryPolicy/attemptLimit`` counts the last connection that received a byte of a body as the first attempt, and its
    ///     ``RetryPolicy/timeLimit`` begins when a connection is lost.
    ///   - clock: The clock for waits.
    ///   - generator: The source of random delays.
    ///   - observe: Called with the head of each response that begins to stream, and with each error after which the stream
    ///     connects again, before the wait. For the end of a response, the error is
    ///     ``RequestErrorCode/connectionLost``. The stream waits for this function, which may be isolated to the main
    ///     actor.
    /// - Returns: A new request; this one is unchanged.
    public consuming func reconnecting<Element>(
        _ policy: RetryPolicy = .unlimited, clock: any Clock<Duration> = ContinuousClock(),
        using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        observing observe: @escaping @Sendable (Result<ResponseHead, TransportError>) async -> Void = { _ in }
    ) -> Self where Resource == ElementStream<Element> {
        parts.options.set(
            Reconnection<Element>(
                policy: policy, clock: clock, random: Randomness(generator), observe: observe))
        return self
    }

    /// Connects again when a stream ends, and continues after the last element.
    ///
    /// ```swift
    /// // GET /changes?feed=continuous&since=17
    /// database.get(from: "/changes?feed=continuous")
    ///     .receiving(stream: .jsonLines(Change.self))
    ///     .reconnecting(from: \.sequence, as: "since")
    /// ```
    ///
    /// It works like ``reconnecting(_:clock:using:observing:)``, and also supports long polling, in which the server
    /// sends one response after another: after a complete response, the stream connects again at once if the position
    /// has changed, or if the server has held the response for longer than the wait. A response with the status 204
    /// contains no elements, and doesn't end the stream.
    ///
    /// - Parameters:
    ///   - policy: The rules for when and how often to connect again: ``RetryPolicy/unlimited`` by default.
    ///   - position: Returns the position of an element; `nil` to keep the position of an earlier element.
    ///   - name: The name of the query item for the position, which replaces an item of that name from the second connection on.
    ///   - clock: The clock for waits.
    ///   - generator: The source of random delays.
    ///   - observe: Called with the head of each response that begins to stream, and with each error after which the stream
    ///     connects again, before the wait.
    /// - Returns: A new request; this one is unchanged.
    public consuming func reconnecting<Element, Position: Encodable & Equatable & Sendable>(
        _ policy: RetryPolicy = .unlimited, from position: @escaping @Sendable (Element) -> Position?, as name: String,
        clock: any Clock<Duration> = ContinuousClock(),
        using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        observing observe: @escaping @Sendable (Result<ResponseHead, TransportError>) async -> Void = { _ in }
    ) -> Self where Resource == ElementStream<Element> {
        parts.options.set(
            Reconnection<Element>(
                policy: policy, clock: clock, random: Randomness(generator), observe: observe, positionName: name,
                position: { position($0) }))
        return self
    }
}
