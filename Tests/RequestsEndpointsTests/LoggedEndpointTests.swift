import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@Suite("Transport.logging, for endpoints", .timeLimit(.minutes(1))) struct LoggedEndpointTests {
    private let written = LogLines()

    @Test func `a closure chooses entries by level, event, API, endpoint and host`() async throws {
        let todos = TodosAPI()
        let transport = FixedResponse(body: "[]").logging(to: written.add)
        try await transport.perform(todos.request(\.all, Todos(list: 7)))
        try await transport.perform(todos.request(\.ping))
        try await transport.perform(AnonymousProvider("https://LOGGED.example").get(from: "/"))
        func count(_ includes: (RequestLogEntry) -> Bool) -> Int { written.entries.count(where: includes) }
        #expect(written.entries.count == 6)
        #expect(count { $0.api == TodosAPI.self } == 4)
        #expect(count { $0.endpoint == todos.all.description } == 2)
        #expect(count { $0.endpoint == "GET /lists/{list}/todos" } == 2)
        #expect(count { $0.host == "logged.example" } == 2)
        #expect(count { $0.level >= .info } == 3)
        #expect(count { $0.event == .ended } == 3)
        #expect(count { $0.api == TodosAPI.self && $0.endpoint != "GET /ping" } == 2)
        #expect(
            count { $0.host == "logged.example" || $0.endpoint == todos.ping.description && $0.event == .ended } == 3)
        #expect(count { $0.method == .post } == 0)
    }

    @Test func `an entry names the API, the endpoint and the host`() async throws {
        try await FixedResponse(body: "[]").logging(to: written.add).perform(TodosAPI().request(\.all, Todos(list: 7)))
        let entry = try #require(written.entries.last)
        #expect(entry.api == TodosAPI.self)
        #expect(entry.endpoint == "GET /lists/{list}/todos")
        #expect(entry.host == "todos.example")
        _ = try await FixedResponse().logging(to: written.add).send(OutgoingRequest(urlText: "https://u:p@[::1]:80/"))
        let other = try #require(written.entries.last)
        #expect(other.api == nil)
        #expect(other.endpoint == nil)
        #expect(other.host == "[::1]")
    }
}
