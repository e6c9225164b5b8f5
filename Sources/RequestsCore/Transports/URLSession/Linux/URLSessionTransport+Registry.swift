#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension URLSessionTransport {
    private struct Entry {
        weak var original: URLSession?
        let transport: URLSessionTransport
    }

    private static let entries = Guarded<[ObjectIdentifier: Entry]>([:])

    /// The number of known sessions.
    static var count: Int { entries.withLock { $0.count } }

    /// Returns the transport for a user's session that has no delegate.
    ///
    /// After the session is released, its transport is released when the next transport is made.
    static func `for`(_ session: URLSession) -> URLSessionTransport {
        if let known = entries.withLock({ known(session, in: $0) }) { return known }
        let made = URLSessionTransport(configuration: session.configuration)
        let (transport, dropped) = entries.withLock { entries -> (URLSessionTransport, [Entry]) in
            // Another thread may have made the transport in the meantime.
            if let known = known(session, in: entries) { return (known, []) }
            let dropped = entries.filter { $0.value.original == nil }
            for key in dropped.keys { entries[key] = nil }
            entries[ObjectIdentifier(session)] = Entry(original: session, transport: made)
            return (made, Array(dropped.values))
        }
        // Release outside the lock, because releasing a session calls Foundation.
        withExtendedLifetime(dropped) {}
        return transport
    }

    private static func known(
        _ session: URLSession, in entries: [ObjectIdentifier: Entry]
    ) -> URLSessionTransport? {
        guard let entry = entries[ObjectIdentifier(session)], entry.original === session else { return nil }
        return entry.transport
    }
}
#endif
