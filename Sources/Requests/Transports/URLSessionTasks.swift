import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Makes the tasks of URLSession whose events go to an exchange.
enum URLSessionTasks {
    #if canImport(FoundationNetworking)
    static func make(_ request: URLRequest, for exchange: URLSessionExchange, on session: URLSession) -> URLSessionTask {
        if session.delegate != nil {
            return session.dataTask(with: request) { data, response, error in
                if let data, !data.isEmpty, let response {
                    exchange.receive(response)
                    exchange.receive(data)
                }
                exchange.complete(response, error)
            }
        }
        return OwnedSession.for(session).task(with: request, for: exchange)
    }
    #else
    static func make(_ request: URLRequest, for exchange: URLSessionExchange, on session: URLSession) -> URLSessionTask {
        let task = session.dataTask(with: request)
        let delegate = ExchangeDelegate()
        delegate.register(exchange, for: task)
        // What it does not implement, the session's own delegate is asked.
        task.delegate = delegate
        return task
    }
    #endif
}
