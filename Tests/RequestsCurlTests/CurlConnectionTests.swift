#if Curl
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import TLSSupport
import TestSupport
import Testing

/// Connections of a session, which its requests share.
@Suite("libcurl, connections", .timeLimit(.minutes(1)))
struct CurlConnectionTests {
    /// Responds to the very first request.
    ///
    /// Later requests are lost with their connection.
    private static func closing() -> @Sendable (RawConnection) throws -> Void {
        let isFirst = Guarded(true)
        return { connection in
            _ = try connection.readRequest()
            let responds = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard responds else { return }
            try connection.send(RawServer.ok("hi"))
            _ = try connection.readRequest()
        }
    }

    @Test(arguments: [(HTTPMethod.get, 2), (.delete, 2), (.post, 1)])
    func `a message on a lost pooled connection is sent again only if that is safe`(
        method: HTTPMethod, count: Int
    ) async throws {
        for body in [BodyProvider.none, .text("once")] where method != .get || body.description == "none" {
            try await withRawServer(Self.closing()) { server in
                let session = CurlSession()
                let api = AnonymousProvider(baseURL: server.baseURL)
                _ = try await session.perform(api.get(.text, from: "/"))
                let request = api.request(to: "/lost", using: method).sending(body)
                let error = await #expect(throws: TransportError.self) { try await session.perform(request) }
                #expect(error?.code == .connectionLost)
                #expect(server.requests.count { $0.target == "/lost" } == count)
            }
        }
    }

