import Foundation
import Requests
import RequestsConformance
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("URLSession, timeouts", .timeLimit(.minutes(1)))
struct TimeoutTests {
    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nX-Fie"])
    func `a head that doesn't arrive is an error`(_ start: String) async throws {
        let arrived = Gate(), closed = Gate()
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            arrived.open()
            try connection.send(start)
            connection.waitUntilPeerCloses()
            closed.open()
        }) { server in
            // On a busy machine the time may be over before anything is sent.
            while !arrived.isOpen, !Task.isCancelled {
                let clock = ContinuousClock.now
                let error = await URLSession.shared.failure(of: server.get().timeout(after: .seconds(0.25)))
                #expect(error?.code == .timedOut)
                #expect(error?.response == nil)
                #expect(error?.request?.timeoutInterval == 0.25)
                #expect(clock.duration(to: .now) >= .seconds(0.25))
            }
            // If the server closed inside the head, Foundation would end this process.
            await closed.opened()
        }
    }

    @Test func `a body that stops arriving is an error`() async throws {
        try await withRawServer({ connection in
            try connection.respond("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            connection.waitUntilPeerCloses()
        }) { server in
            let session = URLSession(configuration: .ephemeral)
            let error = await session.failure(of: server.get().timeout(after: .seconds(0.25)))
            #expect(error?.code == .timedOut)
            // On a busy machine, the timeout may come before the head. The tests of the exchange check what the error
            // keeps.
            #expect(error?.response == nil || error?.response?.statusCode == 200)
        }
    }

    @Test func `a connection that isn't accepted is an error`() async throws {
        // The address is for documentation (RFC 5737): packets to it are lost, or are refused at once.
        let request = AnonymousProvider("http://192.0.2.1").get(.data, from: "/").timeout(after: .seconds(0.25))
        let error = await URLSession.shared.failure(of: request)
        #expect([.timedOut, .connectionFailed, .offline].contains(error?.code))
    }

    @Test(arguments: [.seconds(30.5), .seconds(60), .seconds(3_000_000), .seconds(Int64.max), nil] as [Duration?])
    func `a long timeout lets the response arrive`(_ limit: Duration?) async throws {
        try await withRawServer(responding: { _ in RawServer.ok("hi") }) { server in
            let data = try await URLSession.shared.perform(server.get().timeout(after: limit))
            #expect(data == Data("hi".utf8))
        }
    }

    @Test func `a short timeout is kept beside a long one`() async throws {
        let gate = Gate()
        try await withRawServer({ connection in
            guard try connection.readRequest().target == "/slow" else { return connection.waitUntilPeerCloses() }
            try gate.wait()
            try connection.send(RawServer.ok("late"))
        }) { server in
            defer { gate.open() }
            let session = URLSession(configuration: .ephemeral)
            async let slow = session.perform(server.get("/slow").timeout(after: .seconds(30)))
            let error = await session.failure(of: server.get("/fast").timeout(after: .seconds(0.1)))
            #expect(error?.code == .timedOut)
            gate.open()
            let data = try await slow
            #expect(data == Data("late".utf8))
        }
    }
}
