#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import Requests
import Testing
@testable import RequestsCore

import RequestsConformance
import TestSupport

@Suite("URLSession on Linux, the session of the library", .timeLimit(.minutes(1)))
struct URLSessionRegistryTests {
    private final class Delegate: NSObject, URLSessionDelegate {}

    /// Makes a session with a delegate and without a cache: cancelling while Foundation asks a cache ends the process.
    private func delegatedSession() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        return URLSession(configuration: configuration, delegate: Delegate(), delegateQueue: nil)
    }

    @Test func `a session has one transport, which ends with it`() {
        weak var owned: URLSessionTransport?
        do {
            let session = URLSession(configuration: .ephemeral)
            owned = URLSessionTransport.for(session)
            #expect(owned != nil)
            #expect(URLSessionTransport.for(session) === owned)
            #expect(URLSessionTransport.for(.shared) !== owned)
        }
        // Adding the next new session removes the transports of sessions that no longer exist.
        _ = URLSessionTransport.for(URLSession(configuration: .ephemeral))
        #expect(owned == nil)
    }

    @Test func `threads that use a new session at the same time share its transport`() {
        for _ in 0..<50 {
            let session = URLSession(configuration: .ephemeral)
            let transports = Guarded<[URLSessionTransport]>([]), ready = Counter(), done = DispatchGroup()
            for _ in 0..<2 {
                done.enter()
                Thread.detachNewThread {
                    ready.next()
                    while ready.count < 2 { sched_yield() }
                    let transport = URLSessionTransport.for(session)
                    transports.withLock { $0.append(transport) }
                    done.leave()
                }
            }
            done.wait()
            let all = transports.withLock { $0 }
            #expect(all.count == 2 && all.first === all.last)
        }
    }

    @Test func `many sessions leave nothing behind`() {
        for _ in 0..<100 { _ = URLSessionTransport.for(URLSession(configuration: .ephemeral)) }
        _ = URLSessionTransport.for(URLSession(configuration: .ephemeral))
        // Other tests may also have some transports.
        #expect(URLSessionTransport.count < 50)
    }

    @Test func `fields of the configuration are sent`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("hi") }) { server in
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpAdditionalHeaders = ["X-Mine": "1"]
            _ = try await URLSession(configuration: configuration).perform(server.get())
            #expect(server.requests.first?["X-Mine"] == ["1"])
        }
    }

    @Test func `a session with a delegate sends its own requests`() async throws {
        try await withRawServer(responding: { request in
            request.target == "/404" ? RawServer.response(status: 404, reason: "No", body: "no") : RawServer.ok("hi")
        }) { server in
            let session = delegatedSession()
            let (head, data) = try await session.response(for: server.get())
            #expect(head.status == .ok)
            #expect(data == Data("hi".utf8))
            let error = await session.failure(of: server.get("/404"))
            #expect(error?.response?.statusCode == 404)
            #expect(error?.body == Data("no".utf8))
            let large = await session.failure(of: server.get().setting(\.policy.responseSizeLimit, 1))
            #expect(large?.code == .responseTooLarge)
            session.invalidateAndCancel()
        }
    }

    @Test func `the timeout of a session with a delegate is kept, fractions too`() async throws {
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            connection.waitUntilPeerCloses()
        }) { server in
            let session = delegatedSession()
            let error = await session.failure(of: server.get().timeout(after: .seconds(0.25)))
            #expect(error?.code == .timedOut)
            session.invalidateAndCancel()
        }
    }

    @Test func `a session with a delegate can be cancelled`() async throws {
        let arrived = Gate()
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            arrived.open()
            connection.waitUntilPeerCloses()
        }) { server in
            let session = delegatedSession()
            let request = server.get()
            let task = Task { await session.failure(of: request)?.code }
            await arrived.opened()
            task.cancel()
            let code = await task.value
            #expect(code == .cancelled)
            session.invalidateAndCancel()
        }
    }

    // Foundation ends the process if a task is cancelled while it completes or while its session is invalidated.
    @Test func `a session with a delegate can be cancelled at any moment, and then invalidated`()
        async throws
    {
        try await withRawServer(responding: { _ in RawServer.ok("hi") }) { server in
            let request = server.get()
            for round in 0..<200 {
                let session = delegatedSession()
                let task = Task { await session.failure(of: request)?.code }
                let spins = Int.random(in: 0...round)
                for _ in 0..<spins { await Task.yield() }
                task.cancel()
                let code = await task.value
                #expect(code == nil || code == .cancelled)
                session.invalidateAndCancel()
            }
        }
    }

    @Test(arguments: ["/", "/401", "/302", "/cut", "/large"] as [URLPath])
    func `no exchange is kept after its end`(_ path: URLPath) async throws {
        try await withRawServer(responding: { request in
            switch request.target {
            case "/401":
                RawServer.response(
                    status: 401, reason: "No", fields: [("WWW-Authenticate", "Basic realm=\"a\"")], body: "no")
            case "/302": RawServer.response(status: 302, reason: "Found", fields: [("Location", "http://a.invalid/")])
            case "/cut": "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\na"
            default: RawServer.ok("hi")
            }
        }) { server in
            let session = URLSession(configuration: .ephemeral)
            _ = await session.failure(
                of: server.get(path).setting(\.policy.responseSizeLimit, path == "/large" ? 1 : 9))
            // Foundation ends a task some time after its response.
            while URLSessionTransport.for(session).activeCount > 0, !Task.isCancelled { await Task.yield() }
            #expect(URLSessionTransport.for(session).activeCount == 0)
        }
    }

    @Test func `many requests share one connection`() async throws {
        try await withRawServer(responding: { RawServer.ok($0.target) }) { server in
            let session = URLSession(configuration: .ephemeral)
            for number in 0..<200 { _ = try await session.perform(server.get("/\(number)")) }
            #expect(server.connectionCount == 1)
        }
    }
}
#endif
