import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Makes the tasks of URLSession whose events go to an exchange.
enum URLSessionTasks {
    /// Sends one message, and follows no redirect.
    static func send(_ request: OutgoingRequest, on session: URLSession) async throws -> TransportResponse {
        #if canImport(FoundationNetworking)
        guard session.delegate == nil else { return try await sendAsItIs(request, on: session) }
        return try await send(request) { try URLSessionTransport.for(session).task(for: $0) }
        #else
        try await send(request) { try make(for: $0, on: session) }
        #endif
    }

    /// Sends one message by a task.
    static func send(
        _ request: OutgoingRequest, by make: @escaping @Sendable (Exchange) throws -> URLSessionTask
    ) async throws -> TransportResponse {
        try await Exchange(request, isUnpaused: true).response { exchange in
            #if canImport(FoundationNetworking)
            calls.async { start(exchange, by: make) }
            #else
            start(exchange, by: make)
            #endif
        }
    }

    private static func start(_ exchange: Exchange, by make: (Exchange) throws -> URLSessionTask) {
        guard !exchange.hasEnded else { return }
        do {
            let task = try make(exchange)
            if exchange.began(cancel: { calls.async { task.cancel() } }) { task.resume() }
        } catch {
            exchange.fail(error)
        }
    }

    /// Where Foundation is called that may not answer at once.
    ///
    /// On Linux one thread serves the connections of all sessions, and making, starting and cancelling a task waits until it
    /// has a moment, which may be long where an answer comes fast: nobody waits with it.
    static let calls = DispatchQueue(label: "Requests.URLSession")

    #if canImport(FoundationNetworking)
    /// Sends one message by a session that has a delegate of its own.
    ///
    /// Foundation ends the process where a task is cancelled while it completes, as `invalidateAndCancel()` may do, too: the
    /// task is complete only after its handler. So one that completes is not cancelled any more, and the caller hears of an
    /// end when the task has heard of it.
    private static func sendAsItIs(_ request: OutgoingRequest, on session: URLSession) async throws -> TransportResponse
    {
        try await Exchange(request, isUnpaused: true).response { exchange in
            let isComplete = Guarded(false)
            let task = session.dataTask(with: try exchange.sentRequest(onSessionWith: session.configuration.fieldNames))
            { data, response, error in
                isComplete.withLock { $0 = true }
                session.delegateQueue.addBarrierBlock {
                    if let response {
                        exchange.receive(response)
                        if let data { exchange.receive(data) }
                    }
                    exchange.complete(response, error)
                }
            }
            let hasBegun = exchange.began {
                isComplete.withLock { isComplete in
                    if isComplete { return }
                    task.cancel()
                    // Cancelling goes on after it returned; this waits for it, on the queue of the task.
                    _ = task.priority
                }
            }
            if hasBegun { task.resume() }
        }
    }
    #else
    private static func make(for exchange: Exchange, on session: URLSession) throws -> URLSessionTask {
        let task = try plainTask(for: exchange.request, on: session, with: session.configuration.fieldNames)
        let delegate = SessionDelegate()
        delegate.register(exchange, for: task)
        // What it does not implement, the session's own delegate is asked.
        task.delegate = delegate
        return task
    }

    /// A task that reports to a delegate.
    ///
    /// A file goes with its length, not in chunks.
    static func plainTask(
        for request: OutgoingRequest, on session: URLSession, with names: Set<HeaderField.Name>
    ) throws -> URLSessionTask {
        var sent = request
        sent.removeStandardUserAgent(because: names)
        var urlRequest = try sent.toURLRequest()
        urlRequest.httpShouldHandleCookies = false
        // The exchange keeps the time.
        urlRequest.timeoutInterval = 2_147_483
        guard case .file(let url) = request.body else { return session.dataTask(with: urlRequest) }
        urlRequest.httpBodyStream = nil
        return session.uploadTask(with: urlRequest, fromFile: url)
    }
    #endif
}
