#if Curl
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import Testing

/// Connections of a session, which its requests share.
@Suite("libcurl, connections", .timeLimit(.minutes(1)))
struct CurlConnectionTests {
    /// Responds to the first request of all; later ones are lost with their connection.
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

    @Test func `releasing a session ends its calls`() async throws {
        let arrived = Gate()
        let respond: @Sendable (RawConnection) throws -> Void = { connection in
            _ = try connection.readRequest()
            arrived.open()
            _ = try connection.readRequest()
        }
        try await withRawServer(respond) { server in
            let api = AnonymousProvider(baseURL: server.baseURL)
            var configuration = CurlSession.Configuration()
            configuration.connectionLimit = 1
            var session: CurlSession? = CurlSession(configuration)
            let call = Task { [weak session] in try await session?.perform(api.get(.text, from: "/")) }
            await arrived.opened()
            session = nil
            _ = session
            call.cancel()
            let error = await #expect(throws: TransportError.self) { try await call.value }
            #expect(error?.code == .cancelled || error?.code == .transportFailed)
        }
    }
}
#endif
