#if AsyncHTTPClient
import AsyncHTTPClient
import Requests
import RequestsAsyncHTTPClient
import RequestsConformance
import Testing

/// A client that follows redirects, as AsyncHTTPClient does by default.
@Suite("A client configured to follow redirects", .timeLimit(.minutes(1)))
struct FollowingClientTests {
    private static func redirect(_ status: Int, to location: String, body: String = "") -> String {
        RawServer.response(status: status, reason: "Moved", fields: [("Location", location)], body: body)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `the client doesn't follow redirects, and nothing leaks to the other origin`(_ status: Int) async throws {
        try await withRawServer(responding: { _ in RawServer.ok("end") }) { other in
            try await withRawServer(responding: { request in
                // The calls for "/" leave a connection to each server in the pool, so the client would follow a
                // redirect immediately.
                request.target == "/" ? RawServer.ok("") : Self.redirect(status, to: "\(other.origin)/2")
            }) { server in
                let api = AnonymousProvider(baseURL: server.baseURL)
                let pooled = AnonymousProvider(baseURL: other.baseURL)
                try await withClient(HTTPClient.Configuration()) { client in
                    try await client.perform(api.get(.data, from: "/"))
                    try await client.perform(pooled.get(.data, from: "/"))
                    let request = api.get(.text, from: "/1").authenticated(with: .bearerToken("token"))
                        .adding(headerField: HeaderField("X-Mine", "secret", isSensitive: true))
                        .adding(headerField: "X-Api-Key", "key").adding(headerField: "X-Kept", "kept")
                    let text = try await client.perform(request)
                    #expect(text == "end")
                }
                #expect(other.requests.map(\.target) == ["/", "/2"])
                let last = try #require(other.requests.last)
                for name in ["Authorization", "X-Mine", "X-Api-Key"] { #expect(last[name] == []) }
                #expect(last["X-Kept"] == ["kept"])
            }
        }
    }

    @Test func `the body of an unfollowed redirect is an error, and an empty one isn't`() async throws {
        try await withRawServer(responding: { request in
            Self.redirect(302, to: "/2", body: request.target == "/full" ? "moved" : "")
        }) { server in
            let api = AnonymousProvider(baseURL: server.baseURL)
            try await withClient(HTTPClient.Configuration()) { client in
                let empty = api.get(.data, from: "/empty").setting(\.policy.redirects, .stop).accepting(.any)
                let (head, data) = try await client.response(for: empty)
                #expect(head.status == .found && data.isEmpty)
                let full = api.get(.data, from: "/full").setting(\.policy.redirects, .stop).accepting(.any)
                let error = await #expect(throws: TransportError.self) { try await client.perform(full) }
                #expect(error?.code == .transportFailed)
                #expect(error?.head?.status == .found)
                #expect(error?.message.contains("configuration .requests") == true)
            }
            #expect(server.requests.map(\.target) == ["/empty", "/full"])
        }
    }

    @Test func `a client that was shut down is an error`() async throws {
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        try await client.shutdown()
        let error = await #expect(throws: TransportError.self) {
            try await client.perform(AnonymousProvider("http://127.0.0.1:1").get(.data, from: "/"))
        }
        #expect(error?.code == .transportFailed)
    }
}
#endif
