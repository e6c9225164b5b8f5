#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import Requests
import RequestsAsyncHTTPClient
import RequestsConformance
import Testing

/// HTTP/1.1 connections on which a response arrives before the end of its request, or other bytes follow a response.
@Suite("Early responses, and bytes after responses", .timeLimit(.minutes(2)))
struct EarlyResponseTests {
    /// Sends a request repeatedly, and returns the number of connections that the server accepted.
    private static func connections(
        of server: RawServer, _ count: Int, _ request: Request<AnonymousProvider, String>, _ expected: String
    ) async throws -> Int {
        try await withClient(.requests) { client in
            for _ in 1...count {
                let text = try await client.perform(request)
                #expect(text == expected)
            }
        }
        return server.connectionCount
    }

    @Test(arguments: [1_000, 100_000, 600_000], [true, false])
    func `a server can respond before it reads the content, and keep its connection`(
        _ size: Int, _ hasLength: Bool
    ) async throws {
        try await withRawServer({ connection in
            while true {
                var request = try connection.readHead()
                try connection.send(RawServer.ok("done"))
                try connection.readBody(of: &request)
                guard request.body.count == size else { throw RawServerError.truncated }
            }
        }) { server in
            let body = BodyProvider { _, _ in
                .stream(length: hasLength ? size : nil) { InputStream(data: Data(count: size)) }
            }
            let request = server.api.post(body, to: "/").receiving(.text)
            let count = try await Self.connections(of: server, 60, request, "done")
            #expect(count <= 8)
            #expect(server.errors.isEmpty)
        }
    }

    @Test(arguments: [200, 413])
    func `a complete response counts if the server then closes without reading`(_ status: Int) async throws {
        try await withRawServer({ connection in
            _ = try connection.readHead()
            try connection.send(RawServer.response(status: status, reason: "Early", body: "done"))
        }) { server in
            let body = BodyProvider.stream(length: 8_000_000) { InputStream(data: Data(count: 8_000_000)) }
            let request = server.api.post(body, to: "/").receiving(.text).accepting(.any)
            _ = try await Self.connections(of: server, 10, request, "done")
        }
    }

    @Test func `a complete response counts if the server then reads no more`() async throws {
        let gate = Gate()
        try await withRawServer({ connection in
            _ = try connection.readHead()
            try connection.send(RawServer.ok("done"))
            try gate.wait()
        }) { server in
            let body = BodyProvider.stream(length: 16_000_000) { InputStream(data: Data(count: 16_000_000)) }
            try await withClient(.requests) { client in
                let text = try await client.perform(server.api.post(body, to: "/").receiving(.text))
                #expect(text == "done")
            }
            gate.open()
        }
    }

    @Test func `a call that times out says that it waited for a connection`() async throws {
        let gate = Gate()
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            try gate.wait()
        }) { server in
            var configuration = HTTPClient.Configuration.requests
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
            try await withClient(configuration) { client in
                let first = Task { try await client.perform(server.get()) }
                // The next call must wait, because the server has already accepted the only connection.
                while server.connectionCount == 0 { await Task.yield() }
                let error = await #expect(throws: TransportError.self) {
                    try await client.perform(server.get().timeout(after: .milliseconds(200)))
                }
                #expect(error?.code == .timedOut)
                #expect(error?.message == "the call did not get a connection within 0.2 seconds")
                first.cancel()
                _ = await first.result
            }
            gate.open()
        }
    }

    @Test(arguments: ["x", "\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfalse"])
    func `bytes after a response reach no other call`(_ surplus: String) async throws {
        try await withRawServer({ connection in
            while true {
                let request = try connection.readRequest()
                try connection.send(RawServer.ok("right") + (request.target == "/surplus" ? surplus : ""))
            }
        }) { server in
            try await withClient(.requests) { client in
                try await withThrowingTaskGroup { group in
                    for task in 0..<8 {
                        group.addTask {
                            for number in 1...60 {
                                let path: URLPath = task == 0 && number.isMultiple(of: 2) ? "/surplus" : "/"
                                let text = try await client.perform(server.api.get(.text, from: path))
                                #expect(text == "right")
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }
}
#endif
