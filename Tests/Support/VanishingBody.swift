import Foundation
package import Requests
package import RequestsConformance

/// A body that can't be made again once the server has closed its connection, and a script for this server.
package final class VanishingBody: Sendable {
    private struct Gone: Error {}

    private let isLost = Guarded(false)
    private let laterCalls = Counter()

    package init() {}

    package var body: BodyProvider {
        BodyProvider { _, _ in
            .stream(length: 7) { [self] in
                // The first call after the loss checks whether the body can be made again.
                if isLost.withLock(\.self), laterCalls.next() > 1 { throw Gone() }
                return InputStream(data: Data("content".utf8))
            }
        }
    }

    /// Responds to GET requests, and closes the connection at the first request with another method.
    @Sendable package func serve(_ connection: RawConnection) throws {
        while try connection.readRequest().method == "GET" { try connection.send(RawServer.ok("hi")) }
        isLost.withLock { $0 = true }
    }
}
