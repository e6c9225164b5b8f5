import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@Suite("Transport.logging, for endpoints", .timeLimit(.minutes(1))) struct LoggedEndpointTests {
    private let written = LogLines()

    @Test func `filters combine`() async throws {
        let todos = TodosAPI()
        func count(_ filter: RequestLogFilter) async throws -> Int {
            let lines = LogLines()
            let transport = FixedResponse(body: "[]").logging(where: filter, to: lines.add)
            try await transport.perform(todos.request(\.all, Todos(list: 7)))
            try await transport.perform(todos.request(\.ping))
            try await transport.perform(AnonymousProvider("https://logged.example").get(from: "/"))
            return lines.lines.count
        }
        #expect(try await count(.all) == 6)
        #expect(try await count(.api(TodosAPI.self)) == 4)
        #expect(try await count(.endpoint(todos.all)) == 2)
        #expect(try await count(.endpoint("GET /lists/{list}/todos")) == 2)
        #expect(try await count(.host("LOGGED.example")) == 2)
        #expect(try await count(.level(.info)) == 3)
        #expect(try await count(.ends) == 3)
        #expect(try await count(.api(TodosAPI.self) && !.endpoint("GET /ping")) == 2)
        #expect(try await count(.host("logged.example") || .endpoint(todos.ping) && .ends) == 3)
        #expect(try await count(RequestLogFilter { $0.method == .post }) == 0)
    }

    @Test func `an entry names API, endpoint and host`() async throws {
        try await FixedResponse(body: "[]").logging(to: written.add).perform(TodosAPI().request(\.all, Todos(list: 7)))
        let entry = try #require(written.entries.last)
        #expect(entry.api == TodosAPI.self)
        #expect(entry.endpoint == "GET /lists/{list}/todos")
        #expect(entry.host == "todos.example")
        _ = try await FixedResponse().logging(to: written.add).send(OutgoingRequest(url: "https://u:p@[::1]:80/"))
        let other = try #require(written.entries.last)
        #expect(other.api == nil)
        #expect(other.endpoint == nil)
        #expect(other.host == "[::1]")
    }
}
