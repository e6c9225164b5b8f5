import Foundation
import Requests
import RequestsTesting
import Testing

@testable import Changes

@Suite("Following changes") struct FollowerTests {
    private let feed = Feed(baseURL: URL("https://changes.example"))
    private let clock = ImmediateClock()

    @Test func `after a lost connection, the stream continues behind the last event`() async throws {
        let stub = Stub(feed).inOrder()
            .on(.get, path, .once) { _ in events("id: 1\nretry: 500", title: "Tea") }
            .on(.get, path, .times(2)) { _ in throw TransportError(code: .connectionLost, message: "lost") }
            .on(.get, path, .once) { request in
                #expect(request.header["Last-Event-ID"] == "1")
                return .status(.serviceUnavailable, header: ["Retry-After": "60"])
            }
            .on(.get, path, .once) { _ in .status(.noContent) }
        let follower = Follower(session: stub, clock: clock)
        try await follower.follow(feed) { change in #expect(change.title == "Tea") }
        try stub.verify()
        #expect(await follower.position == "1")
        let least: [Duration] = [.milliseconds(500), .milliseconds(500), .seconds(1), .seconds(60)]
        #expect(clock.sleeps.count == 4)
        #expect(zip(clock.sleeps, least).allSatisfy { $0 >= $1 && $0 <= $1 * 1.5 })
    }

    @Test func `an error that another attempt can't fix ends the loop`() async throws {
        let stub = Stub(feed).on(.get, path) { _ in .status(.notFound) }
        await #expect(throws: RequestError<Feed.Failure>.self) {
            try await Follower(session: stub, clock: clock).follow(feed) { _ in }
        }
        #expect(clock.sleeps.isEmpty)
    }

    @Test func `a cancelled loop ends without an error`() async throws {
        let stub = Stub(feed).on(.get, path, after: .seconds(60)) { _ in .status(.noContent) }
        let task = Task { try await Follower(session: stub).follow(feed) { _ in } }
        task.cancel()
        try await task.value
    }
}

private let path = "/v2/stream/recentchange"

/// Makes a response with one event.
private func events(_ fields: String, title: String) -> TransportResponse {
    let data = #"{"title": "\#(title)", "user": "ada", "server_name": "en.example", "meta": {"domain": "en.example"}}"#
    return .text("\(fields)\ndata: \(data)\n\n", header: ["Content-Type": "text/event-stream"])
}
