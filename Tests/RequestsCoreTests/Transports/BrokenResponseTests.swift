import Foundation
import Requests
import RequestsConformance
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("URLSession, responses that break off or aren't HTTP", .timeLimit(.minutes(1)))
struct BrokenResponseTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var response: String
        var resets = false
        var code: RequestErrorCode
        var status: Int?
        var body = ""
    }

    @Test(arguments: [
        Row(testDescription: "closed at once", response: "", code: .connectionLost),
        Row(testDescription: "reset at once", response: "", resets: true, code: .connectionLost),
        Row(
            testDescription: "closed in the body", response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
            code: .connectionLost, status: 200, body: "abc"
        ),
        Row(
            testDescription: "reset in the body", response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n",
            resets: true, code: .connectionLost, status: 200
        ),
        Row(
            testDescription: "closed in a chunk",
            response: "HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
            code: .connectionLost, status: 404, body: "ab"
        ),
        Row(
            testDescription: "closed between chunks",
            response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n",
            code: .connectionLost, status: 200, body: "ab"
        ),
        Row(
            testDescription: "no size of a chunk",
            response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nzz\r\n",
            code: .malformedResponse, status: 200, body: "ab"
        ),
        Row(
            testDescription: "no gzip",
            response: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
            code: .malformedResponse, status: 200
        ),
        Row(testDescription: "another protocol", response: "SSH-2.0-OpenSSH_9.2\r\n", code: .malformedResponse),
        Row(testDescription: "empty lines", response: "\r\n\r\n\r\n", code: .malformedResponse),
        Row(
            testDescription: "negative length", response: "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nhi",
            code: .malformedResponse
        ),
    ])
    func `the error has a code and the received part`(_ row: Row) async throws {
        try await withRawServer({ connection in
            try connection.respond(row.response)
            if row.resets { connection.reset() }
        }) { server in
            let error = await URLSession.shared.failure(of: server.get("/a").adding(query: "token", "se/cret"))
            #expect(error?.code == row.code)
            #expect(error?.request?.urlText == "\(server.origin)/a?token=se%2Fcret")
            #expect(error?.response?.statusCode == row.status)
            #expect(error?.body == Data(row.body.utf8))
            #expect(error?.underlyingError is URLError)
            var text = "\(error as Any) \(String(reflecting: error)) \(String(reflecting: error?.underlyingError))"
            dump(error, to: &text)
            #expect(!text.contains("cret"))
            #expect(server.requests.count == 1)
        }
    }

    @Test func `a stream delivers the received part, and then the error`() async throws {
        try await withRawServer({ connection in
            try connection.respond("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        }) { server in
            let response = try await URLSession.shared.send(server.get().resolve())
            var received = Data()
            let error = await #expect(throws: TransportError.self) {
                for try await chunk in response.body { received += chunk }
            }
            #expect(error?.code == .connectionLost)
            #expect(received == Data("abc".utf8))
        }
    }

    @Test func `a server that isn't running is an error`() async throws {
        let (socket, port) = try RawSocket.deaf()
        defer { socket.close() }
        let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
        let error = await URLSession.shared.failure(of: AnonymousProvider(baseURL: url).get(.data, from: "/"))
        #expect(error?.code == .connectionFailed)
        #expect(error?.response == nil)
    }

    @Test func `a host without an address is an error`() async throws {
        let error = await URLSession.shared.failure(of: AnonymousProvider("http://host.invalid").get(.data, from: "/"))
        #expect(error?.code == .hostNotFound)
    }

    @Test func `a connection that the server has closed is replaced`() async throws {
        try await withRawServer({ connection in
            try connection.respond(RawServer.ok("a"))
        }) { server in
            let session = URLSession(configuration: .ephemeral)
            for _ in 0..<3 {
                let data = try await session.perform(server.get())
                #expect(data == Data("a".utf8))
            }
        }
    }
}
