import Foundation
import Requests
import TestSupport
import Testing

private struct Filter: Codable, Sendable {
    var page = 1
    var state = "open"
}

/// Items that replace others.
@Suite("Query items that are set")
struct QuerySettingTests {
    private static let api = AnonymousProvider("https://h")

    private static func url(_ request: Request<AnonymousProvider, Void>) throws -> String {
        String(try request.resolve().urlText.dropFirst("https://h".utf8.count))
    }

    @Test(arguments: [
        ("/n?page=2&state=open", "/n?state=open&page=3"), ("/n?page=2", "/n?page=3"), ("/n?page", "/n?page=3"),
        ("/n?a=1&page=2&b=%20&page=", "/n?a=1&b=%20&page=3"), ("/n?%70age=2", "/n?page=3"), ("/n?", "/n?page=3"),
        ("/n?pages=2&xpage=1", "/n?pages=2&xpage=1&page=3"), ("/page=2", "/page=2?page=3"),
    ]) func `an item of the endpoint is replaced`(endpoint: String, url: String) throws {
        #expect(try Self.url(Self.api.get(.none, from: URLPath(endpoint)).setting(query: "page", 3)) == url)
    }

    @Test(arguments: [
        ("/n?a+b=2", "/n?a%20b=3"), ("/n?a%20b=2", "/n?a%20b=3"), ("/n?x=1&a+b&a%20b=&y=a+b", "/n?x=1&y=a+b&a%20b=3"),
        ("/n?a%2Bb=2", "/n?a%2Bb=2&a%20b=3"), ("/n?+a+b=2", "/n?+a+b=2&a%20b=3"),
    ]) func `a plus in the endpoint is a space`(endpoint: String, url: String) throws {
        let request = Self.api.get(.none, from: URLPath(endpoint))
        #expect(try Self.url(request.setting(query: "a b", 3)) == url)
        #expect(try Self.url(request.setting(query: "a+b", 3)).hasSuffix("a%2Bb=3"))
    }

    @Test func `some servers read a plus in the endpoint as a plus`() throws {
        #expect(try Self.url(Self.api.get(.none, from: "/n?a+b=2").setting(query: "a+b", 3)) == "/n?a%2Bb=3")
    }

    @Test func `an added item is replaced, whatever its kind`() throws {
        let request = Self.api.get(.none, from: "/n").adding(query: "page", 1).adding(query: "q", "a&page=b")
            .adding(query: "page").adding(query: "page", ["x", "y"]).adding(query: "page", 2.5)
            .adding(query: "page", "s", isSensitive: true)
        #expect(try Self.url(request.setting(query: "page", 3)) == "/n?q=a%26page%3Db&page=3")
        #expect(try Self.url(request.setting(query: "page", nil as Int?)) == "/n?q=a%26page%3Db")
        #expect(try Self.url(request.setting(query: "none", 3).setting(query: "q", 1)).hasSuffix("&none=3&q=1"))
        #expect(request.setting(query: "page", "SECRET", isSensitive: true).queryItems.last?.isSensitive == true)
    }

    @Test func `a property of a value is replaced`() throws {
        let request = Self.api.get(.none, from: "/n").adding(query: Filter())
        #expect(try Self.url(request.setting(query: "page", 3)) == "/n?state=open&page=3")
        #expect(try Self.url(request.setting(query: "state", "all")) == "/n?page=1&state=all")
        let both = request.setting(query: "state", "all").setting(query: "page", 3)
        #expect(try Self.url(both) == "/n?state=all&page=3")
        // An item that is added later stays.
        #expect(
            try Self.url(request.setting(query: "page", 3).adding(query: Filter()))
                == "/n?state=open&page=3&page=1&state=open")
        let first = Self.api.get(.none, from: "/n?a=1").adding(query: "b", 2).adding(query: ["page": 1])
        #expect(try Self.url(first.setting(query: "page", 3)) == "/n?a=1&b=2&page=3")
    }

    @Test func `an item that was added after another was set is replaced`() throws {
        let request = Self.api.get(.none, from: "/n?a=1").setting(query: "b", 2)
        let more = request.adding(query: "c+d", 3).adding(query: "e", 2.5).adding(query: "f", 6)
        #expect(try Self.url(more.setting(query: "c+d", 4).setting(query: "e", 5)) == "/n?a=1&b=2&f=6&c%2Bd=4&e=5")
        #expect(
            try Self.url(more.setting(query: "a", 7).setting(query: "b", 8).setting(query: "a", 9))
                == "/n?c%2Bd=3&e=2.5&f=6&b=8&a=9")
        #expect(try Self.url(request) == "/n?a=1&b=2")
        let values = request.adding(query: Filter()).setting(query: "page", 3).setting(query: "state", "all")
        #expect(try Self.url(values) == "/n?a=1&b=2&page=3&state=all")
    }

    @Test func `the query of the base URL stays`() throws {
        let api = AnonymousProvider("https://h/x?page=1")
        #expect(
            try api.get(.none, from: "/n").setting(query: "page", 3).resolve().urlText == "https://h/x/n?page=1&page=3")
    }
}
