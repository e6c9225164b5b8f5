import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

private struct Files: RequestProviding {
    let baseURL = URL("https://files.test/v1")

    @GET("/files/{path*}") var file: Endpoint<String, String>
    @GET("/files/{name}") var single: Endpoint<FileName, String>
    @GET("/files/index") var index: Endpoint<Void, String>
    @GET("/files/{name}/info") var info: Endpoint<FileName, String>
    @GET("/v2/{name*}/tags/{tag}") var tag: Endpoint<Tag, String>
    @PUT("/v2/{name*}/tags/list") var list: Endpoint<Name, String>
}

private struct FileName: Codable, Sendable { var name: String }
private struct Name: Codable, Sendable { var name: String }
private struct Tag: Codable, Sendable {
    var name: String
    var tag: String
}

/// Several segments of a path, in both directions.
@Suite("Segments of paths", .timeLimit(.minutes(1)))
struct PathSegmentsTests {
    private static let api = AnonymousProvider("https://h/v1")

    private func url(_ path: URLPath) throws(TransportError) -> String {
        try Self.api.get(from: path).resolve().urlText
    }

    @Test func `interpolated segments are escaped one by one`() throws {
        #expect(try url("/files/\(segments: ["a", "b c", "d/e?#%"])") == "https://h/v1/files/a/b%20c/d%2Fe%3F%23%25")
        #expect(try url("/files/\(segments: "a/b.c".split(separator: "/"))/raw") == "https://h/v1/files/a/b.c/raw")
        #expect(try url("\(segments: ["x"])") == "https://h/v1/x")
        #expect(try url("/a?q=\(segments: ["x", "y"])") == "https://h/v1/a?q=x%2Fy")
    }

    @Test(arguments: [[], [""], ["a", ""], ["", "a"], ["a", "", "b"], ["."], ["a", ".."], ["..", "a"]])
    func `empty and dot segments are errors`(parts: [String]) {
        let error = #expect(throws: TransportError.self) { try url("/files/\(segments: parts)") }
        #expect(error?.code == .invalidPath)
        let other = #expect(throws: TransportError.self) { try url("\(segments: parts)/x") }
        #expect(other?.code == .invalidPath)
    }

    @Test(arguments: [
        ("a", "a"), ("a/b c/d.e", "a/b%20c/d.e"), ("100%/x?y#z", "100%25/x%3Fy%23z"), ("é/%2F", "%C3%A9/%252F"),
        ("index/x", "index/x"), ("a/\u{301}b", "a/%CC%81b"), ("a\u{301}/b", "a%CC%81/b"),
    ])
    func `a placeholder takes several segments in both directions`(path: String, escaped: String) async throws {
        let api = Files()
        let request = api.request(\.file, path)
        #expect(try request.resolve().urlText == "https://files.test/v1/files/\(escaped)")
        let routes = Routes(api).on(\.file) { path in "file \(path)" }
        #expect(try await Loopback(routes).perform(request) == "file \(path)")
    }

    @Test(arguments: ["", "/", "/a", "a/", "a//b", ".", "a/../b", "a/.", "..", "../\u{301}x", "a//\u{301}x"])
    func `a text with empty or dot segments is an error`(path: String) {
        let error = #expect(throws: TransportError.self) { try Files().request(\.file, path).resolve() }
        #expect(error?.code == .invalidPath)
    }

    private func served(_ target: String, _ method: HTTPMethod = .get) async throws -> String {
        let routes = Routes(Files())
            .on(\.file) { path in "file \(path)" }
            .on(\.single) { input in "single \(input.name)" }
            .on(\.index) { "index" }
            .on(\.info) { input in "info \(input.name)" }
            .on(\.tag) { input in "tag \(input.name) \(input.tag)" }
            .on(\.list) { input in "list \(input.name)" }
        let response = await routes.respond(
            to: IncomingRequest(method: method, target: target, header: [], body: MessageBody(Data())))
        guard response.head.status == .ok else { return "\(response.head.status.code)" }
        return String(decoding: try await response.body.collect(upTo: 1_000), as: UTF8.self)
    }

    @Test(arguments: [
        ("/v1/files/index", "index"), ("/v1/files/a", "single a"), ("/v1/files/a/info", "info a"),
        ("/v1/files/a/b", "file a/b"), ("/v1/files/a/b/info", "file a/b/info"), ("/v1/files/a%20b/c%25", "file a b/c%"),
        ("/v1/files//a///b/", "file a/b"), ("/v1/files", "404"), ("/v1/files/a/..", "404"), ("/v1/files/./a", "404"),
        ("/v1/files/a%2Fb/c", "404"), ("/v1/files/a/%2e%2E/b", "404"), ("/v1/v2/x/tags/1", "tag x 1"),
        ("/v1/v2/x/y/z/tags/1", "tag x/y/z 1"), ("/v1/v2/x/tags/tags/tags/1", "tag x/tags/tags 1"),
        ("/v1/v2/tags/1", "404"), ("/v1/v2/x/tags", "404"), ("/v1/files/%FF/x", "400"),
    ])
    func `routes try a placeholder for several segments last`(target: String, expected: String) async throws {
        #expect(try await served(target) == expected)
    }

    @Test func `other methods of a path are known`() async throws {
        #expect(try await served("/v1/v2/a/b/tags/list", .put) == "list a/b")
        #expect(try await served("/v1/v2/a/b/tags/list", .delete) == "405")
        #expect(try await served("/v1/v2/a/../tags/list", .delete) == "404")
    }

    @Test func `a long path is matched in a short time`() async throws {
        let path = String(repeating: "/tags/x/y", count: 10_000)
        #expect(try await served("/v1/v2/x\(path)") == "404")
    }

    @Test func `stubs support placeholders for several segments, too`() async throws {
        let stub = Stub(AnonymousProvider("https://h")).on(.get, "/files/{path*}") { request in
            try .json(["path": request.pathValues["path"]])
        }
        let request = AnonymousProvider("https://h").get(.json([String: String].self), from: "/files/a/b%20c")
        #expect(try await stub.perform(request) == ["path": "a/b c"])
    }

    @Test(arguments: [
        ("/a/{x*}/b/{y*}", "two placeholders with `*`"),
        ("/a/{x*}.json", "in a segment with other text or placeholders"),
        ("/a/v{x*}", "in a segment with other text or placeholders"),
        ("/a/{x}{y*}", "in a segment with other text or placeholders"),
        ("/{x}/{x*}", "`x` twice"),
        ("/{*}", "without a name"), ("/{x**}", "the invalid name `x*`"),
        ("/{a:b}", "the invalid name `a:b`"),
    ])
    func `a template that can't be read back is an error`(template: String, problem: String) {
        struct Bad: RequestProviding {
            let baseURL = URL("https://h")
            let endpoint: Endpoint<[String: String], Void>
        }
        let api = Bad(endpoint: Endpoint(.get, template))
        let error = #expect(throws: TransportError.self) { try api.request(\.endpoint, ["x": "1"]).resolve() }
        #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
        #expect(PathTemplate("/{x}/{y*}").placeholders == ["x", "y"])
    }

    @Test func `checks of an API know the order of its routes`() throws {
        try Files().check()
        struct Twice: RequestProviding {
            let baseURL = URL("https://h")
            @GET("/a/{x*}") var one: Endpoint<String, Void>
            @GET("/a/{y*}") var other: Endpoint<String, Void>
        }
        let error = #expect(throws: EndpointProblems.self) { try Twice().check() }
        #expect("\(String(describing: error))".contains("never reached"))
    }
}
