import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

/// The bytes that the socket receives.
@Suite("URLSession, the head of a request", .timeLimit(.minutes(1)))
struct URLSessionWireTests {
    /// Sends a request, and returns the only one that the server received.
    private func wire<Resource: Sendable>(
        _ request: (AnonymousProvider) -> Request<AnonymousProvider, Resource>
    ) async throws -> RawRequest {
        try await withRawServer(responding: { _ in RawServer.response(status: 204, reason: "No Content") }) { server in
            _ = try await URLSession.shared.response(for: request(server.api).receiving(.none))
            #expect(server.errors.isEmpty)
            #expect(server.requests.count == 1)
            return try #require(server.requests.first)
        }
    }

    @Test(arguments: [
        "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "REPORT", "M-SEARCH", "report",
        "get", "Post", "head",
    ])
    func `the method is sent unchanged`(_ method: String) async throws {
        let request = try await wire { $0.request(to: "/a", using: HTTPMethod(method)) }
        #expect(request.method == method)
        #expect(request.target == "/a")
        #expect(request.version == "HTTP/1.1")
        #expect(request.body.isEmpty)
        #expect(request["Transfer-Encoding"].isEmpty)
    }

    @Test(
        arguments: [
            ("/", "/"),
            ("", "/"),
            ("/a%2Fb/\("ä/")", "/a%2Fb/%C3%A4%2F"),
            ("/a//b/", "/a//b/"),
            ("/a?b=c+d", "/a?b=c+d"),
            ("/\("100%")", "/100%25"),
        ] as [(URLPath, String)])
    func `the target is sent byte by byte`(_ path: URLPath, _ target: String) async throws {
        let request = try await wire { $0.get(.none, from: path) }
        #expect(request.target == target)
    }

    @Test func `query items are sent byte by byte`() async throws {
        let request = try await wire { $0.get(.none, from: "/").adding(query: "q", "a+b&c=d ä").adding(query: "e", "") }
        #expect(request.target == "/?q=a%2Bb%26c%3Dd%20%C3%A4&e=")
    }

    @Test(
        arguments: [
            ("X-Text", "a  b\tc", ["a  b\tc"]),
            ("X-Empty", "", [""]),
            ("X-UTF8", "grüße 🦜 日本", ["grüße 🦜 日本"]),
            ("X-Quoted", #"a="b, c"; d"#, [#"a="b, c"; d"#]),
            ("x-lower_case", "1", ["1"]),
            ("User-Agent", "Mine/1.0", ["Mine/1.0"]),
            ("Accept-Language", "de, en;q=0.5", ["de, en;q=0.5"]),
            ("Connection", "close", ["close"]),
        ] as [(HeaderField.Name, String, [String])])
    func `the value of a field is sent byte by byte`(
        _ name: HeaderField.Name, _ value: String, _ expected: [String]
    ) async throws {
        let request = try await wire { $0.get(.none, from: "/").setting(headerField: name, value) }
        #expect(request[name.rawValue] == expected)
        #expect(request.fields.allSatisfy { !$0.name.isEmpty })
    }

    @Test func `fields of one name are joined`() async throws {
        let request = try await wire {
            $0.get(.none, from: "/")
                .adding(headerField: "X-Tag", "a").adding(headerField: "x-tag", "b")
                .adding(headerField: "Cookie", "c=1").adding(headerField: "Cookie", "d=2")
        }
        #expect(request["X-Tag"] == ["a, b"])
        #expect(request["Cookie"] == ["c=1; d=2"])
    }

    @Test func `the host is sent once, with its port`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            _ = try await URLSession.shared.perform(server.get())
            #expect(server.requests.first?["Host"] == ["127.0.0.1:\(server.port)"])
        }
    }

    @Test(
        arguments: [
            (.none, [], ["0"], ""),
            (.data(Data()), ["application/octet-stream"], ["0"], ""),
            (.data(Data("a=b".utf8)), ["application/octet-stream"], ["3"], "a=b"),
            (.text("hü"), ["text/plain; charset=utf-8"], ["3"], "hü"),
            (.json(["a": 1]), ["application/json"], ["7"], #"{"a":1}"#),
        ] as [(BodyProvider, [String], [String], String)])
    func `a POST states the media type of its body`(
        _ body: BodyProvider, _ type: [String], _ length: [String], _ text: String
    ) async throws {
        let request = try await wire { $0.post(body, to: "/") }
        #expect(request["Content-Type"] == type)
        #expect(request["Content-Length"] == length)
        #expect(request["Transfer-Encoding"].isEmpty)
        #expect(request["Expect"].isEmpty)
        #expect(request.bodyText == text)
    }
}
