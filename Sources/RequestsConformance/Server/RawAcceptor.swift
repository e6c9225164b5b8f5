import Dispatch
import Foundation
import Requests

/// The threads of a server: one that accepts connections, and one for the script of each connection.
///
/// This class is separate from `RawServer`, so that the threads don't keep an unused server alive.
final class RawAcceptor: RawHost {
    private struct State {
        var requests: [RawRequest] = []
        var errors: [any Error] = []
        var connectionCount = 0
        var scriptCount = 0
        var open: [Int: RawConnection] = [:]
        var isStopped = false
    }

    let port: Int
    private let listener: RawListener
    private let script: @Sendable (RawConnection) throws -> Void
    private let state = Guarded(State())
    private let threads = DispatchGroup()

    init(_ listener: RawListener, _ script: @escaping @Sendable (RawConnection) throws -> Void) {
        self.listener = listener
        port = listener.port
        self.script = script
    }

    var requests: [RawRequest] { state.withLock(\.requests) }
    var errors: [any Error] { state.withLock(\.errors) }
    var connectionCount: Int { state.withLock(\.connectionCount) }

    func start() {
        spawn { acceptor in acceptor.acceptUntilInterrupted() }
    }

    /// Wakes every thread by ending its input, without waiting for the threads.
    func interrupt() {
        let connections = state.withLock { state in
            state.isStopped = true
            return state.open.values.map { $0 }
        }
        listener.interrupt()
        for connection in connections { connection.interrupt() }
    }

    /// Waits until the last thread has closed its descriptor.
    func join() {
        threads.wait()
    }

    private func acceptUntilInterrupted() {
        defer { listener.close() }
        do {
            while true { try serve(listener.accept()) }
        } catch {
            note(error)
        }
    }

    private func serve(_ socket: RawSocket) {
        state.withLock { $0.connectionCount += $0.isStopped ? 0 : 1 }
        run(socket, script)
    }

    func run(_ stream: any ByteStream, _ script: @escaping @Sendable (RawConnection) throws -> Void) {
        // The reference is weak because `open` holds the connection.
        let connection = RawConnection(stream, host: WeakHost(acceptor: self))
        let id: Int? = state.withLock { state in
            guard !state.isStopped else { return nil }
            state.scriptCount += 1
            state.open[state.scriptCount] = connection
            return state.scriptCount
        }
        guard let id else { return connection.close() }
        spawn { acceptor in
            do {
                try script(connection)
            } catch {
                acceptor.note(error)
            }
            connection.close()
            acceptor.state.withLock { $0.open[id] = nil }
        }
    }

    func record(_ request: RawRequest) {
        state.withLock { $0.requests.append(request) }
    }

    func note(_ error: any Error) {
        let isPeerClosing = error as? RawServerError == .closed
        state.withLock { state in
            // After the server was stopped, errors on the scripts' sockets are caused by the stop.
            if isPeerClosing || state.isStopped && error is RawServerError { return }
            state.errors.append(error)
        }
    }

    /// Starts a separate thread, because scripts block and would exhaust a pool.
    private func spawn(_ work: @escaping @Sendable (RawAcceptor) -> Void) {
        threads.enter()
        let thread = Thread { [self] in
            work(self)
            threads.leave()
        }
        thread.name = "RawServer"
        thread.stackSize = 512 * 1_024
        thread.start()
    }
}

/// A reference to the server of a connection that doesn't keep the server alive.
private struct WeakHost: RawHost {
    weak let acceptor: RawAcceptor?

    func record(_ request: RawRequest) { acceptor?.record(request) }

    func note(_ error: any Error) { acceptor?.note(error) }

    func run(_ stream: any ByteStream, _ script: @escaping @Sendable (RawConnection) throws -> Void) {
        acceptor?.run(stream, script)
    }
}
