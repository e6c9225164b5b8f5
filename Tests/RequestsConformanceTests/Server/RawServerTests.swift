import Foundation
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("RawServer", .timeLimit(.minutes(1)))
struct RawServerTests {
    @Test("a request is recorded as it was on the wire")
    func record() async throws {
        try await withRawServer(responding: { _ in RawServer.ok(#"{"id":1}"#) }) { server in
            let head = "POST /a%2Fb?q=1 HTTP/1.1\r\nHost: x\r\nX-Tag:  one \r\nx-TAG:two\r\nContent-Length: 5\r\n\r\n"
            let response = try exchange(head + "hello", with: server)
            #expect(
                response == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{\"id\":1}"
            )
            let request = try #require(server.requests.first)
            #expect(request.method == "POST")
            #expect(request.target == "/a%2Fb?q=1")
            #expect(request.version == "HTTP/1.1")
            #expect(request.fields.map(\.name) == ["Host", "X-Tag", "x-TAG", "Content-Length"])
            #expect(request["X-TAG"] == ["one", "two"])
            #expect(request.first("host") == "x")
            #expect(request.first("none") == nil)
            #expect(request.headText == head)
            #expect(request.bodyText == "hello")
            #expect(server.requests.count == 1)
            #expect(server.connectionCount == 1)
            #expect(server.errors.isEmpty)
            #expect(server.baseURL.absoluteString == server.origin)
        }
    }

    @Test("one connection carries several requests")
    func keepAlive() async throws {
        try await withRawServer(responding: { RawServer.ok($0.target) }) { server in
            let client = try RawSocket.connected(toPort: server.port)
            for target in ["/1", "/2", "/3"] {
                try client.send("GET \(target) HTTP/1.1\r\n\r\n")
                var response = ""
                while !response.hasSuffix(target) { response += RawRequest.text(try client.receive(upTo: 1)) }
            }
            client.close()
            let pipelined = try exchange("GET /4 HTTP/1.1\r\n\r\nGET /5 HTTP/1.1\r\n\r\n", with: server)
            #expect(pipelined.hasSuffix("/5"))
            #expect(server.requests.map(\.target) == ["/1", "/2", "/3", "/4", "/5"])
            #expect(server.connectionCount == 2)
            #expect(server.errors.isEmpty)
        }
    }

    @Test(
        "the connection ends as the response states",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: Close\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\nuntil the end",
            "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n\r\nuntil the end",
            "HTTP/1.1 200 OK\r\nContent-Len",
            "nonsense",
            "",
        ]
    )
    func end(_ response: String) async throws {
        try await withRawServer(responding: { _ in response }) { server in
            let client = try RawSocket.connected(toPort: server.port)
            try client.send("GET / HTTP/1.1\r\n\r\n")
            #expect(try client.receiveAll() == response)
        }
    }

    @Test("chunks are joined and trailers kept, however they are cut")
    func chunks() async throws {
        try await withRawServer(responding: { RawServer.ok($0.bodyText) }) { server in
            let client = try RawSocket.connected(toPort: server.port)
            let head = "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
            let text = head + "5\r\nhello\r\nA;x=y\r\n, world!\r\n\r\n0\r\nT: 1\r\n\r\n"
            for byte in text.utf8 { try client.send([byte]) }
            client.finishSending()
            #expect(try client.receiveAll().hasSuffix("\r\n\r\nhello, world!\r\n"))
            #expect(server.requests.first?.trailers.map(\.value) == ["1"])
            #expect(server.errors.isEmpty)
        }
    }

    @Test("a body of many bytes arrives whole")
    func largeBody() async throws {
        let body = String(repeating: "0123456789abcdef", count: 200_000)
        try await withRawServer(responding: { RawServer.ok($0.bodyText) }) { server in
            let length = "Content-Length: \(body.utf8.count)\r\n\r\n"
            let response = try exchange("POST / HTTP/1.1\r\n" + length + body, with: server)
            #expect(response.hasSuffix(length + body))
        }
    }

    @Test("the interim response comes before the body")
    func expectContinue() async throws {
        try await withRawServer(responding: { _ in RawServer.response(status: 204, reason: "No Content") }) { server in
            let client = try RawSocket.connected(toPort: server.port)
            try client.send("POST / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
            var interim = ""
            while !interim.hasSuffix("\r\n\r\n") { interim += RawRequest.text(try client.receive(upTo: 1)) }
            #expect(interim == "HTTP/1.1 100 Continue\r\n\r\n")
            try client.send("ok")
            client.finishSending()
            #expect(try client.receiveAll() == "HTTP/1.1 204 No Content\r\n\r\n")
            #expect(server.requests.first?.bodyText == "ok")
        }
    }

    @Test(
        "a truncated or invalid request is an error of the script",
        arguments: [
            ("", nil),
            ("GET / HT", .truncated),
            ("GET / HTTP/1.1\r\nContent-Length: 3\r\n\r\nab", .truncated),
            ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n", .truncated),
            (
                "GET /\r\n\r\n",
                .malformed(#"The request line "GET /" doesn't consist of a method, a target and a version."#)
            ),
            ("\r\n\r\n", .malformed(#"The request line "" doesn't consist of a method, a target and a version."#)),
            (
                "GET / HTTP/1.1\r\nContent-Length: +3\r\n\r\nabc",
                .malformed(#"The Content-Length is not a single number: ["+3"]."#)
            ),
            (
                "GET / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 2\r\n\r\nabc",
                .malformed(#"The Content-Length is not a single number: ["2", "3"]."#)
            ),
            (
                "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
                .malformed(#"The chunk size "-1" is not a hexadecimal number."#)
            ),
        ] as [(String, RawServerError?)]
    )
    func errors(_ text: String, _ expected: RawServerError?) async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let response = try exchange(text, with: server)
            #expect(response == "")
            #expect(server.errors.compactMap { $0 as? RawServerError } == [expected].compactMap { $0 })
            #expect(server.requests.isEmpty)
        }
    }

    @Test("bytes that are not UTF-8 are read as Latin-1, and lines without a name are kept")
    func fields() throws {
        let head = Array("GET / HTTP/1.1\nX: caf".utf8) + [0xE9, 0x0A] + Array(" folded: line\nbare\n\n".utf8)
        let request = try RawRequest(head: head)
        #expect(request.fields.map(\.name) == ["X", "", ""])
        #expect(request.fields.map(\.value) == ["café", "folded: line", "bare"])
        #expect(request.head == head)
    }

    @Test("a reset is not an end of file")
    func reset() async throws {
        let script: @Sendable (RawConnection) throws -> Void = { connection in
            if try connection.readHead().target == "/reset" { connection.reset() } else { connection.close() }
        }
        try await withRawServer(script) { server in
            #expect(throws: RawServerError.closed) { try exchange("GET /reset HTTP/1.1\r\n\r\n", with: server) }
            let response = try exchange("GET /close HTTP/1.1\r\n\r\n", with: server)
            #expect(response == "")
            #expect(server.requests.isEmpty)
        }
    }

    @Test("a script notices when the peer disconnects, and a send to it throws instead of raising a signal")
    func peerCloses() async throws {
        let finished = Gate()
        let script: @Sendable (RawConnection) throws -> Void = { connection in
            defer { finished.open() }
            let bytes = try connection.read(upTo: 2)
            guard bytes == Array("ab".utf8) else { throw RawServerError.malformed(RawRequest.text(bytes)) }
            connection.waitUntilPeerCloses()
            // The first bytes cause a reset, which a later send reports.
            while true { try connection.send("x") }
        }
        try await withRawServer(script) { server in
            let client = try RawSocket.connected(toPort: server.port)
            try client.send("abcdef")
            client.close()
            await finished.opened()
            #expect(server.errors.isEmpty)
        }
    }

    @Test("an early response survives a body that nobody reads")
    func earlyResponse() async throws {
        let script: @Sendable (RawConnection) throws -> Void = { connection in
            _ = try connection.readHead()
            try connection.send(RawServer.response(status: 413, reason: "Content Too Large"))
            connection.finishSending()
            connection.waitUntilPeerCloses()
        }
        try await withRawServer(script) { server in
            let body = String(repeating: "x", count: 3_000_000)
            let response = try exchange("POST / HTTP/1.1\r\nContent-Length: 3000000\r\n\r\n" + body, with: server)
            #expect(response == "HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n")
        }
    }

    @Test("a gate holds a response back until the test opens it")
    func gate() async throws {
        let arrived = Gate(), gate = Gate()
        let script: @Sendable (RawConnection) throws -> Void = { connection in
            _ = try connection.readRequest()
            arrived.open()
            try gate.wait()
            try connection.send(RawServer.ok("late"))
        }
        try await withRawServer(script) { server in
            defer { gate.open() }
            let client = try RawSocket.connected(toPort: server.port)
            try client.send("GET / HTTP/1.1\r\n\r\n")
            await arrived.opened()
            #expect(server.requests.count == 1)
            gate.open()
            #expect(try client.receiveAll().hasSuffix("late"))
        }
    }
}
