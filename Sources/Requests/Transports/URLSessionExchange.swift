import Foundation
import Synchronization
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request on its way through URLSession, and its answer on its way to the reader.
///
/// The delegate pushes, the reader pulls; both may end it. Nothing of Foundation's is called under the lock.
final class URLSessionExchange: Sendable {
    private let state: Mutex<State>
    private let request: OutgoingRequest

    private struct State {
        var task: URLSessionTask?
        var awaitingHead: CheckedContinuation<TransportResponse, any Error>?
        var reader: Reader?
        var chunks: [Data] = []
        var received = 0
        var redirects = 0
        var outcome: Result<Void, TransportError>?
        var challengeWasRejected = false
        var lastActivity = ContinuousClock.now

        /// Everything that came.
        mutating func takeAll() -> Data {
            defer { chunks = [] }
            guard chunks.count != 1 else { return chunks[0] }
            var data = Data(capacity: received)
            for chunk in chunks { data.append(chunk) }
            return data
        }
    }

    private enum Reader {
        case next(CheckedContinuation<Data?, any Error>)
        case all(CheckedContinuation<Data, any Error>)
    }

    init(_ request: OutgoingRequest) {
        self.request = request
        self.state = Mutex(State())
    }

    /// How long nothing may come.
    var idleLimit: Duration? {
        request.timeoutInterval < 1e9 ? .seconds(request.timeoutInterval) : nil
    }

    /// When the exchange has been idle for too long, if nothing comes until then.
    var idleDeadline: ContinuousClock.Instant? {
        idleLimit.map { state.withLock { $0.lastActivity } + $0 }
    }

    // MARK: From the caller

    func start(
        _ urlRequest: URLRequest, on session: URLSession,
        _ continuation: CheckedContinuation<TransportResponse, any Error>
    ) {
        let task = URLSessionTasks.make(urlRequest, for: self, on: session)
        let ended: TransportError? = state.withLock { state in
            if case .failure(let error) = state.outcome { return error }
            state.task = task
            state.awaitingHead = continuation
            return nil
        }
        if let ended {
            task.cancel()
            continuation.resume(throwing: ended)
        } else {
            task.resume()
        }
    }

    func cancel() {
        end(.failure(TransportError(code: .cancelled, message: "the task was cancelled")))
    }

    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ready: Result<Data?, any Error>? = state.withLock { state in
                    if !state.chunks.isEmpty { return .success(state.chunks.removeFirst()) }
                    if let outcome = state.outcome { return outcome.map { nil }.mapError { $0 } }
                    state.reader = .next(continuation)
                    return nil
                }
                if let ready { continuation.resume(with: ready) }
            }
        } onCancel: {
            cancel()
        }
    }

    func collect(upTo limit: Int) async throws -> Data {
        let data = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ready: Result<Data, any Error>? = state.withLock { state in
                    guard let outcome = state.outcome else {
                        state.reader = .all(continuation)
                        return nil
                    }
                    return outcome.map { state.takeAll() }.mapError { $0 }
                }
                if let ready { continuation.resume(with: ready) }
            }
        } onCancel: {
            cancel()
        }
        guard data.count <= limit else { throw TransportError.tooLarge(limit) }
        return data
    }

    // MARK: From the delegate

    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else {
            end(.failure(TransportError(code: .malformedResponse, message: "the answer is not one of HTTP")))
            return
        }
        let continuation = state.withLock { state in
            state.lastActivity = .now
            defer { state.awaitingHead = nil }
            return state.awaitingHead
        }
        continuation?.resume(
            returning: TransportResponse(head: ResponseHead(response), body: ResponseBody(URLSessionBody(self)))
        )
    }

    func receive(_ data: Data) {
        let limit = request.options.responseSizeLimit
        let reader: CheckedContinuation<Data?, any Error>? = state.withLock { state in
            state.lastActivity = .now
            // What comes after the end is not kept.
            guard state.outcome == nil else { return nil }
            state.received += data.count
            if state.received > limit { return nil }
            if case .next(let continuation) = state.reader {
                state.reader = nil
                return continuation
            }
            state.chunks.append(data)
            return nil
        }
        reader?.resume(returning: data)
        if state.withLock({ $0.received > limit }) { end(.failure(.tooLarge(limit))) }
    }

    func noteActivity() {
        state.withLock { $0.lastActivity = .now }
    }

    func makeBodyStream() -> InputStream? {
        try? request.makeBodyStream()
    }

    func noteRejectedChallenge() {
        state.withLock { $0.challengeWasRejected = true }
    }

    /// Whether one more redirect may be followed.
    func mayRedirect(from response: HTTPURLResponse, to target: URLRequest) -> Bool {
        let redirects = state.withLock { state in
            state.redirects += 1
            return state.redirects
        }
        guard redirects <= RedirectRule.limit else {
            end(
                .failure(
                    TransportError(
                        code: .tooManyRedirects, message: "the answer was redirected more than \(RedirectRule.limit) times"
                    )
                )
            )
            return false
        }
        if let refusal = RedirectRule.refusal(of: response, to: target, for: request) {
            end(.failure(TransportError(code: .redirectRefused, message: refusal)))
            return false
        }
        return true
    }

    func complete(_ response: URLResponse?, _ error: (any Error)?) {
        var error = error
        if (error as? URLError)?.code == .cancelled, state.withLock({ $0.challengeWasRejected }), response != nil {
            // The 401 is the answer: the rejected challenge is why Foundation calls it cancelled.
            error = nil
        }
        if error == nil, let response {
            // An answer without a body may bring its head no sooner than its end.
            receive(response)
        }
        end(error.map { .failure(TransportError(anyError: $0)) } ?? .success(()))
    }

    func timeOut() {
        end(
            .failure(
                TransportError(code: .timedOut, message: "nothing came for \(request.timeoutInterval) seconds")
            )
        )
    }

    /// Ends the exchange, if it has not ended: the first outcome counts.
    private func end(_ outcome: Result<Void, TransportError>) {
        let ended = state.withLock { state -> State? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            let ended = state
            state.awaitingHead = nil
            state.reader = nil
            state.task = nil
            if case .all = ended.reader { state.chunks = [] }
            return ended
        }
        guard let ended else { return }
        if case .failure = outcome { ended.task?.cancel() }
        switch (ended.awaitingHead, outcome) {
        case (let continuation?, .failure(let error)): continuation.resume(throwing: error)
        case (let continuation?, .success):
            continuation.resume(throwing: TransportError(code: .malformedResponse, message: "no answer came"))
        case (nil, _): break
        }
        switch ended.reader {
        case .next(let continuation): continuation.resume(with: outcome.map { nil }.mapError { $0 })
        case .all(let continuation):
            var ended = ended
            continuation.resume(with: outcome.map { ended.takeAll() }.mapError { $0 })
        case nil: break
        }
    }
}

/// The reader's end of an exchange: released before the end, it cancels the request.
private final class URLSessionBody: ResponseBodyReader {
    private let exchange: URLSessionExchange

    init(_ exchange: URLSessionExchange) {
        self.exchange = exchange
    }

    func next() async throws -> Data? { try await exchange.next() }

    func collect(upTo limit: Int) async throws -> Data { try await exchange.collect(upTo: limit) }

    deinit { exchange.cancel() }
}
