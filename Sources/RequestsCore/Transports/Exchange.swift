package import Foundation

/// The sending of one message through a transport, and the delivery of its response to the reader.
///
/// The transport pushes data, the reader pulls it, and the watchdog checks timeouts. Each of them may end the exchange;
/// only the first end counts. No function of the transport is called under the lock.
package final class Exchange: Sendable {
    package let request: OutgoingRequest
    private let policy: TransportPolicy
    private let state = Guarded(ExchangeState())
    /// The secrets of the transport itself, which a response may repeat.
    private let secrets: [String]
    private let openSink: RequestOptions.ContentSinkOpener?
    /// A stream or sequence with the declared length 0, which must be checked to be empty.
    private let emptyBody: RequestBody?
    /// Indicates whether the transport reports an activity as soon as it has a connection.
    private let reportsConnection: Bool
    /// The sink that writes the content of a download, so that no content waits in memory.
    private let sink = Guarded<(any ContentSink)?>(nil)

    /// Makes an exchange for a message.
    ///
    /// - Parameters:
    ///   - request: The message.
    ///   - isUnpaused: Whether the transport can't slow the server down, so that a download is written as it arrives.
    ///   - reportsConnection: Whether the transport calls ``noteActivity()`` as soon as it has a connection.
    ///   - secrets: The secrets of the transport itself that descriptions hide, such as the credentials for its proxy.
    package init(
        _ request: consuming OutgoingRequest, isUnpaused: Bool = false, reportsConnection: Bool = false,
        hiding secrets: [String] = []
    ) {
        self.reportsConnection = reportsConnection
        self.secrets = secrets
        if !secrets.isEmpty { request.changeLegally { $0.context.credentialSecrets += secrets } }
        emptyBody = request.body.isDeclaredEmpty ? request.body : nil
        // The transport sends empty data instead.
        if emptyBody != nil { request.body = .data(Data()) }
        openSink = isUnpaused ? request.options.openContentSink : nil
        policy = request.options.policy
        self.request = consume request
    }

    // MARK: For the caller

    /// Begins the exchange, and waits for the response's head, or for the whole response if it's read at once.
    package func response(starting start: (Exchange) throws -> Void) async throws -> TransportResponse {
        try await withTaskCancellationHandler {
            // Don't begin if the task is already cancelled.
            if !hasEnded {
                TimeoutWatchdog.shared.watch(self)
                if let emptyBody { await checkIsEmpty(emptyBody) }
                do { if !hasEnded { try start(self) } } catch { fail(error) }
            }
            guard request.context.reading == .whole else {
                return response(head: try await value { $0.takeHead() })
            }
            switch try await value({ $0.takeResponse(isHeadEnough: isHeadEnough) }) {
            case .whole(let head, let data): return TransportResponse(head: head, body: MessageBody(data))
            case .head(let head): return response(head: head)
            }
        } onCancel: {
            cancel()
        }
    }

    private func response(head: ResponseHead) -> TransportResponse {
        TransportResponse(head: head, body: MessageBody(ExchangeBody(self)))
    }

    /// Returns whether a response is a redirect that will be followed, so that its content isn't read.
    func isFollowed(_ head: ResponseHead) -> Bool {
        policy.redirects != .stop && Redirect.isFound(in: head)
    }

    /// Returns whether the body of a response may not be needed, although the caller reads whole responses.
    private func isHeadEnough(_ head: ResponseHead) -> Bool {
        request.context.mayBeResent(after: head) || isFollowed(head)
    }

    func cancel() {
        end(.failure(TransportError(code: .cancelled, message: "the task was cancelled")))
    }

    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await value { $0.takeChunk() }
        } onCancel: {
            cancel()
        }
    }

    func collect(upTo limit: Int) async throws -> Data {
        try await withTaskCancellationHandler {
            do throws(TransportError) {
                return try await value { $0.takeAll(upTo: limit, for: request) }
            } catch {
                // A second reader receives an error, which must not end the exchange for the first.
                if error.code == .responseTooLarge { end(.failure(error)) }
                throw error
            }
        } onCancel: {
            cancel()
        }
    }

    /// Waits until a value is available.
    private func value<Value: Sendable>(
        _ take: (inout ExchangeState) -> Result<Value, TransportError>?
    ) async throws(TransportError) -> Value {
        while true {
            let (value, drained) = state.withLock { state in (take(&state), state.takeDrained()) }
            drained?()
            if let value { return try value.get() }
            await withCheckedContinuation { continuation in
                if !state.withLock({ $0.keep { continuation.resume() } }) { continuation.resume() }
            }
        }
    }

    // MARK: For the transport

    /// Indicates whether the exchange has ended; data received later is dropped.
    package var hasEnded: Bool { state.withLock { $0.outcome != nil } }

    /// Indicates whether the head has arrived.
    package var hasHead: Bool { state.withLock { $0.head != nil } }

    /// Sets the function that cancels the transport's work; a later call replaces it.
    ///
    /// If the exchange has already ended, the function is called immediately.
    ///
    /// - Returns: Whether the exchange continues.
    @discardableResult
    package func began(cancel: @escaping @Sendable () -> Void) -> Bool {
        guard let cancel = state.withLock({ $0.keep(cancel: cancel) }) else { return true }
        cancel()
        return false
    }

    /// Receives the head of the response; interim heads (1xx) are ignored.
    package func receive(_ head: ResponseHead) {
        var head = head
        if !secrets.isEmpty { head.notes.transportSecrets = secrets }
        // Read the fields only for a redirect status, so that other responses stay fast.
        let isRedirect = head.status.isRedirection && isFollowed(head)
        if !isRedirect, !head.status.isInformational {
            do throws(TransportError) {
                try check(head)
                if let openSink {
                    let newSink = try openSink(head)
                    sink.withLock { $0 = newSink }
                }
            } catch {
                return fail(error.with(head: head) as TransportError)
            }
        }
        let isEnough = isRedirect || request.context.mayBeResent(after: head)
        state.withLock { $0.receive(head, isEnough: isEnough) }?()
    }

    /// Checks the declared length and coding of the content.
    private func check(_ head: ResponseHead) throws(TransportError) {
        if request.context.reading == .whole { try head.checkLength(for: request) }
        // A download checks the coding itself.
        if head.status.isSuccess, request.acceptsIdentityAlone, !request.options.hasContentSink {
            try head.checkIsPlain(for: request)
        }
    }

    /// Receives a chunk of the body.
    ///
    /// - Returns: Whether to deliver more data now; if not, wait with ``whenDrained(_:)``.
    @discardableResult
    package func receive(_ data: Data) -> Bool {
        do throws(TransportError) {
            if let sink = sink.withLock({ $0 }) {
                try sink.write(data)
                noteActivity()
                return true
            }
            let limit = policy.responseSizeLimit
            let isReadAtOnce = request.context.reading == .whole
            let (waiter, wantsMore) = try state.withLock { state throws(TransportError) in
                (try state.receive(data, limit: limit, isReadAtOnce: isReadAtOnce), state.wantsMore)
            }
            waiter?()
            return wantsMore
        } catch {
            end(.failure(error))
            return false
        }
    }

    /// Calls a function when the exchange needs more data or has ended.
    package func whenDrained(_ resume: @escaping @Sendable () -> Void) {
        state.withLock { $0.keep(onDrained: resume) }?()
    }

    /// Records that more bytes of the message's body were sent.
    package func noteSent(_ byteCount: Int) {
        noteActivity()
        request.options.progressObserver?.sent(byteCount)
    }

    /// Records activity, which resets the idle timeout.
    package func noteActivity() {
        state.withLock { $0.noteActivity() }
    }

    /// Ends the exchange after the whole response has arrived.
    package func finish() {
        end(.success(()))
    }

    /// Ends the exchange with an error.
    package func fail(_ error: any Error) {
        end(.failure(TransportError(anyError: error)))
    }

    private func end(_ outcome: @autoclosure () -> ExchangeState.Outcome) {
        let ended = state.withLock { state in
            state.end(outcome().mapError { $0.with(request: request) as TransportError })
        }
        guard let ended else { return }
        TimeoutWatchdog.shared.forget(self)
        ended.cancel?()
        ended.waiter?()
        ended.drained?()
    }

    // MARK: For the clock

    /// The time at which the idle timeout or the deadline ends the exchange if nothing happens until then.
    var timeLimit: (deadline: Moment, distance: Duration)? {
        let idle: Duration? = request.timeoutInterval < 1e9 ? .seconds(request.timeoutInterval) : nil
        let idleDeadline = idle.map { idle in
            // If received data waits for its reader, the reader is slow, not the server.
            state.withLock { $0.waitsForReader ? .now : $0.lastActivity } + idle
        }
        guard let deadline = request.context.deadline, deadline < idleDeadline ?? deadline + .seconds(1) else {
            return idleDeadline.map { ($0, idle ?? .zero) }
        }
        return (deadline, .zero)
    }

    func timeOut() {
        let isIdle = request.context.deadline.map { $0 > .now } ?? true
        let hasConnection = !reportsConnection || state.withLock { $0.hasBegun }
        let message =
            switch (isIdle, hasConnection) {
            case (true, true): "no data was sent or received for \(request.timeoutInterval) seconds"
            case (true, false): "the call did not get a connection within \(request.timeoutInterval) seconds"
            case (false, true): "the call took longer than \(policy.totalTimeout ?? .zero)"
            case (false, false): "the call did not get a connection within \(policy.totalTimeout ?? .zero)"
            }
        end(.failure(TransportError(code: .timedOut, message: message)))
    }
}
