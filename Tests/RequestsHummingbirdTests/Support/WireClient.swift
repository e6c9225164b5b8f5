#if Hummingbird
import Dispatch
import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints

/// A client that sends and receives raw bytes.
final class WireClient: Sendable {
    private let socket: RawSocket
    private let text = Guarded("")

    init(port: Int) throws { socket = try .connected(toPort: port) }

    func send(_ text: String) throws { try socket.send(Array(text.utf8)) }

    func close() { socket.close() }

    /// Ends the sending half.
    func finishSending() { socket.finishSending() }

    /// Closes the socket so that the server sees a reset.
    func reset() { socket.reset() }

    /// Returns the received text up to and including `end`; by default, up to the end of the connection.
    func receive(through end: String? = nil) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { [self] in
                continuation.resume(with: Result { try read(through: end) })
            }
        }
    }

    private func read(through end: String?) throws -> String {
        while true {
            let found: String? = text.withLock { text in
                guard let end, let range = text.range(of: end) else { return nil }
                defer { text = String(text[range.upperBound...]) }
                return String(text[..<range.upperBound])
            }
            if let found { return found }
            let bytes = try socket.receive(upTo: 65_536)
            if bytes.isEmpty {
                return text.withLock { text in
                    defer { text = "" }
                    return text
                }
            }
            text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
        }
    }

    /// Sends a request on a connection that stays open, and then a second request, whose response is the text `next`.
    ///
    /// - Returns: The response to the first request.
    static func exchangeBeforeNext(_ request: String, port: Int) async throws -> String {
        let client = try WireClient(port: port)
        defer { client.close() }
        try client.send(request + "GET /next HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
        let text = try await client.receive()
        guard let range = text.range(of: "HTTP/1.1 200 OK\r\n", options: .backwards), text.hasSuffix("\r\n\r\nnext")
        else { return "no second response: " + text }
        return String(text[..<range.lowerBound])
    }

    /// Sends a request and closes the connection after its response.
    static func exchange(
        _ method: String, _ target: String, _ fields: [String] = [], _ body: String = "", after framed: String = "",
        port: Int
    ) async throws -> String {
        let client = try WireClient(port: port)
        defer { client.close() }
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        let lines = ["\(method) \(target) HTTP/1.1", "Host: test", "Connection: close"] + fields + length
        try client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + framed + body)
        return try await client.receive()
    }
}

extension String {
    var head: Substring { range(of: "\r\n\r\n").map { self[..<$0.lowerBound] } ?? self[...] }
    var body: Substring { range(of: "\r\n\r\n").map { self[$0.upperBound...] } ?? "" }

    /// The fields of a response, without those that every response has.
    var fields: [String] {
        head.split(separator: "\r\n").dropFirst().map(String.init).filter { !$0.lowercased().hasPrefix("date:") }
            .sorted()
    }
}
#endif
