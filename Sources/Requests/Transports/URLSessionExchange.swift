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

    /// Sends the request, and waits for the head of its answer, or for all of it where it is read at once.
    func start(_ urlRequest: URLRequest, on session: URLSession) async throws -> TransportResponse {
        try await withTaskCancellationHandler {
            // Nothing is made for a task that was cancelled before.
            if state.withLock({ $0.outcome == nil }) {
                let task = URLSessionTasks.make(urlRequest, for: self, on: session)
                let hasEnded = state.withLock { state in
                    state.task = task
                    return state.outcome != nil
                }
                if hasEnded { Self.cancel(task) } else { task.resume() }
            }
            if request.isReadAtOnce {
                let (response, data) = try await value { $0.takeAnswer() }
                return TransportResponse(head: ResponseHead(response), body: ResponseBody(data))
            }
            let response = try await value { $0.takeHead() }
            return TransportResponse(head: ResponseHead(response), body: ResponseBody(URLSessionBody(self)))
        } onCancel: {
            cancel()
        }
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
                return try await value { $0.takeAll(upTo: limit) }
            } catch {
                // Another reader that is too much does not disturb the first.
                if error.code == .responseTooLarge { end(.failure(error)) }
                throw error
            }
        } onCancel: {
            cancel()
        }
    }

    /// Takes a value as soon as it is there.
    private func value<Value: Sendable>(
        _ take: (inout ExchangeState) -> Result<Value, TransportError>?
    ) async throws(TransportError) -> Value {
        while true {
            if let value = state.withLock({ take(&$0) }) { return try value.get() }
            await withCheckedContinuation { continuation in
                if !state.withLock({ $0.keep(continuation) }) { continuation.resume() }
            }
        }
    }

    // MARK: From the delegate

    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else {
            return end(.failure(TransportError(code: .malformedResponse, message: "the answer is not one of HTTP")))
        }
        state.withLock { $0.receive(response) }?.resume()
    }

    func receive(_ data: Data) {
        do throws(TransportError) {
            let limit = request.options.policy.responseSizeLimit
            try state.withLock { state throws(TransportError) in try state.receive(data, limit: limit) }?.resume()
        } catch {
            end(.failure(error))
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
        guard let redirects else {
            #if !canImport(FoundationNetworking)
            completionHandler(nil)
            #endif
            // The task is cancelled. Foundation on Linux does not wait to hear any more: it would trap.
            return
        }
        do throws(TransportError) {
            guard redirects <= RedirectRule.limit else { throw .tooManyRedirects(response) }
            completionHandler(try RedirectRule.request(after: response, proposed: proposed, for: request))
        } catch {
            end(.failure(error))
            // Ends the task.
            return completionHandler(nil)
        }
        let cancelled = state.withLock { state -> URLSessionTask? in
            state.isRedirecting = false
            return state.outcome == nil ? nil : state.task
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
        let ended = state.withLock { state in
            state.end(outcome().mapError { $0.with(request: request) as TransportError })
        }
        guard let (task, waiter) = ended else { return }
        task.map(Self.cancel)
        waiter?.resume()
    }

    /// Cancelling waits for the session's own queue, which a body that is read slowly holds up: nobody waits with it.
    private static func cancel(_ task: URLSessionTask) {
        cancelling.async { task.cancel() }
    }

    private static let cancelling = DispatchQueue(label: "Requests.cancelling", attributes: .concurrent)
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
