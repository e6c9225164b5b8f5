#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension URLSessionTransport {
    private struct Entry {
        weak var original: URLSession?
        let transport: URLSessionTransport
    }

    private static let entries = Guarded<[ObjectIdentifier: Entry]>([:])

    /// How many sessions are known.
    static var count: Int { entries.withLock { $0.count } }

    /// What sends for a user's session that has no delegate.
    ///
    /// It lives as long as that one, and is dropped when the next is made.
    static func `for`(_ session: URLSession) -> URLSessionTransport {
        let known = entries.withLock { entries -> URLSessionTransport? in
            guard let entry = entries[ObjectIdentifier(session)], entry.original === session else { return nil }
            return entry.transport
        }
        if let known { return known }
        let made = URLSessionTransport(configuration: session.configuration)
        let (transport, dropped) = entries.withLock { entries -> (URLSessionTransport, [Entry]) in
            if let entry = entries[ObjectIdentifier(session)], entry.original === session {
                return (entry.transport, [])
            }
            let dropped = entries.filter { $0.value.original == nil }
            for key in dropped.keys { entries[key] = nil }
            entries[ObjectIdentifier(session)] = Entry(original: session, transport: made)
            return (made, Array(dropped.values))
        }
        // Not under the lock: to release a session calls Foundation.
        withExtendedLifetime(dropped) {}
        return transport
    }
}
#endif
