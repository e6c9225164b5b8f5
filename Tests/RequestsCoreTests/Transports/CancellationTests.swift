import Foundation
import Requests
import RequestsConformance
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("URLSession, cancelling", .timeLimit(.minutes(1)))
struct CancellationTests {
    /// The stage of an exchange when it is cancelled.
    enum Moment: CaseIterable, Sendable {
        case head, partOfHead, body, partOfBody

        var response: String {
            switch self {
            case .head: ""
            case .partOfHead: "HTTP/1.1 200 OK\r\nX-Fie"
            case .body: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"
            case .partOfBody: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"
            }
        }
    }

    /// Runs the body with a server that responds up to a stage.
    ///
    /// The server then opens a gate, and opens a second gate when the peer has closed.
    private func withSlowServer(
        _ response: String, _ body: (RawServer, _ arrived: Gate, _ closed: Gate) async throws -> Void
    ) async throws {
        let arrived = Gate(), closed = Gate()
        try await withRawServer({ connection in
            try connection.respond(response)
            arrived.open()
            connection.waitUntilPeerCloses()
            closed.open()
        }) { server in
            try await body(server, arrived, closed)
        }
    }

    @Test(arguments: Moment.allCases)
    func `cancelling the task ends the request`(_ moment: Moment) async throws {
        try await withSlowServer(moment.response) { server, arrived, closed in
            let request = server.get()
            let task = Task { await URLSession.shared.failure(of: request) }
            await arrived.opened()
            task.cancel()
            let error = await task.value
            #expect(error?.code == .cancelled)
            #expect(error?.request != nil)
            await closed.opened()
        }
    }

    @Test(arguments: Moment.allCases)
    func `cancelling the handle ends the request, and its function is called once`(_ moment: Moment) async throws {
        try await withSlowServer(moment.response) { server, arrived, closed in
            let calls = Atomic(0)
            let called = Gate()
            let handle = URLSession.shared.perform(server.get()) { result in
                if case .failure(let error) = result { #expect(error.code == .cancelled) }
                calls.add(1, ordering: .relaxed)
                called.open()
            }
            await arrived.opened()
            handle.cancel()
            handle.cancel()
            await called.opened()
            await closed.opened()
            #expect(calls.load(ordering: .relaxed) == 1)
        }
    }

    @Test func `a task that was cancelled before sends nothing`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let request = server.get()
            let gate = Gate()
            let task = Task {
                await gate.opened()
                return await URLSession.shared.failure(of: request)
            }
            task.cancel()
            let error = await task.value
            #expect(error?.code == .cancelled)
            #expect(server.connectionCount == 0)
        }
    }

    @Test func `cancelling after the end changes nothing`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("hi") }) { server in
            let called = Gate()
            let handle = URLSession.shared.perform(server.get(), callbackQueue: .global()) { result in
                #expect((try? result.get().1) == Data("hi".utf8))
                called.open()
            }
            await called.opened()
            handle.cancel()
            let data = try await URLSession.shared.perform(server.get())
            #expect(data == Data("hi".utf8))
        }
    }

    @Test func `leaving the loop over a body ends the request`() async throws {
        try await withSlowServer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc") { server, _, closed in
            func readFirst() async throws -> Data? {
                let response = try await URLSession.shared.send(server.get().resolve())
                for try await chunk in response.body { return chunk }
                return nil
            }
            let first = try await readFirst()
            #expect(first == Data("abc".utf8))
            await closed.opened()
        }
    }

    @Test func `dropping a body ends the request`() async throws {
        try await withSlowServer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc") { server, _, closed in
            let status = try await URLSession.shared.send(server.get().resolve()).head.status
            #expect(status == .ok)
            await closed.opened()
        }
    }

    @Test func `a cancelled task that reads a body gets no more of it`() async throws {
        try await withSlowServer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc") { server, _, closed in
            let read = Gate()
            let message = try server.get().resolve()
            let task = Task {
                var chunks: [Data] = []
                do {
                    for try await chunk in try await URLSession.shared.send(message).body {
                        chunks.append(chunk)
                        read.open()
                    }
                    return (chunks, nil as RequestErrorCode?)
                } catch {
                    return (chunks, (error as? TransportError)?.code)
                }
            }
            await read.opened()
            task.cancel()
            let (chunks, code) = await task.value
            #expect(chunks == [Data("abc".utf8)])
            #expect(code == .cancelled)
            await closed.opened()
        }
    }

    @Test func `cancelling during a redirect doesn't trap`() async throws {
        try await withRawServer(responding: { _ in
            RawServer.response(status: 302, reason: "Found", fields: [("Location", "/")])
        }) { server in
            let request = server.get()
            var random = SplitMix(seed: 7)
            for _ in 0..<100 {
                let task = Task { await URLSession.shared.failure(of: request) }
                await Self.yield(random.next(upTo: 300))
                task.cancel()
                let code = await task.value?.code
                #expect(code == .cancelled || code == .tooManyRedirects)
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4])
    func `cancelling at any moment ends every request`(_ seed: UInt64) async throws {
        try await withRawServer({ connection in
            while true {
                _ = try connection.readRequest()
                for part in ["HTTP/1.1 200 OK\r\nContent-", "Length: 6\r\n\r\nab", "cd", "ef"] {
                    try connection.send(part)
                }
            }
        }) { server in
            let session = URLSession(configuration: .ephemeral)
            let request = server.get()
            var random = SplitMix(seed: seed)
            let moments = (0..<50).map { _ in random.next(upTo: 400) }
            let codes = await withTaskGroup { group in
                for moment in moments {
                    group.addTask {
                        let task = Task { await session.failure(of: request)?.code }
                        await Self.yield(moment)
                        task.cancel()
                        return await task.value
                    }
                }
                return await group.reduce(into: [RequestErrorCode?]()) { $0.append($1) }
            }
            #expect(codes.count == 50)
            #expect(codes.allSatisfy { $0 == nil || $0 == .cancelled })
            let data = try await session.perform(request)
            #expect(data == Data("abcdef".utf8))
        }
    }

    private static func yield(_ count: Int) async {
        for _ in 0..<count { await Task.yield() }
    }
}

/// A generator whose numbers are the same in every run (Steele, Lea and Flood: SplitMix64).
struct SplitMix: RandomNumberGenerator {
    var seed: UInt64

    mutating func next() -> UInt64 {
        seed &+= 0x9E37_79B9_7F4A_7C15
        var z = seed
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func next(upTo limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
