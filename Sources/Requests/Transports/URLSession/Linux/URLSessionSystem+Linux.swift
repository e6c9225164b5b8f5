#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

/// The behaviour of URLSession that differs between systems: here that of swift-corelibs-foundation, above libcurl.
enum URLSessionSystem {
    /// The queue that Foundation gives the events of a session to.
    static var delegateQueue: OperationQueue? { ImmediateQueue() }

    /// Removes a cache that has nothing to give from a configuration.
    ///
    /// Foundation asks a cache for each request, and stores no response. Asking costs a fifth of the requests per second.
    /// Worse, it puts the beginning of a request off to a thread of low priority, where a cancel can overtake it and end the
    /// process: "Trying to access a behaviour for a task that in not in the registry". A cache of the user's own that was
    /// filled by hand stays.
    static func repair(_ configuration: URLSessionConfiguration) {
        guard let cache = configuration.urlCache, cache === URLCache.shared || cache.currentMemoryUsage == 0 else {
            return
        }
        configuration.urlCache = nil
    }

    /// Makes and starts a task, on a queue: Foundation may wait for the thread of all sessions, and nobody waits with it.
    static func begin(_ work: @escaping @Sendable () -> Void) {
        Exchange.foundationCalls.async(execute: work)
    }

    /// Makes a task whose events go to an exchange.
    static func task(
        for exchange: Exchange, on session: URLSession, with names: Set<HeaderField.Name>
    ) throws -> URLSessionTask {
        session.dataTask(with: try exchange.sentRequest(onSessionWith: names))
    }

    /// Makes the body once more for a task that asks for it, which it does for each request without a body.
    static func streamAgain(for exchange: Exchange?) -> InputStream? { exchange?.sentStreamAgain() }

    /// Indicates whether a task waits to hear that its redirect is not followed.
    ///
    /// A cancelled task no longer waits: it would trap. Its state can't change meanwhile.
    static func waitsForRedirect(_ task: URLSessionTask) -> Bool { task.state == .running }

    /// Returns the error of a head that Foundation should have refused.
    static func problem(with response: HTTPURLResponse) -> TransportError? {
        guard response.expectedContentLength < 0, let length = response.unusableLength else { return nil }
        return TransportError(
            code: .malformedResponse, message: "the Content-Length of the response is \"\(length)\"",
            head: ResponseHead(response)
        )
    }

    /// Reads libcurl's text of an error; `nil` if the code of Foundation says enough.
    static func meaning(of error: URLError) -> (RequestErrorCode, String)? { CurlText.meaning(of: error) }

    /// Sends one message for a user's session, and follows no redirect.
    static func send(_ request: OutgoingRequest, on session: URLSession) async throws -> TransportResponse {
        guard session.delegate == nil else { return try await sendAsItIs(request, on: session) }
        return try await Exchange.response(to: request) { try URLSessionTransport.for(session).task(for: $0) }
    }

    /// Sends one message by a session that has a delegate of its own.
    ///
    /// Foundation ends the process if a task is cancelled while it completes, as `invalidateAndCancel()` may do, too: the
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
}

extension HTTPURLResponse {
    /// A Content-Length that is not one, which libcurl ignores or reads up to its last digit (RFC 9112, section 6.3).
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
