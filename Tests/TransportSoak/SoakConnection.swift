import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// One connection of the server: it reads the available bytes, and responds as far as the peer receives.
final class SoakConnection {
    private enum State {
        case head
        case body(left: Int, response: [UInt8])
        /// No response follows.
        case silent
        /// The connection closes after the output.
        case ending
    }

    let descriptor: Int32
    private(set) var isSlow = false
    private var state = State.head
    private var used = 0
    private var input = [UInt8](repeating: 0, count: 4_096)
    private var output: ArraySlice<UInt8> = []
    /// The number of bytes of content that follow the output.
    private var content = 0
    private let scratch: UnsafeMutableRawBufferPointer

    init(_ descriptor: Int32, scratch: UnsafeMutableRawBufferPointer) {
        self.descriptor = descriptor
        self.scratch = scratch
    }

    var events: Int32 {
        (isSlow ? 0 : POLLIN) | (output.isEmpty && content == 0 ? 0 : POLLOUT)
    }

    // MARK: Reading

    /// Reads the available bytes; returns `false` at the end.
    func read() -> Bool {
        if case .head = state { return readHead() }
        var limit = isSlow ? 1 : 16
        while limit > 0 {
            limit -= 1
            let count = recv(descriptor, scratch.baseAddress, scratch.count, 0)
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
            take(count)
            // The next request waits for the response.
            if case .head = state { return true }
        }
        return true
    }

    private func readHead() -> Bool {
        let count = input.withUnsafeMutableBytes { bytes in
            recv(descriptor, bytes.baseAddress?.advanced(by: used), bytes.count - used, 0)
        }
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        used += count
        guard let end = endOfHead() else { return used < input.count }
        let rest = used - end
        used = 0
        if input.starts(with: Self.common) {
            output += Self.json
        } else {
            response(String(decoding: input[..<end], as: UTF8.self))
        }
        take(rest)
        return true
    }

    private func endOfHead() -> Int? {
        guard used >= 4 else { return nil }
        return input.withUnsafeBufferPointer { bytes in
            var index = 3
            while index < used {
                if bytes[index] == 0x0A, bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A { return index + 1 }
                index += 1
            }
            return nil
        }
    }

    private func take(_ count: Int) {
        guard case .body(let left, let response) = state else { return }
        if count < left {
            state = .body(left: left - count, response: response)
        } else {
            state = .head
            isSlow = false
            output += response
        }
    }

    // MARK: Responding

    private func response(_ head: String) {
        let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
        guard words.count > 1 else { return state = .silent }
        let target = words[1]
        let number = target.split(separator: "/").last.flatMap { Int($0) } ?? 0
        switch target.split(separator: "/").first {
        case "json":
            reply(Self.json, to: head, words[0])
        case "sink":
            reply(Self.json, to: head, words[0])
        case "slow":
            reply(Self.json, to: head, words[0])
            isSlow = true
        case "bytes":
            output += Array(Self.okay(length: number).utf8)
            content = number
        case "half":
            output += Array((Self.okay(length: 200_000) + String(repeating: "x", count: 100_000)).utf8)
            state = .silent
        case "head":
            output += Array("HTTP/1.1 200 OK\r\nContent-Type: app".utf8)
            state = .silent
        case "cut":
            output += Array((Self.okay(length: 2_000) + String(repeating: "x", count: 1_000)).utf8)
            state = .ending
        case "drop":
            state = .ending
        case "events":
            output += Array(Self.event(after: Self.number(after: "last-event-id:", in: head) ?? 0).utf8)
            state = .ending
        case "hop" where number > 0:
            let location = "/hop/\(number - 1)"
            output += Array("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n".utf8)
        default:
            state = .silent
        }
    }

    /// The start of the most frequent request.
    private static let common = Array("GET /json".utf8)

    private func reply(_ response: [UInt8], to head: String, _ method: Substring) {
        guard method != "GET", let length = Self.number(after: "content-length:", in: head), length > 0 else {
            output += response
            return
        }
        state = .body(left: length, response: response)
        if head.lowercased().contains("100-continue") { output += Array("HTTP/1.1 100 Continue\r\n\r\n".utf8) }
    }

    private static func number(after name: String, in head: String) -> Int? {
        for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix(name) {
            return Int(line.dropFirst(name.count).filter { $0 != " " })
        }
        return nil
    }

    /// Returns a response that breaks off after an event and the start of the next one.
    private static func event(after id: Int) -> String {
        let part = "id: \(id + 1)\ndata: a\n\nid: \(id + 2)\ndata: b\n"
        return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "\(String(part.utf8.count, radix: 16))\r\n\(part)\r\n"
    }

    private static func okay(length: Int, type: String = "application/octet-stream") -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(length)\r\n\r\n"
    }

    private static let json = Array(
        (okay(length: 24, type: "application/json") + #"{"id":1,"name":"engine"}"#).utf8
    )

    // MARK: Writing

    /// Sends as much as the peer receives; returns `false` if the peer is gone.
    func write() -> Bool {
        var limit = 16
        while limit > 0, !output.isEmpty || content > 0 {
            limit -= 1
            let isContent = output.isEmpty
            let count =
                isContent
                ? send(descriptor, scratch.baseAddress, min(scratch.count, content), Posix.noSignal)
                : output.withUnsafeBufferPointer { send(descriptor, $0.baseAddress, $0.count, Posix.noSignal) }
            guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
            if isContent { content -= count } else { output.removeFirst(count) }
        }
        if output.isEmpty { output = [] }
        if case .ending = state, output.isEmpty { return false }
        return true
    }
}
