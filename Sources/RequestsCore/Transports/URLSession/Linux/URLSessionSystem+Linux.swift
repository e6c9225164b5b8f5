#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

/// The platform-specific behavior of URLSession in swift-corelibs-foundation, which uses libcurl.
enum URLSessionSystem {
    /// The queue for the events of a session.
    static var delegateQueue: OperationQueue? { ImmediateQueue() }

    /// Returns the delegate of a session.
    static func delegate(_ delegate: SessionDelegate, checking trust: SessionTrust?) -> any URLSessionDelegate {
        delegate
    }

    /// Removes an empty cache from a configuration.
    ///
    /// Foundation looks up each request in the cache, but stores no response. The lookup costs a fifth of the requests
    /// per second. Worse, it starts the request on a low-priority thread. If the request is cancelled before that,
    /// Foundation can end the process: "Trying to access a behaviour for a task that in not in the registry". A cache
    /// that the user filled by hand stays.
    static func repair(_ configuration: URLSessionConfiguration) {
        guard let cache = configuration.urlCache, cache === URLCache.shared || cache.currentMemoryUsage == 0 else {
            return
        }
        configuration.urlCache = nil
    }

    /// Makes and starts a task on a queue, because Foundation may have to wait for the thread that serves all sessions.
    static func begin(_ work: @escaping @Sendable () -> Void) {
        Exchange.foundationCalls.async(execute: work)
    }

    /// Returns whether a message must not be sent on a pooled connection.
    ///
    /// If a pooled connection is lost, libcurl sends a message without content again, up to five times.
    static func needsNewConnection(_ request: OutgoingRequest) -> Bool {
        guard !request.isIdempotent else { return false }
        switch request.body {
        case .none: return true
        case .data(let data): return data.isEmpty
        case .file, .stream, .chunks: return false
        }
    }

    /// Makes a task that passes its events to an exchange.
    static func task(
        for exchange: Exchange, on session: URLSession, with names: Set<HeaderField.Name>
    ) throws -> URLSessionTask {
        session.dataTask(with: try exchange.sentRequest(onSessionWith: names))
    }

    /// Makes the body again when a task requests it; this also happens for each request without a body.
    static func makeStream(
        for exchange: Exchange?, _ completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(exchange?.sentStreamAgain())
    }

    /// Returns whether to tell a task that its redirect isn't followed.
    ///
    /// Telling a cancelled task would trap. The task's state can't change in the meantime.
    static func waitsForRedirect(_ task: URLSessionTask) -> Bool { task.state == .running }

    /// Returns the error for a head that Foundation should have rejected.
    static func problem(with response: HTTPURLResponse) -> TransportError? {
        guard response.expectedContentLength < 0, let length = response.unusableLength else { return nil }
        return TransportError(
            code: .malformedResponse, message: "the response has an invalid Content-Length: \"\(length)\"",
            head: ResponseHead(response)
        )
    }

    /// Indicates whether Foundation decodes content without detecting truncation.
    static var decodesWithoutCheck: Bool { true }

    /// The credentials for the proxies in the environment: libcurl sends them, and a response may repeat them.
    static var proxySecrets: [String] {
        var secrets: [String] = []
        for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            if let url = getenv(name) { secrets += Redaction.secrets(inProxyURL: String(cString: url)) }
        }
        return secrets
    }

    /// Returns the meaning of libcurl's error text; `nil` if Foundation's code is sufficient.
    static func meaning(of error: URLError) -> (RequestErrorCode, String)? { LibcurlMessage.meaning(of: error) }

    /// Sends one message with a user's session, and follows no redirect.
    static func send(_ request: OutgoingRequest, on session: URLSession) async throws -> TransportResponse {
        guard session.delegate == nil else { return try await sendAsItIs(request, on: session) }
        return try await Exchange.response(to: request) { try URLSessionTransport.for(session).task(for: $0) }
    }

    /// Sends one message with a session that has a custom delegate.
    ///
    /// Foundation ends the process if a task is cancelled while it completes, even by `invalidateAndCancel()`. A task
    /// is complete only after its handler has returned. So a completing task isn't cancelled any more, and the exchange
    /// ends only after the handler.
    private static func sendAsItIs(_ request: OutgoingRequest, on session: URLSession) async throws -> TransportResponse
    {
        try await Exchange(request, isUnpaused: true, hiding: proxySecrets).response { exchange in
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
                    // The cancelling continues on the task's queue after the call returns. Reading a property waits for
                    // it.
                    _ = task.priority
                }
            }
            if hasBegun { task.resume() }
        }
    }
}

extension HTTPURLResponse {
    /// The value of an invalid Content-Length, which libcurl ignores or reads in part (RFC 9112, section 6.3).
    fileprivate var unusableLength: String? {
        guard let text = value(forHTTPHeaderField: "Content-Length"),
            value(forHTTPHeaderField: "Transfer-Encoding") == nil
        else { return nil }
        let parts = Set(text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
        let isUsable =
            parts.count == 1 && parts.allSatisfy { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } && Int($0) != nil }
        return isUsable ? nil : text
    }
}
#endif
