#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

/// The behaviour of URLSession that differs between systems: here that of swift-corelibs-foundation, above libcurl.
enum URLSessionSystem {
    /// The queue for the events of a session.
    static var delegateQueue: OperationQueue? { ImmediateQueue() }

    /// Removes an empty cache from a configuration.
    ///
    /// Foundation asks a cache for each request, and stores no response. Asking costs a fifth of the requests per second. Worse,
    /// it moves the beginning of a request to a thread of low priority. There a cancel can come first and end the process:
    /// "Trying to access a behaviour for a task that in not in the registry". A cache that the user filled by hand stays.
    static func repair(_ configuration: URLSessionConfiguration) {
        guard let cache = configuration.urlCache, cache === URLCache.shared || cache.currentMemoryUsage == 0 else {
            return
        }
        configuration.urlCache = nil
    }

    /// Makes and starts a task on a queue, because Foundation may have to wait for the thread of all sessions.
    static func begin(_ work: @escaping @Sendable () -> Void) {
        Exchange.foundationCalls.async(execute: work)
    }

    /// Makes a task whose events go to an exchange.
    static func task(
        for exchange: Exchange, on session: URLSession, with names: Set<HeaderField.Name>
    ) throws -> URLSessionTask {
        session.dataTask(with: try exchange.sentRequest(onSessionWith: names))
    }

    /// Makes the body again for a task that asks for it, which happens for each request without a body.
    static func makeStream(
        for exchange: Exchange?, _ completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(exchange?.sentStreamAgain())
    }

    /// Indicates whether a task waits to learn that its redirect is not followed.
    ///
    /// A cancelled task no longer waits: it would trap. Its state can't change meanwhile.
    static func waitsForRedirect(_ task: URLSessionTask) -> Bool { task.state == .running }

    /// Returns the error for a head that Foundation should have rejected.
    static func problem(with response: HTTPURLResponse) -> TransportError? {
        guard response.expectedContentLength < 0, let length = response.unusableLength else { return nil }
        return TransportError(
            code: .malformedResponse, message: "the Content-Length of the response is \"\(length)\"",
            head: ResponseHead(response)
        )
    }

    /// Indicates whether Foundation decodes content without noticing that it was cut off.
    static var decodesWithoutCheck: Bool { true }

    /// Reads libcurl's text of an error; `nil` if the code of Foundation is sufficient.
    static func meaning(of error: URLError) -> (RequestErrorCode, String)? { LibcurlMessage.meaning(of: error) }

    /// Sends one message for a user's session, and follows no redirect.
    static func send(_ request: OutgoingRequest, on session: URLSession) async throws -> TransportResponse {
        guard session.delegate == nil else { return try await sendAsItIs(request, on: session) }
        return try await Exchange.response(to: request) { try URLSessionTransport.for(session).task(for: $0) }
    }

    /// Sends one message with a session that has a custom delegate.
    ///
    /// Foundation ends the process if a task is cancelled while it completes, and `invalidateAndCancel()` may do the same: a task
    /// is only complete after its handler. So a completing task is not cancelled any more, and the caller gets the end only after
    /// the task has got it.
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
                    // Cancelling continues after the call returns; this line waits for it, on the queue of the task.
                    _ = task.priority
                }
            }
            if hasBegun { task.resume() }
        }
    }
}

extension HTTPURLResponse {
    /// The value of an invalid Content-Length, which libcurl ignores or reads up to its last digit (RFC 9112, section 6.3).
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
