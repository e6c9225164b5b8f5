import Foundation
import Requests
import RequestsConformance
import RequestsTesting
import Testing

@testable import RequestsCore

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("URLSessionTransport", .timeLimit(.minutes(1)))
struct URLSessionTransportTests {
    @Test func `a transport sends with its configuration`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("hi") }) { server in
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpAdditionalHeaders = ["X-Mine": "1"]
            let transport = URLSessionTransport(configuration: configuration)
            // The transport uses a copy.
            configuration.httpAdditionalHeaders = nil
            let data = try await transport.perform(server.get())
            #expect(data == Data("hi".utf8))
            #expect(server.requests.first?["X-Mine"] == ["1"])
        }
    }

    @Test func `hosts with different pins, or without any, share no session`() throws {
        let pins = try ["A", "B"].map { letter in
            try #require(PublicKeyPin("sha256/" + String(repeating: letter, count: 42) + "A="))
        }
        let session = DelegatedSession(.ephemeral)
        #expect(session.session(pinning: []) === session)
        let sessions = [[pins[0]], [pins[1]], pins].map { session.session(pinning: Set($0)) }
        #expect(Set((sessions + [session]).map { ObjectIdentifier($0) }).count == 4)
        #expect(session.session(pinning: Set(pins.reversed())) === sessions[2])
        #expect(session.activeCount == 0)
        session.cancel()
    }

    @Test func `an invalidated transport finishes only its running requests`() async throws {
        let arrived = Gate(), gate = Gate()
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            arrived.open()
            try gate.wait()
            try connection.send(RawServer.ok("late"))
            connection.waitUntilPeerCloses()
        }) { server in
            defer { gate.open() }
            let transport = URLSessionTransport(configuration: .ephemeral)
            let request = server.get()
            let task = Task { try await transport.perform(request) }
            await arrived.opened()
            transport.finishTasksAndInvalidate()
            transport.finishTasksAndInvalidate()
            let error = await transport.failure(of: request)
            #expect(error?.code == .transportFailed)
            #expect(error?.message.contains("invalidated") == true)
            gate.open()
            let data = try await task.value
            #expect(data == Data("late".utf8))
            // The server's script ends with the connection.
        }
    }

    @Test func `an invalidated transport may cancel its running requests`() async throws {
        let arrived = Gate()
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            arrived.open()
            connection.waitUntilPeerCloses()
        }) { server in
            let transport = URLSessionTransport(configuration: .ephemeral)
            let request = server.get()
            let task = Task { await transport.failure(of: request)?.code }
            await arrived.opened()
            transport.invalidateAndCancel()
            transport.invalidateAndCancel()
            let code = await task.value
            #expect(code == .cancelled)
        }
    }

    @Test func `the connection of a transport is closed when the transport is released`() async throws {
        let closed = Gate()
        try await withRawServer({ connection in
            try connection.respond(RawServer.ok("hi"))
            connection.waitUntilPeerCloses()
            closed.open()
        }) { server in
            do {
                let transport = URLSessionTransport(configuration: .ephemeral)
                _ = try await transport.perform(server.get())
            }
            await closed.opened()
        }
    }

    @Test(arguments: ["shared", "ephemeral", "made by hand"])
    func `cookies are neither stored nor sent`(_ kind: String) async throws {
        let cookies = [("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2; Path=/")]
        try await withRawServer(responding: { _ in RawServer.ok("", fields: cookies) }) { server in
            let url = try #require(URL(string: "\(server.origin)/"))
            let properties: [HTTPCookiePropertyKey: Any] = [
                .name: "stored-\(server.port)", .value: "1", .domain: "127.0.0.1", .path: "/",
            ]
            let cookie = try #require(HTTPCookie(properties: properties))
            HTTPCookieStorage.shared.setCookie(cookie)
            defer { HTTPCookieStorage.shared.deleteCookie(cookie) }
            let transport: any Transport =
                switch kind {
                case "shared": URLSession.shared
                case "ephemeral": URLSession(configuration: .ephemeral)
                default: URLSessionTransport()
                }
            for _ in 0..<2 { _ = try await transport.send(server.get().resolve()).body.collect(upTo: 0) }
            let own = server.get().setting(headerField: "Cookie", "c=3")
            _ = try await transport.send(own.resolve()).body.collect(upTo: 0)
            #expect(server.requests.map { $0["Cookie"] } == [[], [], ["c=3"]])
            let stored = HTTPCookieStorage.shared.cookies(for: url) ?? []
            #expect(!stored.contains { ["a", "b"].contains($0.name) })
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308], [0, 7, 100_000])
    func `an unfollowed redirect has its body`(_ status: Int, _ count: Int) async throws {
        let body = String(repeating: "x", count: count)
        try await withRawServer(responding: { _ in
            RawServer.response(status: status, reason: "Moved", fields: [("Location", "/2")], body: body)
        }) { server in
            let message = try server.api.put(.text("a"), to: "/").setting(\.policy.redirects, .stop).resolve()
            let response = try await URLSession.shared.send(message)
            #expect(response.head.status.code == status)
            let data = try await response.body.collect(upTo: count)
            #expect(data == Data(body.utf8))
            #expect(server.requests.count == 1)
        }
    }
}
