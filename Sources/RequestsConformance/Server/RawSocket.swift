import Requests

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A socket's descriptor.
///
/// Any thread may close it while another thread is blocked in a call on it.
///
/// The descriptor number is returned to the system only after its last use, so it never refers to another file.
package final class RawSocket: Sendable {
    private struct State {
        let descriptor: Int32
        var users = 0
        var isClosed = false
    }

    private let state: Guarded<State>

    /// Takes over a descriptor, which is closed when the last reference to this object is released, at the latest.
    package init(adopting descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
        setOption(SO_NOSIGPIPE, level: SOL_SOCKET, to: Int32(1), of: descriptor)
        #endif
        state = Guarded(State(descriptor: descriptor))
    }

    deinit { close() }

    /// Runs a function with the descriptor number, which stays valid until the function returns.
    package func withDescriptor<Result>(_ body: (Int32) throws -> Result) throws -> Result {
        let descriptor = try state.withLock { state in
            guard !state.isClosed else { throw RawServerError.closed }
            state.users += 1
            return state.descriptor
        }
        defer {
            state.withLock { state in
                state.users -= 1
                if state.isClosed, state.users == 0 { closeDescriptor(descriptor) }
            }
        }
        return try body(descriptor)
    }

    /// Blocks until more bytes arrive; returns no bytes at the end.
    package func receive(upTo count: Int, flags: Int32 = 0) throws -> [UInt8] {
        try withDescriptor { descriptor in
            try [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
                initializedCount = try retrying("recv") { recv(descriptor, buffer.baseAddress, count, flags) }
            }
        }
    }

    /// Sends all bytes and never raises SIGPIPE.
    package func send(_ bytes: [UInt8]) throws {
        try withDescriptor { descriptor in
            try bytes.withUnsafeBytes { buffer in
                var rest = buffer[...]
                while !rest.isEmpty {
                    let part = UnsafeRawBufferPointer(rebasing: rest)
                    let count = try retrying("send") { sendBytes(part, to: descriptor) }
                    rest = rest.dropFirst(count)
                }
            }
        }
    }

    /// Waits until a few bytes can be sent without blocking; returns `false` if the time limit passes first.
    package func canSend(within limit: Duration) throws -> Bool {
        let (seconds, attoseconds) = limit.components
        let milliseconds = Int32(seconds) * 1_000 + Int32(attoseconds / 1_000_000_000_000_000)
        return try withDescriptor { descriptor in
            var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            return try retrying("poll") { poll(&entry, 1, milliseconds) } > 0
        }
    }

    /// Ends the sending half; the peer sees the end of the stream.
    package func finishSending() {
        try? withDescriptor { _ = shutdown($0, Int32(SHUT_WR)) }
    }

    /// Wakes every thread that is blocked in this socket.
    ///
    /// The descriptor stays open until `close()`.
    package func interrupt() {
        state.withLock { state in
            guard !state.isClosed || state.users > 0 else { return }
            _ = shutdown(state.descriptor, Int32(SHUT_RDWR))
        }
    }

    /// Closes the descriptor now, or when the last thread stops using it.
    package func close() {
        close { _ = shutdown($0, Int32(SHUT_RDWR)) }
    }

    /// Closes the socket so that the peer sees a reset (RST) instead of a normal end.
    package func reset() {
        try? withDescriptor { descriptor in
            setOption(SO_LINGER, level: SOL_SOCKET, to: linger(l_onoff: 1, l_linger: 0), of: descriptor)
        }
        // Only the reading half is shut down, because shutting down both halves would send a normal end first.
        close { _ = shutdown($0, Int32(SHUT_RD)) }
    }

    private func close(waking wake: (Int32) -> Void) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            if state.users == 0 { closeDescriptor(state.descriptor) } else { wake(state.descriptor) }
        }
    }
}

extension RawSocket {
    /// The flag for `receive(upTo:flags:)` that reads only the available bytes.
    package static var withoutBlocking: Int32 { Int32(MSG_DONTWAIT) }

    /// Disables the delay in which small pieces wait for more bytes.
    package func disableDelay() {
        try? withDescriptor { setOption(TCP_NODELAY, level: Int32(IPPROTO_TCP), to: Int32(1), of: $0) }
    }
}

/// Repeats a call that a signal interrupted; throws an error for a failure, `.closed` if the peer has disconnected.
@discardableResult
func retrying<Count: SignedInteger>(_ name: String, _ call: () -> Count) throws -> Count {
    while true {
        let count = call()
        if count >= 0 { return count }
        switch errno {
        case EINTR: continue
        case EPIPE, ECONNRESET, ENOTCONN: throw RawServerError.closed
        case let code: throw RawServerError.system(call: name, code: code)
        }
    }
}

private func setOption<Value: BitwiseCopyable>(_ name: Int32, level: Int32, to value: Value, of descriptor: Int32) {
    _ = withUnsafeBytes(of: value) {
        setsockopt(descriptor, level, name, $0.baseAddress, socklen_t($0.count))
    }
}

private func closeDescriptor(_ descriptor: Int32) {
    _ = close(descriptor)
}

private func sendBytes(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    #if canImport(Darwin)
    send(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
}
