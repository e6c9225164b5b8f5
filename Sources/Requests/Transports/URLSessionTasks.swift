import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Makes the tasks of URLSession whose events go to an exchange.
enum URLSessionTasks {
    #if canImport(FoundationNetworking)
    static func make(
        _ request: URLRequest, for exchange: URLSessionExchange, on session: URLSession
    ) -> URLSessionTask {
        guard session.delegate != nil else { return OwnedSession.for(session).task(with: request, for: exchange) }
        var request = request
        // Whole seconds: a fraction would be none.
        request.timeoutInterval = request.timeoutInterval.rounded(.up)
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
        _ request: URLRequest, for exchange: URLSessionExchange, on session: URLSession
    ) -> URLSessionTask {
        let task = plainTask(with: request, body: exchange.request.body, on: session)
        let delegate = ExchangeDelegate()
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
