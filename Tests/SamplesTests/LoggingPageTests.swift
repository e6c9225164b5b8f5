import Foundation
import Requests
import RequestsTesting
import Testing

/// The samples of the page on logs, which must do what it promises.
@Suite("Samples of the page on logs", .timeLimit(.minutes(1)))
struct LoggingPageTests {
    @Test func `the lines of the page`() async throws {
        let page = try Document(page: "LoggingWithoutLeaking.md")
        let clock = ImmediateClock()
        let stub = Stub(GitHub.live)
            .on(.get, "/users/ada", .once) { _ in .status(.serviceUnavailable, header: ["Retry-After": "2"]) }
            .on(.get, "/users/ada", .once) { _ in .text(#"{"login":"ada","followers":3}"#) }
        let lines = Lines()
        let session = stub.retrying(clock: clock).logging(clock: clock) { lines.add("\($0.level) \($0)") }
        try await session.perform(GitHub.live.get(from: "/users/ada"))
        let text = lines.all.joined(separator: "\n")
        #expect(page.blocks.contains { $0.text == text }, "\(text)")
    }

    @Test func `the samples log`() async throws {
        let lines = Lines()
        let tokens = BearerTokens(for: GitHub.live.baseURL, BearerToken("KANARI")) { $0 }
        let samples = LoggingSamples(session: Canned(text: "a"), tokens: tokens, write: lines.add)
        try await samples.logged().perform(GitHub.live.get(.text, from: "/a"))
        #expect(lines.all.count == 2)
        for transport in samples.less(log: { lines.add("\($0)") }) {
            try await transport.perform(GitHub.live.get(.text, from: "/b"))
        }
        // Only the second one logged: nothing failed, and nothing was slow.
        #expect(lines.all.count == 4)
        #expect(!lines.all.joined().contains("KANARI"))
    }
}

private final class Lines: Sendable {
    private let state = Guarded<[String]>([])

    var all: [String] { state.withLock { $0 } }

    var add: @Sendable (String) -> Void { { line in self.state.withLock { $0.append(line) } } }
}
