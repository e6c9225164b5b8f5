import Foundation
import Requests
import RequestsConformance
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("URLSession, the limit of a body", .timeLimit(.minutes(1)))
struct ResponseLimitTests {
    @Test(arguments: [(0, 0, true), (10, 10, true), (11, 10, false), (1, 0, false), (100_000, 99_999, false)])
    func `a body may be as large as the limit`(_ size: Int, _ limit: Int, _ fits: Bool) async throws {
        try await withRawServer(responding: { _ in RawServer.ok(String(repeating: "x", count: size)) }) { server in
            let error = await URLSession.shared.failure(of: server.get().setting(\.policy.responseSizeLimit, limit))
            #expect(error?.code == (fits ? nil : .responseTooLarge))
            #expect(error?.response?.statusCode == (fits ? nil : 200))
        }
    }

    /// Sends chunks, with a pause after each, until the peer closes.
    ///
    /// The limit also works without pauses, but then other requests of the process would wait as long as there is more
    /// to read than Foundation can process.
    private static func endless(_ connection: RawConnection, _ closed: Gate) throws {
        defer { closed.open() }
        try connection.respond("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x61, count: 65_536) + Array("\r\n".utf8)
        while true {
            try connection.send(chunk)
            try? Gate().wait(timeout: .milliseconds(1))
        }
    }

    @Test func `an endless body is cut off at the limit, and its connection closed`() async throws {
        let closed = Gate()
        try await withRawServer({ try Self.endless($0, closed) }) { server in
            let error = await URLSession.shared.failure(of: server.get().setting(\.policy.responseSizeLimit, 1_000_000))
            #expect(error?.code == .responseTooLarge)
            #expect(error?.response?.statusCode == 200)
            #expect(error?.body.count == 65_536)
            await closed.opened()
        }
    }

    @Test func `a stream that is read may have any length`() async throws {
        let gates = (0..<5).map { _ in Gate() }
        try await withRawServer({ connection in
            try connection.respond("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n")
            for gate in gates {
                try gate.wait()
                try connection.send([UInt8](repeating: 0x61, count: 1_000))
            }
        }) { server in
            defer { for gate in gates { gate.open() } }
            let message = try server.get().setting(\.policy.responseSizeLimit, 1_000).resolve()
            let response = try await URLSession.shared.send(message)
            var count = 0
            gates.first?.open()
            for try await chunk in response.body {
                count += chunk.count
                if count % 1_000 == 0, count < 5_000 { gates[count / 1_000].open() }
            }
            #expect(count == 5_000)
        }
    }

    #if canImport(FoundationNetworking)
    @Test func `an unread stream buffers no more than the limit`() async throws {
        let closed = Gate()
        try await withRawServer({ try Self.endless($0, closed) }) { server in
            let message = try server.get().setting(\.policy.responseSizeLimit, 1_000_000).resolve()
            let response = try await URLSession.shared.send(message)
            await closed.opened()
            var count = 0
            let error = await #expect(throws: TransportError.self) {
                for try await chunk in response.body { count += chunk.count }
            }
            #expect(error?.code == .bufferOverflow)
            #expect(error?.head?.status == .ok)
            // The chunk that exceeds the limit is still read.
            #expect((1_000_001...1_100_000).contains(count))
        }
    }
    #endif

    @Test func `a reader's own limit cuts off an endless body`() async throws {
        let closed = Gate()
        try await withRawServer({ try Self.endless($0, closed) }) { server in
            let response = try await URLSession.shared.send(server.get().resolve())
            let error = await #expect(throws: TransportError.self) { try await response.body.collect(upTo: 1_000) }
            #expect(error?.code == .responseTooLarge)
            await closed.opened()
        }
    }

    @Test func `the default limit is 64 MiB`() {
        #expect(TransportPolicy().responseSizeLimit == 67_108_864)
    }
}
