import Foundation
import Requests
import RequestsConformance
import TestSupport
import Testing

@Suite("Streams on the wire", .timeLimit(.minutes(1)))
struct StreamWireTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

    private func events(of server: RawServer) async throws -> ResponseStream<ServerSentEvent<String>, Never> {
        try await URLSession.shared.stream(server.api.get(from: "/events").receiving(stream: .serverSentEvents))
    }

    @Test func `an event is available before the next one is sent`() async throws {
        let gates = (0..<3).map { _ in Gate() }
        try await withRawServer({ connection in
            try connection.respond(Self.head)
            for (number, gate) in gates.enumerated() {
                try connection.send("data: \(number)\r".chunk)
                try connection.send("\n\r\n".chunk)
                try gate.wait()
            }
            try connection.send("0\r\n\r\n")
        }) { server in
            defer { for gate in gates { gate.open() } }
            var numbers: [String] = []
            for try await event in try await events(of: server) {
                numbers.append(event.data)
                gates[numbers.count - 1].open()
            }
            #expect(numbers == ["0", "1", "2"])
            #expect(server.requests.first?["Accept"] == ["text/event-stream"])
            #expect(server.requests.first?["Cache-Control"] == ["no-store"])
        }
    }

    /// Runs the body with a server that sends one event, and opens a gate when its peer has closed.
    private func withEndlessServer(_ body: (RawServer, Gate) async throws -> Void) async throws {
        let closed = Gate()
        try await withRawServer({ connection in
            try connection.respond(Self.head + "data: 1\n\n".chunk)
            connection.waitUntilPeerCloses()
            closed.open()
        }) { server in
            try await body(server, closed)
        }
    }

    @Test func `leaving the loop closes the connection`() async throws {
        try await withEndlessServer { server, closed in
            let events = try await events(of: server)
            for try await event in events {
                #expect(event.data == "1")
                break
            }
            // The stream itself still exists.
            await closed.opened()
            #expect(events.head.status == .ok)
        }
    }

    @Test func `cancelling the task closes the connection`() async throws {
        try await withEndlessServer { server, closed in
            let arrived = Gate()
            let events = try await events(of: server)
            let task = Task {
                do throws(TransportError) {
                    for try await _ in events { arrived.open() }
                    return nil as RequestErrorCode?
                } catch {
                    return error.code
                }
            }
            await arrived.opened()
            task.cancel()
            let code = await task.value
            #expect(code == .cancelled)
            await closed.opened()
        }
    }

    @Test func `dropping the stream closes the connection`() async throws {
        try await withEndlessServer { server, closed in
            do { _ = try await events(of: server) }
            await closed.opened()
        }
    }

    @Test func `an error in the stream closes the connection`() async throws {
        try await withEndlessServer { server, closed in
            let request = server.api.get(from: "/").receiving(stream: .serverSentEvents(Bool.self))
            let stream = try await URLSession.shared.stream(request)
            var iterator = stream.makeAsyncIterator()
            await #expect(throws: TransportError.self) { try await iterator.next() }
            await closed.opened()
            _ = iterator
        }
    }

    @Test func `silence ends with the timeout of the request`() async throws {
        try await withEndlessServer { server, closed in
            let request = server.api.get(from: "/").timeout(after: .seconds(0.2)).receiving(stream: .serverSentEvents)
            var count = 0
            do throws(TransportError) {
                for try await _ in try await URLSession.shared.stream(request) { count += 1 }
                Issue.record("no error")
            } catch {
                #expect(error.code == .timedOut)
            }
            #expect(count == 1)
            await closed.opened()
        }
    }

    @Test func `a connection that ends early is an error`() async throws {
        try await withRawServer({ connection in
            try connection.respond("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\na\nb")
        }) { server in
            var lines: [String] = []
            do throws(TransportError) {
                for try await line in try await URLSession.shared.stream(server.get().receiving(stream: .lines)) {
                    lines.append(line)
                }
                Issue.record("no error")
            } catch {
                #expect(error.code == .connectionLost)
            }
            #expect(lines == ["a"])
        }
    }

    @Test func `a failed response is an error before the loop`() async throws {
        try await withRawServer(responding: { _ in RawServer.response(status: 503, reason: "No", body: "later") }) {
            server in
            let error = await #expect(throws: TransportError.self) { try await events(of: server) }
            #expect(error?.code == .unacceptableStatus)
            #expect(error?.body == Data("later".utf8))
        }
    }
}
