package import Foundation
import Requests

/// A scripted server on 127.0.0.1, or on a Unix socket.
///
/// For every accepted connection, the server runs a blocking script on a separate thread. It records the requests that
/// the scripts read. A connection closes when its script returns or throws.
package final class RawServer: Sendable {
    /// Makes a URL at which clients reach a local port, and a function that closes the front.
    package typealias Front = @Sendable (_ port: Int) throws -> (url: URL, stop: @Sendable () -> Void)

    /// The base URL, `http://127.0.0.1:port` or `http://[::1]:port` if there is no front, without a trailing slash.
    package let baseURL: URL
    private let acceptor: RawAcceptor
    /// Closes the front.
    private let stopFront: @Sendable () -> Void

    /// Listens on a port chosen by the system.
    ///
    /// - Throws: `RawServerError.system` if the socket can't be made, for example if there are no descriptors left.
    package init(isIPv6: Bool = false, _ script: @escaping @Sendable (RawConnection) throws -> Void) throws {
        acceptor = RawAcceptor(try RawListener(isIPv6: isIPv6), script)
        guard let url = URL(string: "http://\(isIPv6 ? "[::1]" : "127.0.0.1"):\(acceptor.port)") else {
            throw RawServerError.closed
        }
        baseURL = url
        stopFront = {}
        acceptor.start()
    }

    /// Listens on a Unix socket, and creates its file.
    package init(unixSocket path: String, _ script: @escaping @Sendable (RawConnection) throws -> Void) throws {
        acceptor = RawAcceptor(try RawListener(unixSocket: path), script)
        baseURL = URL(unixSocket: path)
        stopFront = {}
        acceptor.start()
    }

    /// Listens on a port chosen by the system.
    ///
    /// Clients reach the port through a front.
    init(behind front: Front, _ script: @escaping @Sendable (RawConnection) throws -> Void) throws {
        acceptor = RawAcceptor(try RawListener(), script)
        acceptor.start()
        do {
            (baseURL, stopFront) = try front(acceptor.port)
        } catch {
            acceptor.interrupt()
            throw error
        }
    }

    deinit {
        acceptor.interrupt()
        stopFront()
    }

    /// The port that clients connect to.
    package var port: Int { baseURL.port ?? acceptor.port }

    /// The base URL as text: `http://127.0.0.1:port` if there is no front.
    package var origin: String { "\(baseURL.scheme ?? "http")://127.0.0.1:\(port)" }

    /// The requests that `RawConnection.readRequest()` has read so far, in order.
    package var requests: [RawRequest] { acceptor.requests }

    /// The number of connections accepted so far.
    package var connectionCount: Int { acceptor.connectionCount }

    /// The errors thrown by scripts, except for those caused by a closing peer or by `stop()`.
    package var errors: [any Error] { acceptor.errors }

    /// Closes the listener and all connections, and joins all threads.
    ///
    /// If the function is called again, the call also waits. A script must not call this function. A script that waits
    /// for a `Gate` delays the stop.
    package func stop() {
        acceptor.interrupt()
        stopFront()
        acceptor.join()
    }
}

/// Runs a function with a scripted server, and always stops the server afterwards.
package nonisolated(nonsending) func withRawServer<T>(
    _ script: @escaping @Sendable (RawConnection) throws -> Void,
    _ body: nonisolated(nonsending) (RawServer) async throws -> T
) async throws -> T {
    try await running(RawServer(script), body)
}

/// Runs a function with a server that responds to each request, and always stops the server afterwards.
package nonisolated(nonsending) func withRawServer<T>(
    responding response: @escaping @Sendable (RawRequest) -> String,
    _ body: nonisolated(nonsending) (RawServer) async throws -> T
) async throws -> T {
    try await running(RawServer.responding(response), body)
}

/// Runs a function with a scripted HTTP/2 server that clients reach through a front, and always stops the server
/// afterwards.
package nonisolated(nonsending) func withRawServer<T>(
    http2 front: @escaping RawServer.Front, _ script: @escaping @Sendable (RawConnection) throws -> Void,
    _ body: nonisolated(nonsending) (RawServer) async throws -> T
) async throws -> T {
    try await running(RawServer(http2: front, script), body)
}

nonisolated(nonsending) private func running<T>(
    _ server: RawServer,
    _ body: nonisolated(nonsending) (RawServer) async throws -> T
) async throws -> T {
    let result: Result<T, any Error>
    do {
        result = .success(try await body(server))
    } catch {
        result = .failure(error)
    }
    // Joining blocks the thread, which must not belong to Swift's pool.
    await withCheckedContinuation { continuation in
        Thread {
            server.stop()
            continuation.resume()
        }.start()
    }
    return try result.get()
}
