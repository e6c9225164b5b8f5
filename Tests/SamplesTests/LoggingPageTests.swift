import Foundation
import Requests
import RequestsTesting
import TestSupport
import Testing

/// The samples of the page on logs, which must do what the page promises.
@Suite("Samples of the page on logs", .timeLimit(.minutes(1)))
struct LoggingPageTests {
    @Test func `the log of a retried call equals the one on the page`() async throws {
        let page = try Document(page: "LoggingWithoutLeaking.md")
        let clock = ImmediateClock()
        let stub = Stub(GitHub.live)
            .on(.get, "/users/ada", .once) { _ in .status(.serviceUnavailable, header: ["Retry-After": "2"]) }
            .on(.get, "/users/ada", .once) { _ in .text(#"{"login":"ada","followers":3}"#) }
        let lines = Lines()
        let session = stub.retrying(clock: clock, using: LargestGenerator()).logging(clock: clock) {
            lines.add("\($0.level) \($0)")
        }
        try await session.perform(GitHub.live.get(from: "/users/ada"))
        let text = lines.all.joined(separator: "\n")
        #expect(page.blocks.contains { $0.text == text }, "\(text)")
    }

    private func samples(_ lines: Lines) -> LoggingSamples<Loopback> {
        let tokens = BearerTokens(for: GitHub.live.baseURL, BearerToken("KANARI")) { $0 }
        let server = Loopback { request in .text(request.header[.authorization] ?? "none") }
        return LoggingSamples(session: server, tokens: tokens, write: lines.add)
    }

    @Test func `a log hides the token of a call`() async throws {
        let lines = Lines()
        let token = try await samples(lines).logged().perform(GitHub.live.get(.text, from: "/a"))
        #expect(token == "Bearer KANARI")
        #expect(lines.all.count == 2)
        #expect(!lines.all.joined().contains("KANARI"))
    }

    @Test func `only the filter by API logs a fast call that succeeds`() async throws {
        let lines = Lines()
        var counts: [Int] = []
        for transport in samples(lines).less(log: { lines.add("\($0)") }) {
            try await transport.perform(GitHub.live.get(.text, from: "/b"))
            counts.append(lines.all.count)
        }
        #expect(counts == [0, 2, 2, 2, 2])
    }

    @Test func `only failed calls are logged as curl commands`() async throws {
        let lines = Lines()
        let server = Loopback { request in request.target == "/a" ? .text("ok") : .status(.notFound) }
        let tokens = BearerTokens(for: GitHub.live.baseURL, BearerToken("KANARI")) { $0 }
        let logged = LoggingSamples(session: server, tokens: tokens, write: lines.add).less { _ in }[3]
        try await logged.perform(GitHub.live.get(from: "/a"))
        #expect(lines.all == [])
        _ = try? await logged.perform(GitHub.live.get(from: "/b"))
        #expect(lines.all == ["curl --globoff 'https://api.github.com/b'"])
    }

    @Test func `a log hides a value that a request marks as sensitive`() async throws {
        let lines = Lines()
        let request = GitHub.live.get(.text, from: "/cards").adding(query: "number", "4111")
            .setting(\.sensitiveNames["number"], true)
        _ = try await samples(lines).logged().perform(request)
        #expect(lines.all.count == 2)
        #expect(lines.all.allSatisfy { $0.contains("/cards?number=<redacted>") })
    }
}

private final class Lines: Sendable {
    private let state = Guarded<[String]>([])

    var all: [String] { state.withLock { $0 } }

    var add: @Sendable (String) -> Void { { line in self.state.withLock { $0.append(line) } } }
}
