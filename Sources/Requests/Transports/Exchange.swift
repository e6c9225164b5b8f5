package import Foundation

/// One message on its way through a transport, and its response on its way to the reader.
///
/// The transport pushes, the reader pulls, and the clock watches. Each of them may end the exchange, and the first end counts. No
/// function of the transport is called under the lock.
package final class Exchange: Sendable {
    package let request: OutgoingRequest
    private let policy: TransportPolicy
    private let state = Guarded(ExchangeState())
    private let openSink: RequestOptions.ContentSinkOpener?
    /// A stream or a sequence with the declared length 0, to check that it is empty.
    private let emptyBody: RequestBody?
    /// The sink for the content of a download, so that no content waits in memory.
    private let sink = Guarded<(any ContentSink)?>(nil)

    /// Makes the exchange of a message.
    ///
    /// - Parameters:
    ///   - request: The message.
    ///   - isUnpaused: Whether the transport can't slow the server down: then a download is written as it arrives.
    package init(_ request: consuming OutgoingRequest, isUnpaused: Bool = false) {
        emptyBody = request.body.isDeclaredEmpty ? request.body : nil
        // No transport opens such a body, because there is nothing to send.
        if emptyBody != nil { request.body = .data(Data()) }
        openSink = isUnpaused ? request.options.openContentSink : nil
        policy = request.options.policy
        self.request = consume request
    }

    // MARK: For the caller

    /// Begins, and waits for the head of the response, or for the whole response if it is read at once.
    package func response(starting start: (Exchange) throws -> Void) async throws -> TransportResponse {
        try await withTaskCancellationHandler {
            // An exchange does not begin for a task that was cancelled before.
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

    /// Returns whether a response is a redirect whose content nobody reads.
    func isFollowed(_ head: ResponseHead) -> Bool {
        policy.redirects != .stop && Redirect.isFound(in: head)
    }

    /// Returns whether the body of a response may not be needed, although the whole response is read.
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
                // A second reader, which is an error, does not disturb the first.
                if error.code == .responseTooLarge { end(.failure(error)) }
                throw error
            }
        } onCancel: {
            cancel()
        }
    }

    /// Takes a value as soon as it is available.
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

    /// Indicates whether the exchange has ended: data received after that is dropped.
    package var hasEnded: Bool { state.withLock { $0.outcome != nil } }

    /// Indicates whether the head has arrived.
    package var hasHead: Bool { state.withLock { $0.head != nil } }

    /// Sets the function that ends the exchange early; a later call replaces an earlier one.
    ///
    /// If the exchange has already ended, the function is called at once.
    ///
    /// - Returns: Whether the exchange goes on.
    @discardableResult
    package func began(cancel: @escaping @Sendable () -> Void) -> Bool {
        guard let cancel = state.withLock({ $0.keep(cancel: cancel) }) else { return true }
        cancel()
        return false
    }

    /// Takes the head of the response; interim heads (1xx) are ignored.
    package func receive(_ head: ResponseHead) {
        // Fields are only read for a redirect status, so that other responses don't pay for it.
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

    /// Checks the head's fields about the content that follows.
    private func check(_ head: ResponseHead) throws(TransportError) {
        if request.context.reading == .whole { try head.checkLength(for: request) }
        // A download checks the coding itself.
        if head.status.isSuccess, request.acceptsIdentityAlone, request.options.openContentSink == nil {
            try head.checkIsPlain(for: request)
        }
    }

    /// Takes a chunk of the body.
    ///
    /// - Returns: Whether to send more; if not, wait with ``whenDrained(_:)``.
    @discardableResult
    package func receive(_ data: Data) -> Bool {
        do throws(TransportError) {
            if openSink != nil, let sink = sink.withLock({ $0 }) {
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

    /// Calls a function when the exchange needs more data, or has ended.
    package func whenDrained(_ resume: @escaping @Sendable () -> Void) {
        state.withLock { $0.keep(onDrained: resume) }?()
    }

    /// Notes that more bytes of the message's body were sent.
    package func noteSent(_ byteCount: Int) {
        noteActivity()
        request.options.progressObserver?.sent(byteCount)
    }

    /// Notes activity, so that the exchange is not idle.
    package func noteActivity() {
        state.withLock { $0.noteActivity() }
    }

    /// Ends the exchange: the whole response has arrived.
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

    /// The time at which the exchange will have been idle for too long, or have taken too long, if nothing happens until then.
    var timeLimit: (deadline: Moment, distance: Duration)? {
        let idle: Duration? = request.timeoutInterval < 1e9 ? .seconds(request.timeoutInterval) : nil
        let idleDeadline = idle.map { idle in
            // If data waits to be read, the reader is slow, not the server.
            state.withLock { $0.waitsForReader ? .now : $0.lastActivity } + idle
        }
        guard let deadline = request.context.deadline, deadline < idleDeadline ?? deadline + .seconds(1) else {
            return idleDeadline.map { ($0, idle ?? .zero) }
        }
        return (deadline, .zero)
    }

    func timeOut() {
        let isIdle = request.context.deadline.map { $0 > .now } ?? true
        let message =
            isIdle
            ? "nothing came or went for \(request.timeoutInterval) seconds"
            : "the exchange took longer than \(policy.totalTimeout ?? .zero)"
        end(.failure(TransportError(code: .timedOut, message: message)))
    }
}
