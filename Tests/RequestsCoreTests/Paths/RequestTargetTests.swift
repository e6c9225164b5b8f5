import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// The endpoint and the query items of a request, which are written to one buffer and don't change each other.
@Suite("The target of a request")
struct RequestTargetTests {
    struct API: RequestProviding {
        let baseURL = URL("https://h/x")
        let note = Endpoint<NoteInput, Void>(.get, "/notes/{id}")

        func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<API, Void> {
            Request(api: self, endpoint: endpoint, method: method).adding(query: "v", 1)
        }
    }

    struct NoteInput: Codable, Sendable {
        var id: Int
        var page: Int
    }

    private static func query(_ request: Request<API, some Sendable>) throws -> String {
        String(try request.resolve().urlText.dropFirst("https://h/x".count))
    }

    @Test func `the endpoint contains no items, and the items contain no endpoint`() throws {
        let path: URLPath = "/n?a=1"
        let request = API().get(from: path).adding(query: "b", "2")
        #expect(request.endpoint == path)
        #expect(request.queryItems.map(\.description) == ["v=1", "b=2"])
        #expect(try Self.query(request) == "/n?a=1&v=1&b=2")
    }

    @Test func `requests that derive from one request don't change each other`() throws {
        let path: URLPath = "/n"
        let first = API().get(from: path).adding(query: "a", 1)
        let (second, third) = (first.adding(query: "b", 2), first.adding(query: "c", "3"))
        #expect(try Self.query(first) == "/n?v=1&a=1")
        #expect(try Self.query(second) == "/n?v=1&a=1&b=2")
        #expect(try Self.query(third) == "/n?v=1&a=1&c=3")
        #expect(try Self.query(API().get(from: path)) == "/n?v=1")
    }

    @Test func `an input changes the endpoint, and the items of the API stay`() throws {
        let request = API().request(\.note, NoteInput(id: 7, page: 2))
        #expect(request.endpoint == "/notes/7")
        #expect(try Self.query(request) == "/notes/7?v=1&page=2")
        let later = request.adding(query: "on", true).adding(query: "last", "x")
        #expect(try Self.query(later) == "/notes/7?v=1&page=2&on=true&last=x")
    }

    @Test func `setting all items keeps the query of the endpoint`() throws {
        let request = API().get(from: "/n?a=1").adding(query: "flag").adding(query: "on", true)
        #expect(try Self.query(request) == "/n?a=1&v=1&flag&on=true")
        #expect(try Self.query(request.with(query: [QueryItem("b", 2)])) == "/n?a=1&b=2")
        #expect(try Self.query(request.with(query: [])) == "/n?a=1")
        #expect(try Self.query(request.with(query: []).setting(query: "a", 3)) == "/n?a=3")
    }

    @Test(arguments: [("", "?v=1"), ("/", "/?v=1"), ("/n", "/n?v=1"), ("/n?", "/n?v=1"), ("?a", "?a&v=1")])
    func `an item follows every endpoint`(endpoint: String, expected: String) throws {
        #expect(try Self.query(API().get(from: URLPath(endpoint))) == expected)
    }
}
