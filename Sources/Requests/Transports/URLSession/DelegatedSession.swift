import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A Foundation session that passes its events to exchanges; invalidated with its last reference.
final class DelegatedSession: Sendable {
    private let session: URLSession
    private let delegate = SessionDelegate()
    /// The names of the fields that the configuration adds to every request.
    private let fieldNames: Set<HeaderField.Name>

    init(_ configuration: URLSessionConfiguration) {
        fieldNames = configuration.fieldNames
        session = URLSession(
            configuration: Self.repaired(configuration), delegate: delegate,
            delegateQueue: URLSessionSystem.delegateQueue
        )
    }

    deinit {
        // Releases the delegate once the last task has ended.
        session.finishTasksAndInvalidate()
    }

    /// Removes everything from a configuration that would bypass the policy.
    ///
    /// This includes cookies, credentials, and on Linux an empty cache.
    private static func repaired(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        guard let copy = configuration.copy() as? URLSessionConfiguration else { return configuration }
        copy.httpCookieStorage = nil
        copy.httpShouldSetCookies = false
        copy.httpCookieAcceptPolicy = .never
        copy.urlCredentialStorage = nil
        URLSessionSystem.repair(copy)
        return copy
    }

    /// The number of active exchanges.
    var activeCount: Int { delegate.activeCount }

    /// Ends the active exchanges.
    func cancel() { delegate.cancel() }

    /// Makes a task that passes its events to an exchange.
    func task(for exchange: Exchange) throws -> URLSessionTask {
        let task = try URLSessionSystem.task(for: exchange, on: session, with: fieldNames)
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
