#if AsyncHTTPClient
import AsyncHTTPClient
import NIOConcurrencyHelpers

/// The hosts that have responded to a client, and to which the client may still have connections.
///
/// A server can close such a connection just as a request is sent on it. That isn't a failure of the server.
final class KnownHosts: Sendable {
    /// A host with its port, as a hash.
    struct Host: Sendable {
        fileprivate let hash: Int

        init(_ request: HTTPClient.Request) {
            var hasher = Hasher()
            hasher.combine(request.host)
            hasher.combine(request.port)
            hash = hasher.finalize()
        }
    }

    private static let limit = 4_096

    private let hashes = NIOLockedValueBox<Set<Int>>([])

    /// Records a host; if there are too many hosts, forgets the others.
    func note(_ host: Host) {
        hashes.withLockedValue { hashes in
            if hashes.count >= Self.limit { hashes.removeAll() }
            hashes.insert(host.hash)
        }
    }

    /// Forgets a host, until it responds again.
    func forget(_ host: Host) {
        hashes.withLockedValue { _ = $0.remove(host.hash) }
    }

    func contains(_ host: Host) -> Bool { hashes.withLockedValue { $0.contains(host.hash) } }
}
#endif
