import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Makes the tasks of URLSession whose events go to an exchange.
enum URLSessionTasks {
    /// Sends one message, and follows no redirect.
    static func send(_ request: OutgoingRequest, on session: URLSession) async throws -> TransportResponse {
        try await Exchange(request).response { exchange in
            let task = make(try request.toURLRequest(), for: exchange, on: session)
            // Cancelling waits for the session's own queue, which a body that is read slowly holds up: nobody waits with it.
            if exchange.began(cancel: { cancelling.async { task.cancel() } }) { task.resume() }
        }
    }

    private static let cancelling = DispatchQueue(label: "Requests.cancelling", attributes: .concurrent)

    #if canImport(FoundationNetworking)
    static func make(
        _ request: URLRequest, for exchange: Exchange, on session: URLSession
    ) -> URLSessionTask {
        var request = request
        // Whole seconds here, and a trap for what is too large: the exchange keeps the time, Foundation is out of its way.
        request.timeoutInterval = 2_147_483
        guard session.delegate != nil else { return OwnedSession.for(session).task(with: request, for: exchange) }
        return session.dataTask(with: request) { data, response, error in
            if let response {
                exchange.receive(response)
                if let data { exchange.receive(data) }
            }
            exchange.complete(response, error)
        }
    }
    #else
    static func make(
        _ request: URLRequest, for exchange: Exchange, on session: URLSession
    ) -> URLSessionTask {
        var request = request
        request.httpShouldHandleCookies = false
        // The exchange keeps the time.
        request.timeoutInterval = 2_147_483
        let task = plainTask(with: request, body: exchange.request.body, on: session)
        let delegate = SessionDelegate()
        delegate.register(exchange, for: task)
        // What it does not implement, the session's own delegate is asked.
        task.delegate = delegate
        return task
    }
    #endif

    /// A task that reports to the delegate of its session.
    ///
    /// A file goes with its length, not in chunks.
    static func plainTask(with request: URLRequest, body: RequestBody, on session: URLSession) -> URLSessionTask {
        guard case .file(let url) = body else { return session.dataTask(with: request) }
        var request = request
        request.httpBodyStream = nil
        return session.uploadTask(with: request, fromFile: url)
    }
}
