import Foundation
import Requests
import RequestsConformance
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("URLSession, bodies that stream", .timeLimit(.minutes(1)))
struct URLSessionStreamingTests {
    @Test func `chunks are available before the end of the body`() async throws {
        let steps = ["a", "b", "c"].map { ($0, Gate()) }
        try await withRawServer({ connection in
            try connection.respond("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for (text, gate) in steps {
                try connection.send("1\r\n\(text)\r\n")
                try gate.wait()
            }
            try connection.send("0\r\n\r\n")
        }) { server in
            defer { for (_, gate) in steps { gate.open() } }
            let response = try await URLSession.shared.send(server.get().resolve())
            #expect(response.head.status == .ok)
            var iterator = response.body.makeAsyncIterator()
            for (text, gate) in steps {
                let chunk = try await iterator.next()
                #expect(chunk == Data(text.utf8))
                // The server sends the next chunk only now.
                gate.open()
            }
            for _ in 0..<2 {
                let end = try await iterator.next()
                #expect(end == nil)
            }
        }
    }

    /// Sends a head that promises bytes, then some of them, and the rest when the gate opens.
    private func withHeldBody(
        _ first: String, _ rest: String, _ body: (TransportResponse, Gate) async throws -> Void
    ) async throws {
        let gate = Gate()
        try await withRawServer({ connection in
            try connection.respond("HTTP/1.1 200 OK\r\nContent-Length: \(first.count + rest.count)\r\n\r\n\(first)")
            try gate.wait()
            try connection.send(rest)
        }) { server in
            defer { gate.open() }
            try await body(URLSession.shared.send(server.get().resolve()), gate)
        }
    }

    @Test func `the head is available before the body`() async throws {
        try await withHeldBody("", "hi") { response, gate in
            #expect(response.head.header["Content-Length"] == "2")
            gate.open()
            let data = try await response.body.collect(upTo: 2)
            #expect(data == Data("hi".utf8))
        }
    }

    @Test func `chunks that were read aren't collected again`() async throws {
        try await withHeldBody("ab", "cd") { response, gate in
            for try await chunk in response.body {
                #expect(chunk == Data("ab".utf8))
                break
            }
            gate.open()
            let rest = try await response.body.collect(upTo: 2)
            #expect(rest == Data("cd".utf8))
            let end = try await response.body.collect(upTo: 0)
            #expect(end.isEmpty)
        }
    }

    @Test func `of two concurrent readers, one gets an error and the other the body`() async throws {
        try await withHeldBody("", "hi") { response, gate in
            let body = response.body
            let readers = await withTaskGroup { group in
                for _ in 0..<2 {
                    group.addTask {
                        let data = try? await body.collect(upTo: 2)
                        // The first reader to get here received the error: the body's content arrives only after the gate opens.
                        gate.open()
                        return data
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            // The scheduler decides which of the two readers comes first.
            #expect(readers.contains(nil))
            #expect(readers.contains(Data("hi".utf8)))
        }
    }

    @Test func `a large body in many pieces arrives whole`() async throws {
        let text = String(repeating: "0123456789abcdef", count: 200_000)
        try await withRawServer(responding: { _ in RawServer.ok(text) }) { server in
            let response = try await URLSession.shared.send(server.get().resolve())
            var data = Data()
            for try await chunk in response.body {
                #expect(!chunk.isEmpty)
                data += chunk
            }
            #expect(data == Data(text.utf8))
        }
    }
}
