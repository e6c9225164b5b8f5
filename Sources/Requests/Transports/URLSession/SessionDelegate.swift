import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Takes the events of tasks to their exchanges.
///
/// On Linux each comes on the thread that serves the connections of all sessions: nothing here may wait.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private let exchanges = Guarded<[Int: Exchange]>([:])

    func register(_ exchange: Exchange, for task: URLSessionTask) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    /// How many exchanges are on their way.
    var activeCount: Int { exchanges.withLock { $0.count } }

    /// Ends the exchanges that are on their way.
    func cancel() {
        for exchange in exchanges.withLock({ Array($0.values) }) { exchange.cancel() }
    }

    private func exchange(for task: URLSessionTask) -> Exchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(for: dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(for: dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(for: task)?.noteSent(Int(clamping: bytesSent))
    }

    // The library follows redirects itself: what is refused here is the answer.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        #if canImport(FoundationNetworking)
        // A task that is cancelled does not wait to hear any more: it would trap. Its state can't change meanwhile.
        guard task.state == .running else { return }
        #endif
        completionHandler(nil)
    }

    // Asked for where a request is sent again, and on Linux for each request without a body.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        #if canImport(FoundationNetworking)
        completionHandler(exchange(for: task)?.sentStreamAgain())
        #else
        completionHandler(exchange(for: task).flatMap { try? $0.request.makeBodyStream() })
        #endif
    }

    #if canImport(FoundationNetworking)
    // A 401 never completes here, unless its challenge is rejected; the whole body came before. Rejecting it cancels the
    // task, which has nothing left to do. Credentials are the request's own.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        if let response = challenge.failureResponse { exchange(for: task)?.complete(response, nil) }
        // It waits for this very thread.
        URLSessionTasks.calls.async { completionHandler(.rejectProtectionSpace, nil) }
    }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        exchange?.complete(task.response, error)
    }
}

extension Exchange {
    /// Takes the head as Foundation has it.
    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else {
            return fail(TransportError(code: .malformedResponse, message: "the answer is not one of HTTP"))
        }
        #if canImport(FoundationNetworking)
        if response.expectedContentLength < 0, let length = response.unusableLength {
            return fail(
                TransportError(
                    code: .malformedResponse, message: "the Content-Length of the answer is \"\(length)\"",
                    head: ResponseHead(response)
                )
            )
        }
        #endif
        let head = ResponseHead(response)
        if request.options.policy.compression == .asReceived, let coding = head.codingOfFoundation(for: request),
            !isFollowed(head)
        {
            return fail(TransportError.decoded(coding, of: head))
        }
        receive(head)
    }

    /// Ends the exchange with the task, or when a challenge has brought the whole answer.
    func complete(_ response: URLResponse?, _ error: (any Error)?) {
        if let error { return fail(error) }
        // An answer without a body may bring its head no sooner than its end.
        if let response, !hasHead { receive(response) }
        finish()
    }
}

extension ResponseHead {
    /// The coding of the content that Foundation undoes by itself.
    fileprivate func codingOfFoundation(for message: OutgoingRequest) -> String? {
        guard contentLength(for: message) != 0 else { return nil }
        return contentCodings.first { ["gzip", "x-gzip", "deflate", "br", "zstd"].contains($0.lowercased()) }
    }
}

extension RequestError<Never> {
    fileprivate static func decoded(_ coding: String, of head: ResponseHead) -> TransportError {
        TransportError(
            code: .malformedResponse,
            message:
                "URLSession undoes the Content-Encoding \(coding) by itself, so the bytes can't be had as they came; "
                + "send the request by AsyncHTTPClient, or ask for the content with Accept-Encoding: \(coding)",
            head: head
        )
    }
}

#if canImport(FoundationNetworking)
extension HTTPURLResponse {
    /// A Content-Length that is none, which libcurl passes over or takes for its first digits (RFC 9112, section 6.3).
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
