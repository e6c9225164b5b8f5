import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// Inputs that are sent and read in the place that their endpoint declares, whatever the method.
@Suite("Places of inputs", .timeLimit(.minutes(1))) struct InputPlaceTests {
    private struct Filter: Codable, Sendable, Equatable {
        var shop: String
        var text: String
        var tags: [String]
    }

    private struct API: RequestProviding {
        var baseURL = URL("https://api.example")

        let search = Endpoint<Filter, Filter>(.post, "/{shop}/search").input(in: .query)
        let count = Endpoint<Filter, Filter>("COUNT", "/{shop}").input(in: .query)
        let erase = Endpoint<Filter, Filter>(.delete, "/{shop}/items").input(in: .body)
        let read = Endpoint<Filter, Filter>(.get, "/{shop}/items").input(in: .body).body(.form)
        let replace = Endpoint<[String: Int], [String: Int]>(.put, "/counts").input(in: .query)
    }

    private let api = API()
    private let filter = Filter(shop: "a b", text: "tea & x", tags: ["1", "2"])

    @Test func `an input in the query adds no body`() throws {
        #expect(
            try api.request(\.search, filter).wire() == """
                POST /a%20b/search?text=tea%20%26%20x&tags=1&tags=2 HTTP/1.1
                Host: api.example
                Accept: application/json


                """)
        #expect(
            try api.request(\.count, filter).resolve().description
                == "COUNT https://api.example/a%20b?text=tea%20%26%20x&tags=1&tags=2")
        #expect(try api.request(\.replace, ["b": 2, "a": 1]).resolve().urlText == "https://api.example/counts?a=1&b=2")
    }

    @Test func `an input in the body adds no query`() throws {
        let message = try api.request(\.erase, filter).resolve()
        #expect(message.description == "DELETE https://api.example/a%20b/items")
        #expect(try api.request(\.erase, filter).wire().hasSuffix("\n\n" + #"{"tags":["1","2"],"text":"tea & x"}"#))
        let form = try api.request(\.read, filter).resolve()
        #expect(form.description == "GET https://api.example/a%20b/items")
        #expect(form.header[.contentType] == "application/x-www-form-urlencoded")
        #expect(try api.request(\.read, filter).wire().hasSuffix("\n\ntext=tea%20%26%20x&tags=1&tags=2"))
    }

    @Test func `the server reads the input in its place`() async throws {
        let routes = Routes(api)
            .on(\.search) { $0 }.on(\.count) { $0 }.on(\.erase) { $0 }.on(\.read) { $0 }.on(\.replace) { $0 }
        let server = Loopback(routes)
        #expect(try await server.perform(api.request(\.search, filter)) == filter)
        #expect(try await server.perform(api.request(\.count, filter)) == filter)
        #expect(try await server.perform(api.request(\.erase, filter)) == filter)
        #expect(try await server.perform(api.request(\.read, filter)) == filter)
        #expect(try await server.perform(api.request(\.replace, ["b": 2])) == ["b": 2])
        // The same values in the other place are not read.
        let elsewhere = api.post(.json(["text": "tea", "tags": "1"]), to: "/a/search")
        let error = await #expect(throws: TransportError.self) { try await server.perform(elsewhere) }
        #expect(error?.head?.status == .badRequest)
    }
}
