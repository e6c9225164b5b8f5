import Foundation
import Requests
import Testing

@testable import RequestsConformance

@Suite("A server of HTTP/2", .timeLimit(.minutes(1))) struct HTTP2ServerTests {
    /// Makes a server without a front.
    private static func server(
        _ script: @escaping @Sendable (RawConnection) throws -> Void
    ) throws -> RawServer {
        try RawServer(http2: plain, script)
    }

    private static let plain: RawServer.Front = { port in
        (try #require(URL(string: "http://127.0.0.1:\(port)")), {})
    }

    @Test func `a script of HTTP/1.1 responds over HTTP/2, each stream for itself`() throws {
        let server = try Self.server(RawServer.script { RawServer.ok($0.target) })
        defer { server.stop() }
        let client = try HTTP2TestClient(server)
        try client.request(
            1, "GET", "/a", [HPACKField("x-a", "b"), HPACKField("cookie", "a=1"), HPACKField("cookie", "b=2")])
        try client.request(3, "GET", "/b")
        #expect(try client.stream(1) == [":status: 200, content-type: application/json, content-length: 2", "/a"])
        try client.request(5, "GET", "/c")
        #expect(try client.stream(5).last == "/c")
        #expect(server.connectionCount == 1)
        let request = try #require(server.requests.first { $0.target == "/a" })
        #expect(request["Cookie"] == ["a=1; b=2"])
        #expect(request["Host"] == ["a"])
        #expect(request["X-A"] == ["b"])
    }

    @Test func `content with and without a length, and trailers, reach the script`() throws {
        let server = try Self.server(RawServer.script { RawServer.ok("\($0.bodyText) \($0.trailers.count)") })
        defer { server.stop() }
        let client = try HTTP2TestClient(server)
        try client.request(1, "PUT", "/", [HPACKField("content-length", "4")], ends: false)
        try client.send(.data("ab", on: 1), .data("cd", on: 1, ends: true))
        #expect(try client.stream(1).last == "abcd 0")
        try client.request(3, "PUT", "/", ends: false, splitAt: 5)
        try client.send(.data("ab", on: 3), .data("", on: 3), .data("cd", on: 3))
        try client.send(HTTP2Frame.headers([0, 1, 0x78, 1, 0x79], on: 3, ends: true)[0])
        #expect(try client.stream(3).last == "abcd 1")
        #expect(server.requests.map { $0["Transfer-Encoding"] } == [[], ["chunked"]])
    }

    @Test func `content whose length differs from the stated one resets the stream`() throws {
        let server = try Self.server(RawServer.script { _ in RawServer.ok("") })
        defer { server.stop() }
        let client = try HTTP2TestClient(server)
        for (stream, length) in [(1, "1"), (3, "3")] {
            try client.request(stream, "PUT", "/", [HPACKField("content-length", length)], ends: false)
            try client.send(.data("ab", on: stream, ends: true))
            #expect(try client.stream(stream) == ["reset 1"])
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `the script waits for the client's windows`() throws {
        let server = try Self.server { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\n\r\n0123456789")
        }
        defer { server.stop() }
        let client = try HTTP2TestClient(server, settings: [(.initialWindowSize, 4)])
        try client.request(1)
        #expect(try client.frame { $0.kind == HTTP2Frame.Kind.data }.payload.count == 4)
        try client.send(.settings([(.initialWindowSize, 6)]))
        #expect(try client.frame { $0.kind == HTTP2Frame.Kind.data }.payload.count == 2)
        try client.send(.windowUpdate(100, on: 1))
        #expect(try client.stream(1) == ["6789", ""])
    }

    @Test func `the window is renewed as the script reads`() throws {
        let read = Gate()
        let server = try Self.server { connection in
            var request = try connection.readHead()
            try read.wait()
            try connection.readBody(of: &request)
            try connection.send(RawServer.ok(""))
        }
        defer { server.stop() }
        let client = try HTTP2TestClient(server)
        try client.request(1, "PUT", "/", [HPACKField("content-length", "6")], ends: false)
        try client.send(.data("abc", on: 1), .ping(1))
        // The acknowledgement follows everything that the connection's thread had to send before.
        var updates: [HTTP2Frame] = []
        _ = try client.frame { frame in
            if frame.kind == HTTP2Frame.Kind.windowUpdate { updates.append(frame) }
            return frame.kind == HTTP2Frame.Kind.ping
        }
        #expect(updates == [.windowUpdate(3)])
        read.open()
        #expect(try client.frame { $0.kind == HTTP2Frame.Kind.windowUpdate } == .windowUpdate(3, on: 1))
        try client.send(.data("def", on: 1, ends: true))
        #expect(try client.stream(1).count == 1)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", [":status: 200, content-length: 5", "ab", "reset 2"]),
        ("HTTP/1.1 200 OK\r\n\r\nab", [":status: 200", "ab", ""]), ("", ["reset 2"]),
        ("nonsense\r\n\r\n", ["reset 1"]),
    ])
    func `a script that closes ends the response or resets the stream`(_ response: String, lines: [String]) throws {
        let server = try Self.server { connection in
            _ = try connection.readRequest()
            try connection.send(response)
        }
        defer { server.stop() }
        let client = try HTTP2TestClient(server)
        try client.request(1)
        #expect(try client.stream(1) == lines)
    }

    @Test func `a response before the end of the request is followed by a reset without an error`() throws {
        let server = try Self.server { connection in
            _ = try connection.readHead()
            try connection.send(RawServer.ok("no"))
        }
        defer { server.stop() }
        let client = try HTTP2TestClient(server)
        try client.request(1, "PUT", "/", ends: false)
        #expect(try client.stream(1).last == "no")
        #expect(try client.frame { $0.kind == HTTP2Frame.Kind.reset } == .reset(1, .noError))
    }

    @Test func `a reset by the client ends the script's input, and a reset by the script the connection`() throws {
        let ended = Gate()
        let server = try Self.server { connection in
            guard try connection.readRequest().target == "/1" else { return connection.reset() }
            connection.waitUntilPeerCloses()
            ended.open()
        }
        defer { server.stop() }
        let client = try HTTP2TestClient(server)
        try client.request(1, "GET", "/1")
        try client.send(.reset(1, .cancel))
        try ended.wait()
        try client.request(3, "GET", "/3")
        #expect(throws: RawServerError.closed) { try client.frame { _ in false } }
    }

    @Test(arguments: [
        [HTTP2Frame(kind: 9, stream: 1)], [HTTP2Frame(kind: 1, stream: 1), .ping()], [HTTP2Frame(kind: 5, stream: 1)],
        [HTTP2Frame(kind: 1, flags: 4, stream: 1, payload: [0x80])],
        [HTTP2Frame(kind: 1, flags: 12, stream: 1, payload: [9])],
        [HTTP2Frame(kind: 0, flags: 8, stream: 1, payload: [9])],
        [HTTP2Frame(kind: 0, stream: 1, payload: [UInt8](repeating: 0, count: 16_385))],
    ])
    func `frames that aren't allowed end the connection, and are an error of the server`(_ frames: [HTTP2Frame]) throws
    {
        let server = try Self.server(RawServer.script { _ in RawServer.ok("") })
        defer { server.stop() }
        let client = try HTTP2TestClient(server)
        for frame in frames { try client.send(frame) }
        #expect(try client.frame { $0.kind == HTTP2Frame.Kind.goAway }.kind == HTTP2Frame.Kind.goAway)
        while try client.frame() != nil {}
        server.stop()
        #expect(server.errors.count == 1)
    }

    @Test func `a client that begins with HTTP/1.1 reaches the same script`() throws {
        let server = try Self.server(RawServer.script { _ in RawServer.ok("") })
        let socket = try RawSocket.connected(toPort: server.port)
        try socket.send(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        let bytes = try socket.receive(upTo: 8)
        #expect(bytes == Array("HTTP/1.1".utf8))
        socket.close()
        server.stop()
        #expect(server.errors.isEmpty)
        #expect(server.requests.map(\.target) == ["/"])
    }
}