    #if AsyncHTTPClient
    /// Waits until the client has received the server's end of each connection to a port.
    private static func waitForEnds(ofPort port: Int) async throws {
        let established = "0100007F:" + String(format: "%04X", port) + " 01 "
        while try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8).contains(established) { await Task.yield() }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/net/tcp")), arguments: [10, 100_000])
    func `a POST succeeds although the server has ended all pooled TLS connections`(_ size: Int) async throws {
        let (arrived, late, gate) = (Counter(), Counter(), Gate())
        let respond: @Sendable (RawConnection) throws -> Void = { connection in
            let isLate = try connection.readRequest().target == "/late"
            if (isLate ? late : arrived).next() == 16 { gate.open() }
            try gate.wait()
            try connection.send(RawServer.ok("hi"))
        }
        try await withRawServer(respond) { server in
            let front = try HTTP2Front.make(to: server.baseURL.port ?? 0)
            defer { front.stop() }
            let authority = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID().uuidString).pem")
            try Data(TestCertificates.authority.utf8).write(to: authority)
            defer { try? FileManager.default.removeItem(at: authority) }
            let session = try CurlSession(security: TransportSecurity(rootsFile: authority))
            let api = AnonymousProvider(baseURL: front.url)
            try await withThrowingTaskGroup { group in
                for _ in 1...16 { group.addTask { _ = try await session.perform(api.get(.text, from: "/early")) } }
                try await group.waitForAll()
            }
            try await Self.waitForEnds(ofPort: front.url.port ?? 0)
            let text = try await session.perform(api.post(.data(Data(count: size)), to: "/late").receiving(.text))
            #expect(text == "hi")
            #expect(late.next() == 2)
        }
    }
    #endif

    @Test func `a repetition whose body can't be made again fails with the error of the body`() async throws {
        let content = VanishingBody()
        try await withRawServer(content.serve) { server in
            let session = CurlSession()
            let api = AnonymousProvider(baseURL: server.baseURL)
            _ = try await session.perform(api.get(.text, from: "/"))
            let request = api.put(content.body, to: "/lost")
            let error = await #expect(throws: TransportError.self) { try await session.perform(request) }
            #expect(error?.code == .bodyUnreadable)
            #expect(server.requests.count { $0.target == "/lost" } == 1)
        }
    }

    @Test func `consecutive requests share a connection`() async throws {
        let respond: @Sendable (RawConnection) throws -> Void = { connection in
            while true { try connection.send(RawServer.ok(connection.readRequest().bodyText)) }
        }
        try await withRawServer(respond) { server in
            let session = CurlSession()
            let api = AnonymousProvider(baseURL: server.baseURL)
            for number in 1...20 {
                let text = try await session.perform(api.post(.text("\(number)"), to: "/").receiving(.text))
                #expect(text == "\(number)")
            }
            #expect(server.connectionCount == 1)
        }
    }

    @Test func `bursts of calls share the connections of the first`() async throws {
        let (arrived, gates) = (Counter(), (1...6).map { _ in Gate() })
        let respond: @Sendable (RawConnection) throws -> Void = { connection in
            while true {
                let request = try connection.readRequest()
                let count = arrived.next()
                // Each call of a burst waits for the others, so each needs a connection.
                let gate = gates[(count - 1) / 32]
                if count % 32 == 0 { gate.open() }
                try gate.wait()
                try connection.send(RawServer.ok(request.target))
            }
        }
        try await withRawServer(respond) { server in
            let session = CurlSession()
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/1")
            for _ in 1...6 {
                try await withThrowingTaskGroup { group in
                    for _ in 1...32 { group.addTask { _ = try await session.perform(request) } }
                    try await group.waitForAll()
                }
            }
            #expect(server.connectionCount == 32)
        }
    }

    @Test func `a session keeps a bounded number of unused connections`() async throws {
        let open = Guarded(0)
        let all = Gate()
        let respond: @Sendable (RawConnection) throws -> Void = { connection in
            let count = open.withLock { count in
                count += 1
                return count
            }
            defer { open.withLock { $0 -= 1 } }
            _ = try connection.readRequest()
            if count == 300 { all.open() }
            try all.wait()
            try connection.send(RawServer.ok("hi"))
            _ = try connection.readRequest()
        }
        try await withRawServer(respond) { server in
            let session = CurlSession()
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/1")
            try await withThrowingTaskGroup { group in
                for _ in 1...300 { group.addTask { _ = try await session.perform(request) } }
                try await group.waitForAll()
            }
            while !Task.isCancelled, open.withLock({ $0 > 256 }) { await Task.yield() }
            #expect(open.withLock { $0 } <= 256)
            _ = session
        }
    }

    @Test func `releasing a session ends the response that is being read`() async throws {
        let respond: @Sendable (RawConnection) throws -> Void = { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhi")
            _ = try connection.readRequest()
        }
        try await withRawServer(respond) { server in
            let message = try AnonymousProvider(baseURL: server.baseURL).get(.data, from: "/").resolve()
            let response = try await CurlSession().send(message)
            let error = await #expect(throws: TransportError.self) { try await response.body.collect(upTo: 100) }
            #expect(error?.code == .transportFailed)
            #expect(error?.body == Data("hi".utf8) || error?.body.isEmpty == true)
        }
    }

    @Test func `a message is sent over a Unix socket`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "c\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try RawServer(unixSocket: folder.path + "/a b.sock") { connection in
            try connection.send(RawServer.ok(connection.readRequest().bodyText))
        }
        let api = AnonymousProvider(baseURL: server.baseURL.appending(path: "v1"))
        let text = try await CurlSession().perform(api.post(.text("hi"), to: "/exec").receiving(.text))
        await Task.detached { server.stop() }.value
        #expect(text == "hi")
        #expect(server.requests.map(\.target) == ["/v1/exec"])
        #expect(server.requests.first?["Host"] == ["localhost"])
    }

    @Test func `a message is sent over the proxy of its session`() async throws {
        try await withRawServer({ try $0.send(RawServer.ok($0.readRequest().bodyText)) }) { proxy in
            var configuration = CurlSession.Configuration()
            configuration.proxy = proxy.baseURL
            let api = AnonymousProvider(baseURL: URL("http://unknown.example"))
            _ = try await CurlSession(configuration).perform(api.get(.text, from: "/a"))
            #expect(proxy.requests.map(\.target) == ["http://unknown.example/a"])
        }
    }
}
#endif
