#if AsyncHTTPClient
import NIOCore
import Requests

/// The connections that clients opened to a front, and the decrypted bytes that arrived on each.
package final class FrontLog: Sendable {
    private let connections = Guarded<[(end: EventLoopFuture<Void>, bytes: [UInt8])]>([])

    package init() {}

    /// The bytes of each connection.
    package var bytes: [[UInt8]] { connections.withLock { $0.map(\.bytes) } }

    /// Adds a connection, and returns its number.
    func add(_ connection: any Channel) -> Int {
        connections.withLock { connections in
            connections.append((connection.closeFuture, []))
            return connections.count - 1
        }
    }

    func add(_ bytes: ByteBuffer, to number: Int) {
        connections.withLock { $0[number].bytes += Array(bytes.readableBytesView) }
    }

    /// Waits until all connections have ended.
    package nonisolated(nonsending) func waitForEnds() async throws {
        for end in connections.withLock({ $0.map(\.end) }) { try await end.get() }
    }
}
#endif
