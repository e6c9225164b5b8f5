import Foundation
import Requests

/// The stream of recent changes to all projects of Wikimedia.
///
/// https://wikitech.wikimedia.org/wiki/Event_Platform/EventStreams
struct Feed: RequestProviding {
    let baseURL: URL
    var coding: Coding { .snakeCase }

    /// Makes a request for the changes after an event, or for the changes from now on.
    func changes(after position: String?) -> Request<Feed, ElementStream<ServerSentEvent<Change>>> {
        get(from: "/v2/stream/recentchange")
            .setting(headerField: "Last-Event-ID", position)
            .receiving(stream: .serverSentEvents(Change.self))
    }
}

struct Change: Decodable {
    struct Meta: Decodable { let domain: String }

    let title: String
    let user: String
    let serverName: String
    let meta: Meta

    /// Indicates whether this is only a test of the stream.
    var isTest: Bool { meta.domain == "canary" }

    /// The change as one line.
    var line: String { "\(serverName): \(title) (\(user))" }
}
