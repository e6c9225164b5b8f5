#if canImport(FoundationNetworking)
import Dispatch
import Foundation
import FoundationNetworking

/// A session with a delegate of the library's, made from the configuration of a user's session that has none.
final class OwnedSession: Sendable {
    private let session: URLSession
    private let delegate = SessionDelegate()

    init(_ configuration: URLSessionConfiguration) {
        session = URLSession(
            configuration: Self.withoutIdleCache(configuration), delegate: delegate, delegateQueue: nil
        )
    }

    /// A configuration without a cache that has nothing to give: Foundation asks for each request here, and stores no answer.
    ///
    /// Asking costs a fifth of the requests per second. Worse, it puts the beginning of a request off to a thread of low
    /// priority, where a cancel can overtake it and end the process: "Trying to access a behaviour for a task that in not
    /// in the registry". A cache of the user's own that was filled by hand stays.
    private static func withoutIdleCache(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        guard let cache = configuration.urlCache, cache === URLCache.shared || cache.currentMemoryUsage == 0,
            let copy = configuration.copy() as? URLSessionConfiguration
        else { return configuration }
        copy.urlCache = nil
        return copy
    }

    deinit {
        // Releases the delegate once the last task has ended.
        session.finishTasksAndInvalidate()
    }

    /// How many exchanges are on their way.
    var activeCount: Int { delegate.activeCount }

    func task(with request: URLRequest, for exchange: Exchange) -> URLSessionTask {
        let task = URLSessionTasks.plainTask(with: request, body: exchange.request.body, on: session)
        delegate.register(exchange, for: task)
        return task
    }

    // MARK: - One for each session of the user's

    private struct Entry {
        weak var original: URLSession?
        let owned: OwnedSession
    }

    private static let entries = Guarded<[ObjectIdentifier: Entry]>([:])

    /// How many sessions are known.
    static var count: Int { entries.withLock { $0.count } }

    /// The owned session of a user's session.
    ///
    /// It lives as long as that one, and is dropped when the next is made.
    static func `for`(_ session: URLSession) -> OwnedSession {
        let known = entries.withLock { entries -> OwnedSession? in
            guard let entry = entries[ObjectIdentifier(session)], entry.original === session else { return nil }
            return entry.owned
        }
        if let known { return known }
        let made = OwnedSession(session.configuration)
        let (owned, dropped) = entries.withLock { entries -> (OwnedSession, [Entry]) in
            if let entry = entries[ObjectIdentifier(session)], entry.original === session { return (entry.owned, []) }
            let dropped = entries.filter { $0.value.original == nil }
            for key in dropped.keys { entries[key] = nil }
            entries[ObjectIdentifier(session)] = Entry(original: session, owned: made)
            return (made, Array(dropped.values))
        }
        // Not under the lock: to release a session calls Foundation.
        withExtendedLifetime(dropped) {}
        return owned
    }
}
#endif
