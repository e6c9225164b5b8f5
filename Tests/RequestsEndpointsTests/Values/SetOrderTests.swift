import Foundation
import Requests
import RequestsEndpoints
import Testing

private struct TagAPI: RequestProviding {
    struct Tags: Codable, Sendable { @HeaderValue var tags: Set<String> }

    let baseURL = URL("https://tags.example")
    let send = Endpoint<Tags, Void>(.get, "/tags")
}

@Suite("Order of sets") struct SetOrderTests {
    @Test func `a set in a header field is sorted`() throws {
        let names = (0..<20).map { "tag\($0)" }
        let message = try TagAPI().request(\.send, TagAPI.Tags(tags: Set(names))).resolve()
        #expect(message.header["Tags"] == names.sorted().joined(separator: ", "))
    }
}
