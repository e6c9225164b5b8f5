import Foundation
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import Testing

@Suite("RawServer.stop", .timeLimit(.minutes(1)))
struct RawServerStopTests {
    struct Failure: Error, Equatable {}

    @Test(
        "stopping ends scripts that read or write, without recording an error for them", arguments: ["read", "write"])
    func blocked(_ mode: String) async throws {
        let started = Gate()
        let server = try RawServer { connection in
            _ = try connection.readRequest()
            started.open()
            // The peer reads nothing, so the buffers fill up.
            while mode == "write" { try connection.send([UInt8](repeating: 0, count: 65_536)) }
            _ = try connection.readRequest()
        }
        let client = try RawSocket.connected(toPort: server.port)
        try client.send("GET / HTTP/1.1\r\n\r\nGET")
        await started.opened()
        server.stop()
        server.stop()
        #expect(server.errors.isEmpty)
        #expect(throws: RawServerError.system(call: "connect", code: ECONNREFUSED)) {
            try RawSocket.connected(toPort: server.port)
        }
        _ = try? client.receiveAll()
    }

    @Test("stopping closes connections that never sent a byte")
    func idle() async throws {
        let server = try RawServer.responding { _ in RawServer.ok("") }
        let clients = try (0..<10).map { _ in try RawSocket.connected(toPort: server.port) }
        server.stop()
        for client in clients { #expect((try? client.receiveAll()) ?? "" == "") }
        #expect(server.errors.isEmpty)
    }

    @Test("an error of the body is rethrown after the server has stopped")
    func bodyThrows() async throws {
        var port = 0
        await #expect(throws: Failure()) {
            try await withRawServer({ _ = try $0.readRequest() }) { server in
                port = server.port
                throw Failure()
            }
        }
        #expect(throws: RawServerError.system(call: "connect", code: ECONNREFUSED)) {
            try RawSocket.connected(toPort: port)
        }
    }

    @Test("an error of a script is recorded")
    func scriptThrows() async throws {
        try await withRawServer({ _ in throw Failure() }) { server in
            let response = try exchange("", with: server)
            #expect(response == "")
            #expect(server.errors.map { $0 as? Failure } == [Failure()])
        }
    }

    @Test("the body stays on its actor and may return any value")
    @MainActor
    func isolation() async throws {
        final class Box { var targets: [String] = [] }
        let box = Box()
        let same = try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            MainActor.assertIsolated()
            _ = try exchange("GET /main HTTP/1.1\r\n\r\n", with: server)
            box.targets += server.requests.map(\.target)
            return box
        }
        #expect(same.targets == ["/main"])
    }

    @Test("a forgotten server goes away")
    func forgotten() throws {
        var server: RawServer? = try RawServer { connection in connection.waitUntilPeerCloses() }
        let client = try RawSocket.connected(toPort: server?.port ?? 0)
        server = nil
        #expect((try? client.receiveAll()) ?? "" == "")
    }

    @Test("fifty servers run side by side")
    func parallel() async throws {
        try await withThrowingTaskGroup { group in
            for index in 0..<50 {
                group.addTask {
                    try await withRawServer(responding: { RawServer.ok($0.target) }) { server in
                        for count in 1...5 {
                            let response = try exchange("GET /\(index) HTTP/1.1\r\n\r\n", with: server)
                            #expect(response.hasSuffix("\r\n\r\n/\(index)"))
                            #expect(server.requests.count == count)
                        }
                        #expect(server.errors.isEmpty)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
