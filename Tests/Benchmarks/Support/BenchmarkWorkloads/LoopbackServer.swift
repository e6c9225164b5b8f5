package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A server on 127.0.0.1 that sends the same response to every GET and keeps connections open.
///
/// It is as fast as a server with a thread for each connection can be.
///
/// It runs until the process ends.
package struct LoopbackServer: Sendable {
    /// The URL of the server.
    package let baseURL: URL

    package struct Failure: Error {
        let call: String
        let code: Int32
    }

    /// Listens on a port that the system chooses.
    package init(body: String) throws {
        let listener = try Self.check("socket") { socket(AF_INET, Self.streamType, 0) }
        let address = try Self.bindLoopback(listener)
        _ = try Self.check("listen") { listen(listener, SOMAXCONN) }
        guard let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/v1") else {
            throw Failure(call: "URL", code: 0)
        }
        baseURL = url
        let response = Array(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                .utf8
        )
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { continue }
                Thread.detachNewThread { Self.serve(connection, response) }
            }
        }
    }

    /// Responds at the empty line after each head; a peer waits for the response before it sends the next request.
    private static func serve(_ connection: Int32, _ response: [UInt8]) {
        var yes: Int32 = 1
        _ = setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var used = 0
        while true {
            let count = buffer.withUnsafeMutableBytes { bytes in
                recv(connection, bytes.baseAddress?.advanced(by: used), bytes.count - used, 0)
            }
            guard count > 0 else { break }
            used += count
            guard used < buffer.count else { break }
            guard buffer[..<used].suffix(4).elementsEqual("\r\n\r\n".utf8) else { continue }
            used = 0
            guard send(connection, response, response.count, noSignal) == response.count else { break }
        }
        close(connection)
    }

    private static func bindLoopback(_ listener: Int32) throws -> sockaddr_in {
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

    private static func check(_ name: String, _ call: () -> Int32) throws -> Int32 {
        let result = call()
        guard result >= 0 else { throw Failure(call: name, code: errno) }
        return result
    }

    #if canImport(Glibc)
    private static var streamType: Int32 { Int32(SOCK_STREAM.rawValue) }
    #else
    private static var streamType: Int32 { SOCK_STREAM }
    #endif

    #if canImport(Darwin)
    private static var noSignal: Int32 { 0 }
    #else
    private static var noSignal: Int32 { Int32(MSG_NOSIGNAL) }
    #endif
}
