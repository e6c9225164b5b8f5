import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session of Foundation's whose events go to exchanges; invalidated with its last reference.
final class DelegatedSession: Sendable {
    private let session: URLSession
    private let delegate = SessionDelegate()
    /// The names of the fields that the configuration has for all requests.
    private let fieldNames: Set<HeaderField.Name>

    init(_ configuration: URLSessionConfiguration) {
        #if canImport(FoundationNetworking)
        let queue: OperationQueue? = ImmediateQueue()
        #else
        let queue: OperationQueue? = nil
        #endif
        fieldNames = configuration.fieldNames
        session = URLSession(
            configuration: Self.repaired(configuration), delegate: delegate, delegateQueue: queue
        )
    }

    deinit {
        // Releases the delegate once the last task has ended.
        session.finishTasksAndInvalidate()
    }

    /// A configuration without what would act behind the policy's back: cookies, credentials, and on Linux a cache that has
    /// nothing to give.
    ///
    /// Foundation asks a cache for each request there, and stores no answer. Asking costs a fifth of the requests per second.
    /// Worse, it puts the beginning of a request off to a thread of low priority, where a cancel can overtake it and end the
    /// process: "Trying to access a behaviour for a task that in not in the registry". A cache of the user's own that was
    /// filled by hand stays.
    private static func repaired(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        guard let copy = configuration.copy() as? URLSessionConfiguration else { return configuration }
        copy.httpCookieStorage = nil
        copy.httpShouldSetCookies = false
        copy.httpCookieAcceptPolicy = .never
        copy.urlCredentialStorage = nil
        #if canImport(FoundationNetworking)
        if let cache = copy.urlCache, cache === URLCache.shared || cache.currentMemoryUsage == 0 { copy.urlCache = nil }
        #endif
        return copy
    }

    /// How many exchanges are on their way.
    var activeCount: Int { delegate.activeCount }

    /// Ends the exchanges that are on their way.
    func cancel() { delegate.cancel() }

    /// Makes a task whose events go to an exchange.
    func task(for exchange: Exchange) throws -> URLSessionTask {
        #if canImport(FoundationNetworking)
        let task = session.dataTask(with: try exchange.sentRequest(onSessionWith: fieldNames))
        #else
        let task = try URLSessionTasks.plainTask(for: exchange.request, on: session, with: fieldNames)
        #endif
        delegate.register(exchange, for: task)
        return task
    }
}

extension URLSessionConfiguration {
    /// The names of the fields that Foundation adds to every request.
    var fieldNames: Set<HeaderField.Name> {
        Set((httpAdditionalHeaders ?? [:]).keys.compactMap { ($0.base as? String).map { HeaderField.Name($0) } })
    }
}
