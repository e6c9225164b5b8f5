import Dispatch
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request on its way through URLSession, and its answer on its way to the reader.
///
/// The delegate pushes, the reader pulls; both may end it. Nothing of Foundation's is called under the lock.
final class URLSessionExchange: Sendable {
    let request: OutgoingRequest
    private let state = Guarded(ExchangeState())

    init(_ request: OutgoingRequest) {
        self.request = request
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
        // Nothing is made for a task that was cancelled before.
        let task = state.withLock { $0.outcome == nil } ? URLSessionTasks.make(urlRequest, for: self, on: session) : nil
        let ended = state.withLock { state -> TransportError? in
            if case .failure(let error) = state.outcome { return error }
            state.task = task
            state.waiter = request.isReadAtOnce ? .answer(continuation) : .head(continuation)
            return nil
        }
        if let ended {
            task.map(Self.cancel)
            continuation.resume(throwing: ended)
        } else {
            task?.resume()
        }
    }

    func cancel() {
        end(.failure(TransportError(code: .cancelled, message: "the task was cancelled")))
    }

    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if let ready = state.withLock({ $0.next(continuation) }) { continuation.resume(with: ready) }
            }
        } onCancel: {
            cancel()
        }
    }

    func collect(upTo limit: Int) async throws -> Data {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard let ready = state.withLock({ $0.all(upTo: limit, continuation) }) else { return }
                // Another reader that is too much does not disturb the first.
                if case .failure(let error) = ready, error.code == .responseTooLarge { end(.failure(error)) }
                continuation.resume(with: ready)
            }
        } onCancel: {
            cancel()
        }
    }

    // MARK: From the delegate

    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else {
            return end(.failure(TransportError(code: .malformedResponse, message: "the answer is not one of HTTP")))
        }
        guard let continuation = state.withLock({ $0.takeHead(response) }) else { return }
        let body = ResponseBody(URLSessionBody(self))
        continuation.resume(returning: TransportResponse(head: ResponseHead(response), body: body))
    }

    func receive(_ data: Data) {
        switch state.withLock({ $0.receive(data, limit: request.options.responseSizeLimit) }) {
        case .kept: break
        case .handOver(let continuation): continuation.resume(returning: data)
        case .tooLarge(let limit): end(.failure(.tooLarge(limit)))
        }
    }

    func noteActivity() {
        state.withLock { $0.lastActivity = .now }
    }

    func makeBodyStream() -> InputStream? {
        try? request.makeBodyStream()
    }

    /// Follows one more redirect, or ends where it is refused.
    func redirect(
        after response: HTTPURLResponse, proposed: URLRequest, _ completionHandler: @Sendable (URLRequest?) -> Void
    ) {
        let redirects = state.withLock { state -> Int? in
            guard state.outcome == nil else { return nil }
            state.isRedirecting = true
            state.redirects += 1
            state.lastActivity = .now
            return state.redirects
        }
        // The task is cancelled, and Foundation does not wait for an answer any more: here it would trap.
        #if canImport(FoundationNetworking)
        guard let redirects else { return }
        #else
        guard let redirects else { return completionHandler(nil) }
        #endif
        do {
            guard redirects <= RedirectRule.limit else { throw TransportError.tooManyRedirects(response) }
            completionHandler(try RedirectRule.request(after: response, proposed: proposed, for: request))
        } catch {
            end(.failure(TransportError(anyError: error)))
            // Ends the task.
            return completionHandler(nil)
        }
        let cancelled = state.withLock { state -> URLSessionTask? in
            state.isRedirecting = false
            guard state.outcome != nil else { return nil }
            defer { state.task = nil }
            return state.task
        }
        cancelled.map(Self.cancel)
    }

    /// Ends the exchange with the task, or when a challenge has brought the whole answer.
    func complete(_ response: URLResponse?, _ error: (any Error)?) {
        // An answer without a body may bring its head no sooner than its end.
        if error == nil, let response { receive(response) }
        end(error.map { .failure(TransportError(anyError: $0)) } ?? .success(()))
    }

    func timeOut() {
        end(.failure(TransportError(code: .timedOut, message: "nothing came for \(request.timeoutInterval) seconds")))
    }

    private func end(_ outcome: @autoclosure () -> ExchangeState.Outcome) {
        guard let ending = state.withLock({ $0.end(outcome()) }) else { return }
        ending.task.map(Self.cancel)
        ending.resume()
    }

    /// Cancelling waits for the session's own queue, which a body that is read slowly holds up: nobody waits with it.
    private static func cancel(_ task: URLSessionTask) {
        cancelling.async { task.cancel() }
    }

    private static let cancelling = DispatchQueue(label: "Requests.cancelling", attributes: .concurrent)
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

extension RequestError<Never> {
    fileprivate static func tooManyRedirects(_ response: HTTPURLResponse) -> TransportError {
        TransportError(
            code: .tooManyRedirects,
            message: "the answer was redirected more than \(RedirectRule.limit) times",
            head: ResponseHead(response)
        )
    }
}
