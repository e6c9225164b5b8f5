import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Passes the events of tasks to their exchanges.
///
/// On Linux, events arrive on the thread that serves the connections of all sessions, so this code must not block.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private let exchanges = Guarded<[Int: Exchange]>([:])
    private let end = Guarded<(@Sendable () -> Void)?>(nil)

    func register(_ exchange: Exchange, for task: URLSessionTask) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    /// Sets a function to call when a task has ended.
    func whenEnded(_ end: @escaping @Sendable () -> Void) { self.end.withLock { $0 = end } }

    /// The number of active exchanges.
    var activeCount: Int { exchanges.withLock { $0.count } }

    /// Ends the active exchanges.
    func cancel() {
        for exchange in exchanges.withLock({ Array($0.values) }) { exchange.cancel() }
    }

    /// Returns the exchange that receives a task's events.
    func exchange(for task: URLSessionTask) -> Exchange? {
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

    // The library follows redirects itself: a redirect that is rejected here becomes the response.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        if URLSessionSystem.waitsForRedirect(task) { completionHandler(nil) }
    }

    // Foundation calls this when it sends a request again; on Linux, also for each request without a body; on Apple
    // platforms, also for each request whose body is a sequence.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        URLSessionSystem.makeStream(for: exchange(for: task), completionHandler)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        exchange?.complete(task.response, error)
        end.withLock { $0 }?()
    }
}
