import Foundation
import Requests
import TestSupport
import Testing

/// Colons in paths: a segment such as `:id` is a placeholder of other libraries, and any other colon is a plain
/// character.
@Suite("Colons in a path") struct ColonPlaceholderTests {
    private static let api = AnonymousProvider("https://h")

    @Test(
        arguments: [
            ("/users/:id", ":id"), ("/users/:userID/posts", ":userID"), ("users/:id", ":id"), ("/:_a1/b?c=d", ":_a1"),
            ("/a/\("x")/:id/\("y")", ":id"), ("/a/\("x")/:id?b=\("y")", ":id"),
        ] as [(URLPath, String)])
    func `a segment that is a colon and a name is an unfilled placeholder`(path: URLPath, name: String) throws {
        let error = try #require(Self.api.get(.none, from: path).resolutionError())
        #expect(error.code == .unfilledPlaceholder)
        #expect(
            error.message.hasPrefix(
                "the placeholder \(name) in the path has no value: interpolate a value, or write %3A for a colon")
        )
    }

    @Test(
        arguments: [
            ("/v1/projects/x:cancel", "/v1/projects/x:cancel"), ("/v1/jobs/\(7):cancel", "/v1/jobs/7:cancel"),
            ("/jobs/\(7):cancel/\(8)", "/jobs/7:cancel/8"), ("/a/:", "/a/:"), ("/a/:/b", "/a/:/b"), ("/:7", "/:7"),
            ("/:a-b", "/:a-b"), ("/:a:b", "/:a:b"), ("/::a", "/::a"), ("/:é", "/:%C3%A9"), ("/a?b=/:id", "/a?b=/:id"),
            ("/a?\("b")=/:id", "/a?b=/:id"), ("/a/%3Aid", "/a/%3Aid"), ("/a/\(":id")", "/a/%3Aid"),
            ("/a/:\("b")", "/a/:b"), ("/12:30/x", "/12:30/x"), (":id", "/:id"),
        ] as [(URLPath, String)])
    func `any other colon is sent`(path: URLPath, wire: String) throws {
        #expect(try Self.api.get(.none, from: path).resolve().urlText == "https://h\(wire)")
    }

    @Test func `a text that isn't a literal may contain any segment`() throws {
        for path in [URLPath("/users/:id" as String), "\(raw: "/users/:id")"] {
            #expect(try Self.api.get(.none, from: path).resolve().urlText == "https://h/users/:id")
        }
    }
}
