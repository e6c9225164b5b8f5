import Foundation
import Testing

@testable import RequestsConformance

/// A client that sends frames to a server with prior knowledge, and reads the server's frames.
final class HTTP2TestClient {
    private let socket: RawSocket
    private var encoder = HPACKEncoder()
    private var decoder = HPACKDecoder()
    private var bytes: [UInt8] = []

    init(_ server: RawServer, settings: [(HTTP2Setting, Int)] = []) throws {
        socket = try RawSocket.connected(toPort: server.port)
        try socket.send(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + HTTP2Frame.settings(settings).bytes)
    }

    deinit { socket.close() }

    func send(_ frames: HTTP2Frame...) throws {
        try socket.send(frames.flatMap(\.bytes))
    }

    /// Sends the head of a request.
    func request(
        _ stream: Int, _ method: String = "GET", _ path: String = "/", _ fields: [HPACKField] = [], ends: Bool = true,
        splitAt size: Int = 16_384
    ) throws {
        let pseudo = [
            HPACKField(":method", method), HPACKField(":scheme", "http"), HPACKField(":authority", "a"),
            HPACKField(":path", path),
        ]
        let block = encoder.encode(pseudo + fields)
        try socket.send(HTTP2Frame.headers(block, on: stream, ends: ends, splitAt: size).flatMap(\.bytes))
    }

    /// Reads the next frame; `nil` at the end of the connection.
    func frame() throws -> HTTP2Frame? {
        guard let head = try read(9) else { return nil }
        let payload = try #require(try read(HTTP2Frame.number(of: head.prefix(3))))
        return HTTP2Frame(
            kind: head[3], flags: head[4], stream: HTTP2Frame.number(of: head.suffix(4)), payload: payload)
    }

    /// Reads frames up to one that matches.
    func frame(where matches: (HTTP2Frame) -> Bool) throws -> HTTP2Frame {
        while let frame = try frame() {
            if matches(frame) { return frame }
        }
        throw RawServerError.closed
    }

    /// Reads the frames of a stream up to its end, as one line of text each.
    func stream(_ id: Int) throws -> [String] {
        var lines: [String] = []
        while true {
            let frame = try frame { $0.stream == id && $0.kind != HTTP2Frame.Kind.windowUpdate }
            switch frame.kind {
            case HTTP2Frame.Kind.headers:
                let fields = try decoder.decode(frame.payload).map { "\($0.name): \($0.text)" }
                lines.append(fields.joined(separator: ", "))
            case HTTP2Frame.Kind.data: lines.append(String(decoding: frame.payload, as: UTF8.self))
            default:
                lines.append("reset \(HTTP2Frame.number(of: frame.payload))")
                return lines
            }
            if frame.has(HTTP2Frame.Flag.endStream) { return lines }
        }
    }

    private func read(_ count: Int) throws -> [UInt8]? {
        while bytes.count < count {
            let more = try socket.receive(upTo: 65_536)
            if more.isEmpty { return nil }
            bytes += more
        }
        defer { bytes.removeFirst(count) }
        return Array(bytes.prefix(count))
    }
}
