package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A server on 127.0.0.1 that responds as the target prescribes, on one thread, so that it hardly disturbs the client.
///
/// | target | response |
/// |---|---|
/// | `/json…` | a small JSON object |
/// | `/bytes/N` | N bytes |
/// | `/sink` | the JSON object, after the whole body has arrived |
/// | `/slow` | the same; a piece of the body is read every 10 ms |
/// | `/hang` | none |
/// | `/head` | half a head |
/// | `/half` | a head and half of the body |
/// | `/cut` | a head and half of the body; then the connection closes |
/// | `/drop` | none; the connection closes |
/// | `/hop/N` | a redirect to `/hop/N-1`; the last one gets no response |
///
/// A request with a body states its length.
package final class SoakServer {
    private let listener: Int32
    package let port: Int
    private var polled: [pollfd] = []
    private var connections: [SoakConnection] = []
    /// The buffer for content that is sent, and for content that is read.
    private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 262_144, alignment: 16)

    package init() throws {
        let listener = try Posix.check("socket") { socket(AF_INET, Posix.streamType, 0) }
        scratch.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "a"))
        let address = try Posix.bindLoopback(listener)
        _ = try Posix.check("listen") { listen(listener, 4_096) }
        Posix.prepare(listener)
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { scratch.deallocate() }

    /// Serves until the parent's pipe, given by its descriptor, is closed.
    package func run(until parent: Int32) {
        polled = [parent, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var nextTick = ContinuousClock.now
        while true {
            let waits = connections.contains(where: \.isSlow)
            guard poll(&polled, nfds_t(polled.count), waits ? 10 : -1) >= 0 || errno == EINTR else { return }
            if polled[0].revents != 0 { return }
            let isTick = waits && ContinuousClock.now >= nextTick
            if isTick { nextTick = .now + .milliseconds(10) }
            for index in connections.indices.reversed() {
                serve(index, isTick: isTick)
            }
            if polled[1].revents != 0 { acceptAll() }
        }
    }

    /// Serves on a separate thread while a body runs.
    package static func running<T>(_ body: (_ url: URL) async throws -> T) async throws -> T {
        let lifeline = Pipe()
        let reader = lifeline.fileHandleForReading
        defer { try? lifeline.fileHandleForWriting.close() }
        let port = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                do {
                    let server = try SoakServer()
                    continuation.resume(returning: server.port)
                    server.run(until: reader.fileDescriptor)
                } catch {
                    continuation.resume(throwing: error)
                }
                try? reader.close()
            }
        }
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw SoakFailure("no URL") }
        return try await body(url)
    }

    private func serve(_ index: Int, isTick: Bool) {
        let connection = connections[index]
        let events = Int32(polled[index + 2].revents)
        guard events != 0 || isTick && connection.isSlow else { return }
        var isOpen = true
        if events & (POLLIN | POLLHUP | POLLERR) != 0 || connection.isSlow { isOpen = connection.read() }
        if isOpen { isOpen = connection.write() }
        guard isOpen else {
            close(connection.descriptor)
            connections.swapAt(index, connections.count - 1)
            polled.swapAt(index + 2, polled.count - 1)
            connections.removeLast()
            polled.removeLast()
            return
        }
        polled[index + 2].events = Int16(connection.events)
        polled[index + 2].revents = 0
    }

    private func acceptAll() {
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { return }
            Posix.prepare(descriptor)
            connections.append(SoakConnection(descriptor, scratch: scratch))
            polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
    }
}

/// The system calls, with the same signatures on both platforms.
enum Posix {
    struct Failure: Error {
        let call: String
        let code: Int32
    }

    static func check(_ name: String, _ call: () -> Int32) throws -> Int32 {
        let result = call()
        guard result >= 0 else { throw Failure(call: name, code: errno) }
        return result
    }

    static func bindLoopback(_ listener: Int32) throws -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = try check("bind") { bind(listener, pointer, length) }
                _ = try check("getsockname") { getsockname(listener, pointer, &length) }
            }
        }
        return address
    }

    /// Turns off delays: the system sends bytes at once, and calls don't block.
    static func prepare(_ descriptor: Int32) {
        var yes: Int32 = 1
        _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    #if canImport(Glibc)
    static var streamType: Int32 { Int32(SOCK_STREAM.rawValue) }
    #else
    static var streamType: Int32 { SOCK_STREAM }
    #endif

    #if canImport(Darwin)
    static var noSignal: Int32 { 0 }
    #else
    static var noSignal: Int32 { Int32(MSG_NOSIGNAL) }
    #endif
}
