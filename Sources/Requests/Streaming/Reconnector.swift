import Foundation

/// Makes the connections of a stream, one after another.
struct Reconnector<Element: Sendable, APIFailure: Sendable>: Sendable {
    /// Makes a connection that continues at a position.
    typealias Connect = @Sendable (StreamPosition) async throws(RequestError<APIFailure>) -> StreamSource<Element>

    private let rules: Reconnection<Element>
    private let connect: Connect
    private var position = StreamPosition()
    /// Indicates whether the position has changed since the last attempt.
    private var hasAdvanced = false
    /// The reconnection time that the server set.
    private var retry: Duration?
    /// The number of attempts since a byte of a body arrived.
    private var attempt = 1
    /// Returns the time since the last connection was lost.
    private var elapsed: @Sendable () -> Duration
    /// Returns the time since the last attempt began.
    private var sinceConnecting: @Sendable () -> Duration

    /// The longest wait, which no server can exceed.
    private static var longestWait: Duration { .seconds(86_400) }

    init(_ rules: Reconnection<Element>, connect: @escaping Connect) {
        self.rules = rules
        self.connect = connect
        elapsed = rules.clock.stopwatch
        sinceConnecting = elapsed
    }

    /// Records the elements of a part of a body.
    mutating func received(_ batch: StreamBatch<Element>) {
        if let checkpoint = batch.checkpoint {
            position.lastEventID = checkpoint.lastEventID
            retry = checkpoint.retry ?? retry
        }
        guard let position = rules.position, let value = batch.last(position) else { return }
        hasAdvanced = hasAdvanced || self.position.item.map { value.isEqual(to: $0.value) } != true
        self.position.item = (rules.positionName, value)
    }

    /// Records that a byte of a body has arrived.
    mutating func receivedBytes() { attempt = 1 }

    /// Makes the first connection.
    mutating func first() async throws(RequestError<APIFailure>) -> StreamSource<Element> {
        do throws(RequestError<APIFailure>) {
            return try await connected()
        } catch {
            return try await connected(after: error)
        }
    }

    /// Makes the next connection.
    ///
    /// - Parameters:
    ///   - source: The previous connection.
    ///   - error: The error that ended that connection; `nil` if the server ended the response.
    /// - Returns: The connection; `nil` at the end of the stream.
    /// - Throws: An error after which the stream doesn't connect again.
    mutating func next(
        after source: StreamSource<Element>, endedBy error: TransportError?
    ) async throws(RequestError<APIFailure>) -> StreamSource<Element>? {
        // A response to a poll may be empty.
        if error == nil, rules.position != nil { attempt = 1 }
        if attempt == 1 { elapsed = rules.clock.stopwatch }
        let failure = (error ?? .ended).with(request: source.request, head: source.head) as RequestError<APIFailure>
        guard error == nil else { return try await connected(after: failure) }
        guard rules.policy.isTemporary(failure), rules.policy.attemptLimit > 1, source.request.isIdempotent else {
            return nil
        }
        let wait = rules.position == nil ? wait(after: failure) : waitForPoll()
        return try await connected(after: failure, in: wait, isReported: rules.position == nil || wait > .zero)
    }

    /// Waits and connects, until a connection is made or the rules forbid another attempt.
    private mutating func connected(
        after failure: RequestError<APIFailure>, in firstWait: Duration? = nil, isReported: Bool = true
    ) async throws(RequestError<APIFailure>) -> StreamSource<Element> {
        var (failure, isReported, firstWait) = (failure, isReported, firstWait)
        while true {
            let wait = min(firstWait ?? wait(after: failure), Self.longestWait)
            if let obstacle = obstacle(after: failure, wait) {
                throw failure.replacing(message: failure.message + obstacle)
            }
            if isReported { await rules.observe(.failure(failure.with())) }
            (firstWait, isReported) = (nil, true)
            do {
                try Task.checkCancellation()
                if wait > .zero { try await rules.clock.sleep(for: wait) }
            } catch {
                throw TransportError(anyError: error).with(request: failure.request)
            }
            attempt += 1
            do throws(RequestError<APIFailure>) {
                return try await connected()
            } catch {
                failure = error
            }
        }
    }

    private mutating func connected() async throws(RequestError<APIFailure>) -> StreamSource<Element> {
        hasAdvanced = false
        sinceConnecting = rules.clock.stopwatch
        let source = try await connect(position)
        if !rules.isEnd(source.head) { await rules.observe(.success(source.head)) }
        return source
    }

    /// Returns the reason for not connecting again, as a clause for an error's message; `nil` if there is none.
    private func obstacle(after failure: RequestError<APIFailure>, _ wait: Duration) -> String? {
        let isLast = attempt >= rules.policy.attemptLimit
        guard rules.policy.isTemporary(failure), !isLast else { return AttemptHistory(attempts: attempt).clause }
        guard let request = failure.request else { return "" }
        if !request.isIdempotent {
            return "; the stream was not reopened, because the request isn't marked as idempotent: "
                + "if the request is safe to repeat, add .idempotent()"
        }
        if !request.body.canBeMadeAgain { return AttemptHistory(attempts: attempt, obstacle: .body).clause }
        let isInTime = elapsed() + wait <= rules.policy.timeLimit
        return isInTime ? nil : AttemptHistory(attempts: attempt, obstacle: .time).clause
    }

    /// Returns the wait before the next poll: zero if the server has sent elements, or has held the last poll for
    /// longer than the wait.
    private func waitForPoll() -> Duration {
        hasAdvanced ? .zero : max(.zero, rules.policy.backoff(after: 1, by: rules.random) - sinceConnecting())
    }

    /// Returns the wait before the next attempt.
    private func wait(after failure: RequestError<APIFailure>) -> Duration {
        if let asked = failure.retryAfter(now: Date.init) {
            return rules.policy.wait(of: asked, after: attempt, by: rules.random)
        }
        guard let retry else { return rules.policy.backoff(after: attempt, by: rules.random) }
        // The server's time is the shortest wait, not the longest (WHATWG HTML, section 9.2.3).
        if attempt == 1 { return retry + retry / 10 * rules.random.fraction() }
        return retry + rules.policy.backoff(after: attempt - 1, by: rules.random)
    }
}

extension Error where Self == TransportError {
    /// The error of a response that ended although the stream continues.
    fileprivate static var ended: TransportError {
        TransportError(
            code: .connectionLost, message: "the server ended the response before the stream was complete")
    }
}

extension Clock where Duration == Swift.Duration {
    /// A function that returns the time since now.
    fileprivate var stopwatch: @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
