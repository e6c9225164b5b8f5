import Foundation
import Requests
import RequestsEndpoints

/// Four changes to two projects, and a test of the stream.
///
/// The connection is lost after the second event.
struct Wikimedia: RequestProviding {
    var baseURL = URL("http://127.0.0.1")
    var coding: Coding { .snakeCase }

    let changes = Endpoint<Position, ElementStream<ServerSentEvent<Change>>>(.get, "/recentchange")
}

struct Position: Codable {
    @HeaderValue var lastEventID: String?
}

struct Change: Codable {
    struct Meta: Codable { var domain = "wikipedia.org" }

    var title: String
    var user = "ada"
    var serverName = "en.wikipedia.org"
    var meta = Meta()
}

extension Routes<Wikimedia> {
    /// Serves the changes after a position.
    ///
    /// After `endless`, there is one change, and then silence.
    func serving() -> Routes {
        on(\.changes) { position in
            switch position.lastEventID {
            case nil: ElementStream(Changes([event("1", "Tea"), event("2", "Test", domain: "canary")], end: .lost))
            case "2": ElementStream(Changes([event("3", "Thé", on: "fr.wikipedia.org")], end: .ended))
            case "3": ElementStream(Changes([event("4", "Coffee")], end: .ended))
            case "endless": ElementStream(Changes([event("5", "Milk")], end: .silent))
            default: throw ServingError(.noContent, "")
            }
        }
    }
}

/// Makes an event after which a client should wait for 20 milliseconds before it connects again.
private func event(
    _ id: String, _ title: String, on server: String = "en.wikipedia.org", domain: String = "wikipedia.org"
) -> ServerSentEvent<Change> {
    ServerSentEvent(
        data: Change(title: title, serverName: server, meta: Change.Meta(domain: domain)), id: id,
        retry: .milliseconds(20))
}

/// Some events, and the way in which the stream ends after them.
private struct Changes: AsyncSequence, AsyncIteratorProtocol {
    enum End { case ended, lost, silent }

    private var events: [ServerSentEvent<Change>]
    private let end: End

    init(_ events: [ServerSentEvent<Change>], end: End) {
        self.events = events
        self.end = end
    }

    func makeAsyncIterator() -> Changes { self }

    mutating func next() async throws -> ServerSentEvent<Change>? {
        if !events.isEmpty { return events.removeFirst() }
        switch end {
        case .ended: return nil
        case .lost: throw URLError(.networkConnectionLost)
        case .silent:
            try await Task.sleep(for: .seconds(3_600))
            return nil
        }
    }
}
