import Foundation
import Requests
import RequestsTesting
import Testing

@testable import Changes

@Suite("The feed of changes") struct FeedTests {
    private let feed = Feed(baseURL: URL("https://changes.example"))

    @Test func `after a lost connection, the feed continues behind the last event`() async throws {
        let clock = ImmediateClock()
        let stub = Stub(feed).inOrder()
            .on(.get, path, .once) { request in
                #expect(request.header["Last-Event-ID"] == "0")
                return events("id: 1\nretry: 500", title: "Tea")
            }
            .on(.get, path, .once) { _ in throw TransportError(code: .connectionLost, message: "lost") }
            .on(.get, path, .once) { request in
                #expect(request.header["Last-Event-ID"] == "1")
                return .status(.serviceUnavailable, header: ["Retry-After": "60"])
            }
            .on(.get, path, .once) { _ in .status(.noContent) }
        var titles: [String] = []
        for try await event in try await stub.stream(feed.changes(after: "0").reconnecting(clock: clock)) {
            titles.append("\(event.id) \(event.data.title)")
        }
        #expect(titles == ["1 Tea"])
        try stub.verify()
        #expect(clock.sleeps.count == 3)
    }
}

private let path = "/v2/stream/recentchange"

/// Makes a response with one event.
private func events(_ fields: String, title: String) -> TransportResponse {
    let data = #"{"title": "\#(title)", "user": "ada", "server_name": "en.example", "meta": {"domain": "en.example"}}"#
    return .text("\(fields)\ndata: \(data)\n\n", header: ["Content-Type": "text/event-stream"])
}
