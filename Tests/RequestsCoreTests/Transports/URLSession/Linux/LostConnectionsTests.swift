#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import Requests
import RequestsConformance
import TestSupport
import Testing

/// Connections that a server drops: libcurl has many texts for this, and Foundation has no code for some of them.
@Suite("URLSession on Linux, lost connections", .timeLimit(.minutes(1)))
struct LostConnectionsTests {
    /// Makes a server that holds the first requests until all have arrived, responds, and then drops the connections.
    private static func dropping(after count: Int, resets: Bool) -> @Sendable (RawConnection) throws -> Void {
        let gate = Gate(), arrived = Guarded(0)
        return { connection in
            _ = try connection.readRequest()
            let isLast = arrived.withLock { arrived in
                arrived += 1
                return arrived == count
            }
            if isLast { gate.open() }
            try gate.wait()
            try connection.send(RawServer.ok("hi"))
            _ = try connection.readRequest()
            if resets { connection.reset() }
        }
    }

    @Test(arguments: [HTTPMethod.get, .put], [false, true])
    func `a call that finds only connections that the server drops is lost`(
        _ method: HTTPMethod, _ resets: Bool
    ) async throws {
        let configuration = URLSessionConfiguration.default
        configuration.httpMaximumConnectionsPerHost = 8
        let transport = URLSessionTransport(configuration: configuration)
        try await withRawServer(Self.dropping(after: 8, resets: resets)) { server in
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { _ = try await transport.perform(server.api.get(.data, from: "/")) } }
                try await group.waitForAll()
            }
            let error = await #expect(throws: TransportError.self) {
                try await transport.perform(server.api.request(to: "/", using: method))
            }
            #expect(error?.code == .connectionLost, "\(String(describing: error?.message))")
        }
    }
}
#endif
