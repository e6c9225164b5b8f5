#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import Synchronization

/// A session with a delegate of the library's, made from the configuration of a user's session that has none.
final class OwnedSession: Sendable {
    private let session: URLSession
    private let delegate = ExchangeDelegate()
    private let watchdog: IdleWatchdog

    private init(_ configuration: URLSessionConfiguration) {
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        watchdog = IdleWatchdog { [delegate] in delegate.active }
    }

    deinit {
        // Releases the delegate once the last task has ended.
        session.finishTasksAndInvalidate()
    }

    func task(with request: URLRequest, for exchange: URLSessionExchange) -> URLSessionTask {
        var request = request
        // Whole seconds here, and a trap for what is too large: the watchdog keeps the time, Foundation is out of its way.
        request.timeoutInterval = 2_147_483
        let task = session.dataTask(with: request)
        delegate.register(exchange, for: task)
        watchdog.watch(exchange)
        return task
    }

    // MARK: - One for each session of the user's

    private struct Entry {
        weak var original: URLSession?
        let owned: OwnedSession
    }

    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// The owned session of a user's session. It lives as long as that one, and is dropped when the next is made.
    static func `for`(_ session: URLSession) -> OwnedSession {
        let known = entries.withLock { entries -> OwnedSession? in
            guard let entry = entries[ObjectIdentifier(session)], entry.original === session else { return nil }
            return entry.owned
        }
        if let known { return known }
        let made = OwnedSession(session.configuration)
        return entries.withLock { entries in
            if let entry = entries[ObjectIdentifier(session)], entry.original === session { return entry.owned }
            entries = entries.filter { $0.value.original != nil }
            entries[ObjectIdentifier(session)] = Entry(original: session, owned: made)
            return made
        }
    }
}
#endif
