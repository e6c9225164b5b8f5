#if Curl
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import Testing

/// The bytes that a session sends and accepts, and the protocols that it doesn't speak.
@Suite("libcurl, wire", .timeLimit(.minutes(1)))
struct CurlWireTests {
    @Test(arguments: ["ftp://127.0.0.1/a", "file:///etc/passwd", "dict://127.0.0.1/a", "ws://127.0.0.1/a"])
    func `only http and https are spoken`(_ url: String) async {
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession.shared.send(OutgoingRequest(urlText: url))
        }
        #expect(error?.code == .invalidURL)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/a", "dict://127.0.0.1/a"])
    func `a redirect to another protocol is refused`(_ location: String) async throws {
        try await withRawServer(responding: { _ in
            RawServer.response(status: 302, reason: "Found", fields: [("Location", location)])
        }) { server in
            let error = await #expect(throws: TransportError.self) {
                try await CurlSession.shared.perform(AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/"))
            }
            #expect(error?.code == .redirectRefused)
        }
    }

    @Test(arguments: ["hello\n", "<html>hello</html>", "\r\n\r\nhello", "HTTP"])
    func `a response without a status line is malformed or lost`(_ text: String) async throws {
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            try connection.send(text)
        }) { server in
            let error = await #expect(throws: TransportError.self) {
                try await CurlSession.shared.perform(AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/"))
            }
            #expect(error?.code == .malformedResponse || error?.code == .connectionLost)
        }
    }

    @Test(arguments: ["X-A ", "X-A\t", "X A", "Content-Length ", ""])
    func `a field whose name isn't a token is malformed`(_ name: String) async throws {
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nA: b\r\n\(name): 1\r\nContent-Length: 2\r\n\r\nhi")
        }) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/")
            let result = try await code(of: request, with: .shared)
            #expect(result == .malformedResponse)
        }
    }

    @Test func `a folded value is joined with spaces`() async throws {
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nX-A: a\r\n \tb  \r\n\t\r\n c\r\nContent-Length: 2\r\n\r\nhi")
        }) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/")
            let (head, text) = try await CurlSession.shared.response(for: request)
            #expect(head.header["X-A"] == "a b c")
            #expect(text == "hi")
        }
    }

    /// Returns a response with an interim head, folded fields, a field that may be longer than 16 KiB, and a trailer.
    private static func longHead(_ target: String, _ repeats: Int) -> String {
        let fields = (0..<20).map { "X-\($0): \(target)\r\n \($0)\r\n" }.joined()
        let long = String(repeating: target, count: repeats)
        return "HTTP/1.1 103 Early Hints\r\nX-0: early\r\n\r\nHTTP/1.1 200 OK\r\n\(fields)X-Long: \(long)\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n1\r\nh\r\n1\r\ni\r\n0\r\nX-Trailer: \(target)\r\n\r\n"
    }

    @Test(arguments: [(1, 20), (3, 20), (40, 1_000), (5_000, 1_000)])
    func `heads that arrive in pieces at the same time don't mix`(_ size: Int, _ repeats: Int) async throws {
        try await withRawServer({ connection in
            let bytes = Array(Self.longHead(try connection.readRequest().target, repeats).utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                try connection.send(Array(bytes[start..<min(start + size, bytes.count)]))
            }
        }) { server in
            try await withThrowingTaskGroup { group in
                for id in 0..<16 {
                    let name = String(repeating: "\(id)", count: id + 1)
                    let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/\(name)")
                    group.addTask {
                        let (head, text) = try await CurlSession.shared.response(for: request)
                        #expect(text == "hi")
                        for number in 0..<20 {
                            #expect(head.header[HeaderField.Name("X-\(number)")] == "/\(name) \(number)")
                        }
                        #expect(head.header["X-Long"] == String(repeating: "/\(name)", count: repeats))
                        #expect(head.header["X-Trailer"] == nil)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `a Location in Latin-1 is followed with its bytes`() async throws {
        try await withRawServer({ connection in
            let request = try connection.readRequest()
            guard request.target == "/" else { return try connection.send(RawServer.ok(request.target)) }
            try connection.send("HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: /caf")
            try connection.send([0xE9])
            try connection.send("?a=é\r\n\r\n")
        }) { server in
            let text = try await CurlSession.shared.perform(
                AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/"))
            #expect(text == "/caf%E9?a=%C3%A9")
        }
    }

    @Test func `a connection to an address with a zone succeeds`() async throws {
        guard let server = try RawServer.onIPv6(responding: { RawServer.ok($0["Host"].first ?? "") }) else { return }
        let url = try #require(URL(string: "http://[::1%25lo]:\(server.port)"))
        let text = try await CurlSession.shared.perform(AnonymousProvider(baseURL: url).get(.text, from: "/"))
        await Task.detached { server.stop() }.value
        #expect(text == "[::1]:\(server.port)")
    }

    @Test(arguments: ["method", "URL", "name of a field", "value of a field"], ["\r\n", "\n", "\r", "\0"])
    func `no part of a message can add a line`(_ part: String, _ lineBreak: String) async throws {
        let evil = "a\(lineBreak)X-Evil: 1"
        try await withRawServer(responding: { RawServer.ok($0.target) }) { server in
            var message = OutgoingRequest(urlText: server.origin + "/")
            switch part {
            case "method": message.method = HTTPMethod(evil)
            case "URL": message.urlText += evil
            case "name of a field": message.header.append(HeaderField(HeaderField.Name(evil), "1"))
            default: message.header.append(HeaderField("X-Name", evil))
            }
            await #expect(throws: TransportError.self) { try await CurlSession.shared.send(message) }
            // For the next message, there is an unused connection or none.
            let text = try await CurlSession.shared.perform(
                AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/next"))
            #expect(text == "/next")
            #expect(server.requests.map(\.target) == ["/next"])
        }
    }

    @Test(arguments: [10, 100_000, 3_000_000]) func `content of any size is sent at once, without Expect`(_ size: Int)
        async throws
    {
        try await withRawServer({ connection in
            // The server never responds with 100 Continue.
            var request = try connection.readHead()
            try connection.readBody(of: &request)
            try connection.send(RawServer.ok("\(request["Expect"]) \(request.body.count)"))
        }) { server in
            let body = BodyProvider.data(Data(count: size), contentType: .octetStream)
            let request = AnonymousProvider(baseURL: server.baseURL).put(body, to: "/").receiving(.text)
            let text = try await CurlSession.shared.perform(request)
            #expect(text == "[] \(size)")
        }
    }

    @Test func `content that waits for 100 Continue is sent after it`() async throws {
        try await withRawServer({ connection in
            var request = try connection.readHead()
            guard request.expectsContinue else { return }
            try connection.send("HTTP/1.1 100 Continue\r\n\r\n")
            try connection.readBody(of: &request)
            try connection.send(RawServer.ok(request.bodyText))
        }) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).put(.text("hi"), to: "/").receiving(.text)
                .adding(headerField: "Expect", "100-continue")
            let text = try await CurlSession.shared.perform(request)
            #expect(text == "hi")
        }
    }
}
#endif
