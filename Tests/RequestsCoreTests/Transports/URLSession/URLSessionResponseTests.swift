import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("URLSession, responses", .timeLimit(.minutes(1)))
struct URLSessionResponseTests {
    @Test(
        arguments: [
            ("200 OK\r\nContent-Length: 2\r\n\r\nhi", 200, "hi"),
            ("200 OK\r\nContent-Length: 0\r\n\r\n", 200, ""),
            ("200 OK\r\n\r\nuntil the end", 200, "until the end"),
            ("200 OK\r\n\r\n", 200, ""),
            ("200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n4;x=y\r\n you\r\n0\r\n\r\n", 200, "hi you"),
            ("200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200, ""),
            ("204 No Content\r\n\r\n", 204, ""),
            ("205 Reset Content\r\nContent-Length: 0\r\n\r\n", 205, ""),
            ("300 Multiple Choices\r\nContent-Length: 2\r\n\r\nhi", 300, "hi"),
            ("304 Not Modified\r\nETag: \"a\"\r\n\r\n", 304, ""),
            ("401 Unauthorized\r\nContent-Length: 3\r\n\r\nno!", 401, "no!"),
            ("401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"a\"\r\nContent-Length: 3\r\n\r\nno!", 401, "no!"),
            ("401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"a\"\r\nContent-Length: 0\r\n\r\n", 401, ""),
            ("401 Unauthorized\r\nWWW-Authenticate: Basic\r\nContent-Length: 3\r\n\r\nno!", 401, "no!"),
            ("401 Unauthorized\r\nWWW-Authenticate: Bearer\r\nContent-Length: 3\r\n\r\nno!", 401, "no!"),
            (
                "401 Unauthorized\r\nWWW-Authenticate: Bearer realm=\"a\", error=\"x\"\r\nContent-Length: 3\r\n\r\nno!",
                401, "no!"
            ),
            (
                "401 Unauthorized\r\nWWW-Authenticate: Digest realm=\"a\", nonce=\"b\"\r\nContent-Length: 3\r\n\r\nno!",
                401, "no!"
            ),
            ("401 Unauthorized\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 3\r\n\r\nno!", 401, "no!"),
            (
                "401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"a\", Bearer\r\nContent-Length: 3\r\n\r\nno!", 401,
                "no!"
            ),
            ("401 Unauthorized\r\nWWW-Authenticate: ,\r\nContent-Length: 3\r\n\r\nno!", 401, "no!"),
            (
                "407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"a\"\r\nContent-Length: 3\r\n\r\nno!",
                407, "no!"
            ),
            ("503 Service Unavailable\r\nContent-Length: 2\r\n\r\nhi", 503, "hi"),
            ("999 Odd\r\nContent-Length: 2\r\n\r\nhi", 999, "hi"),
            ("100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", 200, "hi"),
            ("103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", 200, "hi"),
        ] as [(String, Int, String)])
    func `status and body are read`(_ text: String, _ status: Int, _ body: String) async throws {
        try await withRawServer({ connection in try connection.respond("HTTP/1.1 \(text)") }) { server in
            let message = try server.api.post(.text("x"), to: "/").resolve()
            let response = try await URLSession.shared.send(message)
            #expect(response.head.status.code == status)
            #expect(response.head.urlText == "\(server.origin)/")
            let data = try await response.body.collect(upTo: 100)
            #expect(data == Data(body.utf8))
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: [
        "200 OK\r\nContent-Length: 5\r\n\r\n",
        "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        "204 No Content\r\nContent-Length: 5\r\n\r\n",
        "401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"a\"\r\nContent-Length: 5\r\n\r\n",
        "404 Not Found\r\nContent-Length: 5\r\n\r\n",
    ])
    func `the response to HEAD ends with its head`(_ text: String) async throws {
        try await withRawServer({ connection in
            try connection.respond("HTTP/1.1 \(text)")
            connection.waitUntilPeerCloses()
        }) { server in
            let response = try await URLSession.shared.send(server.api.head("/").resolve())
            #expect(response.head.status.description == String(text.prefix { $0 != "\r\n" }))
            let data = try await response.body.collect(upTo: 0)
            #expect(data.isEmpty)
        }
    }

    @Test func `the body after a 204 doesn't corrupt the next response`() async throws {
        try await withRawServer(responding: { request in
            guard request.target == "/1" else { return RawServer.ok("second") }
            return "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nfirst"
        }) { server in
            let session = URLSession(configuration: .ephemeral)
            let first = try await session.response(for: server.api.get(.none, from: "/1"))
            #expect(first.head.status == .noContent)
            let second = try await session.perform(server.get("/2"))
            #expect(second == Data("second".utf8))
        }
    }

    @Test func `a connection is used again`() async throws {
        try await withRawServer(responding: { RawServer.ok($0.target) }) { server in
            let session = URLSession(configuration: .ephemeral)
            for number in 1...20 {
                let data = try await session.perform(server.get("/\(number)"))
                #expect(data == Data("/\(number)".utf8))
            }
            #expect(server.connectionCount == 1)
        }
    }

    @Test func `the fields of a response are read`() async throws {
        let fields = [("X-Empty", ""), ("X-Two", "a"), ("X-Two", "b"), ("x-lower", "grüße"), ("ETag", "\"1\"")]
        try await withRawServer(responding: { _ in RawServer.ok("{}", fields: fields) }) { server in
            let head = try await URLSession.shared.response(for: server.get()).head
            #expect(head.header["x-two"] == "a, b")
            #expect(head.header["X-Lower"] == "grüße")
            #expect(head.header["etag"] == "\"1\"")
            #expect(head.header["x-empty"] == "")
            #expect(head.contentType == .json)
            #expect(head.httpURLResponse?.statusCode == 200)
        }
    }

    @Test func `a compressed body is read`() async throws {
        // `printf hello | gzip -n`
        let gzip: [UInt8] = [
            0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0, 0x86, 0xA6, 0x10, 0x36,
            0x05, 0,
            0, 0,
        ]
        try await withRawServer({ connection in
            try connection.respond("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(gzip.count)\r\n\r\n")
            try connection.send(gzip)
        }) { server in
            let data = try await URLSession.shared.perform(server.get())
            #expect(data == Data("hello".utf8))
        }
    }
}
