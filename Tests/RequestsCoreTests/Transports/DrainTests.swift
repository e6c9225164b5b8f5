import Foundation
import Requests
import RequestsConformance
import RequestsTesting
import TestSupport
import Testing

@testable import RequestsCore

/// Responses after which the message is sent again; an endless body must delay the call only briefly.
@Suite("TransportResponse.drain", .timeLimit(.minutes(1))) struct DrainTests {
    /// The responses with an endless body.
    enum Endless: String, CaseIterable {
        case silent = "Content-Length: 9", dripping = "Content-Length: 60000", chunked = "Transfer-Encoding: chunked"

        /// Sends the head, and then as much of the body as the peer receives.
        func send(_ head: String, to connection: RawConnection) throws {
            try connection.send("HTTP/1.1 \(head)\r\n\(rawValue)\r\n\r\n")
            while self != .silent {
                try connection.send(self == .chunked ? "1\r\nx\r\n" : "x")
                Thread.sleep(forTimeInterval: 0.05)
            }
            connection.waitUntilPeerCloses()
        }
    }

    /// Responds to the first request with an endless body, and to the second with text.
    private func withServer(
        _ head: String, _ body: Endless, _ call: (URL) async throws -> String
    ) async throws {
        let count = Counter()
        try await withRawServer({ connection in
            while true {
                _ = try connection.readRequest()
                if count.next() == 1 { return try body.send(head, to: connection) }
                try connection.send(RawServer.ok("here"))
            }
        }) { server in
            let text = try await call(server.baseURL)
            #expect(text == "here")
            #expect(count.count == 2)
        }
    }

    /// Makes a request that times out if the body delays it.
    private func request(_ url: URL) -> Request<AnonymousProvider, String> {
        AnonymousProvider(baseURL: url).get(.text, from: "/").timeout(after: .seconds(40))
            .setting(\.policy.totalTimeout, .seconds(30))
    }

    private var session: URLSession { URLSession(configuration: .ephemeral) }

    /// Uses a custom transport, because URLSession on Linux delivers a redirect only at the end of its body.
    @Test(arguments: [true, false]) func `the body of a redirect is drained`(isDripping: Bool) async throws {
        let transport = Redirecting(isDripping: isDripping)
        #expect(try await transport.perform(request(URL("https://drain.example"))) == "here")
    }

    @Test(arguments: Endless.allCases) func `the body of a retried 503 is drained`(body: Endless) async throws {
        try await withServer("503 No\r\nRetry-After: 0", body) { url in
            try await session.limiting(concurrentCalls: 1).logging { _ in }.retrying().perform(request(url))
        }
    }

    @Test(arguments: Endless.allCases) func `the body of a 401 before a refresh is drained`(body: Endless) async throws
    {
        try await withServer("401 No", body) { url in
            let tokens = BearerTokens(for: url, BearerToken("old")) { _ in BearerToken("new") }
            return try await session.limiting(concurrentCalls: 1).retrying().authenticating(with: tokens)
                .perform(request(url))
        }
    }

    @Test(arguments: Endless.allCases) func `the body of a challenge is drained`(body: Endless) async throws {
        try await withServer("401 No\r\nWWW-Authenticate: Basic realm=a", body) { url in
            try await session.authenticating(with: .basic(user: "ada", password: "canary", for: url))
                .perform(request(url))
        }
    }
}

/// A transport with a redirect whose body is endless.
private struct Redirecting: Transport {
    let isDripping: Bool

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { [isDripping] message in
            if message.urlText.hasSuffix("/next") {
                let head = ResponseHead(status: .ok, header: [.contentType(.plainText)], urlText: message.urlText)
                return TransportResponse(head: head, body: MessageBody(Data("here".utf8)))
            }
            let body = AsyncStream<Data> {
                guard isDripping else {
                    await Gate().opened()
                    return nil
                }
                try? await Task.sleep(for: .milliseconds(50))
                return Task.isCancelled ? nil : Data("x".utf8)
            }
            let head = ResponseHead(status: .found, header: ["Location": "/next"], urlText: message.urlText)
            return TransportResponse(head: head, body: MessageBody(body))
        }
    }
}
