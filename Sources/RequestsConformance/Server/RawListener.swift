#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A listening socket on 127.0.0.1, ::1 or a Unix socket; another thread can end its `accept()` on every platform.
final class RawListener: Sendable {
    /// The port chosen by the system; 0 for a Unix socket.
    let port: Int
    private let socket: RawSocket
    /// A socket pair that ends `accept()`: shutting down one end makes the other readable.
    private let waker: RawSocket
    private let wakened: RawSocket

    /// Listens on a Unix socket, and creates its file.
    init(unixSocket path: String) throws {
        (waker, wakened) = try RawSocket.pair()
        socket = try RawSocket.tcp(AF_UNIX)
        port = 0
        try socket.withDescriptor { descriptor in
            try retrying("bind") { withUnixAddress(path) { bind(descriptor, $0, $1) } }
            try retrying("listen") { listen(descriptor, SOMAXCONN) }
            try retrying("fcntl") { fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
        }
    }

    init(isIPv6: Bool = false) throws {
        (waker, wakened) = try RawSocket.pair()
        socket = try RawSocket.tcp(isIPv6 ? AF_INET6 : AF_INET)
        port = try socket.withDescriptor { descriptor in
            try retrying("bind") {
                isIPv6
                    ? withLoopbackOfIPv6 { bind(descriptor, $0, $1) }
                    : withLoopback(port: 0) { bind(descriptor, $0, $1) }
            }
            try retrying("listen") { listen(descriptor, SOMAXCONN) }
            // A peer may give up between poll and accept. Then accept must not block until the next peer connects.
            try retrying("fcntl") { fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
            return try localPort(of: descriptor)
        }
    }

    /// Blocks until the next connection arrives.
    ///
    /// - Throws: `RawServerError.closed` after `interrupt()`.
    func accept() throws -> RawSocket {
        while true {
            try waitUntilReadable()
            do {
                let accepted = try socket.withDescriptor(acceptDescriptor)
                accepted.disableDelay()
                return accepted
            } catch RawServerError.system(_, let code) where [EAGAIN, EWOULDBLOCK, ECONNABORTED].contains(code) {}
        }
    }

    /// Ends the current call of `accept()` and all later calls.
    func interrupt() {
        waker.interrupt()
    }

    /// Frees the port and the descriptors.
    func close() {
        for socket in [socket, waker, wakened] { socket.close() }
    }

    private func waitUntilReadable() throws {
        try socket.withDescriptor { listener in
            try wakened.withDescriptor { wakened in
                var polled = [listener, wakened].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                try retrying("poll") { poll(&polled, nfds_t(polled.count), -1) }
                if polled[1].revents != 0 { throw RawServerError.closed }
            }
        }
    }
}

extension RawSocket {
    /// Connects to a local port as a client.
    package static func connected(toPort port: Int) throws -> RawSocket {
        let socket = try tcp()
        try socket.withDescriptor { descriptor in
            _ = try retrying("connect") { withLoopback(port: UInt16(port)) { connect(descriptor, $0, $1) } }
        }
        socket.disableDelay()
        return socket
    }

    /// Makes a socket that has a local port, but does not listen on it.
    ///
    /// While the socket is open, connections to the port are refused. Otherwise, another process could take the freed port.
    package static func deaf() throws -> (socket: RawSocket, port: Int) {
        let socket = try tcp()
        let port = try socket.withDescriptor { descriptor in
            try retrying("bind") { withLoopback(port: 0) { bind(descriptor, $0, $1) } }
            return try localPort(of: descriptor)
        }
        return (socket, port)
    }

    fileprivate static func tcp(_ family: Int32 = AF_INET) throws -> RawSocket {
        RawSocket(adopting: try retrying("socket") { socket(family, streamType, 0) })
    }

    fileprivate static func pair() throws -> (RawSocket, RawSocket) {
        var ends: [Int32] = [-1, -1]
        try retrying("socketpair") { socketpair(AF_UNIX, streamType, 0, &ends) }
        return (RawSocket(adopting: ends[0]), RawSocket(adopting: ends[1]))
    }
}

private var streamType: Int32 {
    #if canImport(Glibc)
    Int32(SOCK_STREAM.rawValue)
    #else
    SOCK_STREAM
    #endif
}

private func acceptDescriptor(_ listener: Int32) throws -> RawSocket {
    let descriptor = try retrying("accept") { accept(listener, nil, nil) }
    // On Darwin, accepted sockets inherit the listener's flags.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    return RawSocket(adopting: descriptor)
}

private func localPort(of descriptor: Int32) throws -> Int {
    // This structure also fits an IPv4 address, and both store the port at the same offset.
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    try retrying("getsockname") {
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
    }
    return Int(UInt16(bigEndian: address.sin6_port))
}

private func withUnixAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // The last byte stays zero.
    withUnsafeMutableBytes(of: &address.sun_path) { $0.prefix($0.count - 1).copyBytes(from: path.utf8) }
    return withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

private func withLoopbackOfIPv6(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    // The address is ::1.
    withUnsafeMutableBytes(of: &address.sin6_addr) { $0[15] = 1 }
    return withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
        }
    }
}

private func withLoopback(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}
