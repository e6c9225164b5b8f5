import Foundation
import Requests
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("The text of a URLPath") struct URLPathLiteralTests {
    /// Makes the endpoint of a row as a literal, as a text, and with `raw:`.
    private static func endpoints(_ text: String) -> [URLPath] {
        [URLPath(stringLiteral: text), URLPath(text), "\(raw: text)"]
    }

    @Test(arguments: [
        ("", ""), ("/", "/"), ("a", "/a"), ("/a", "/a"), ("/a/", "/a/"), ("/a//b", "/a//b"), ("/a/b.c", "/a/b.c"),
        ("/a%2Fb", "/a%2Fb"), ("/a%2fb%20c", "/a%2fb%20c"), ("/%zz", "/%25zz"), ("/100%", "/100%25"), ("/%2", "/%252"),
        ("/%%20", "/%25%20"), ("/a b", "/a%20b"), ("/{", "/%7B"), ("/}{", "/%7D%7B"), ("/{a/b}", "/%7Ba/b%7D"),
        ("/a\\b", "/a%5Cb"), ("/Zoë", "/Zo%C3%AB"), ("/Zoe\u{308}", "/Zoe%CC%88"), ("/\u{301}a", "/%CC%81a"),
        ("/a\"<>^`|", "/a%22%3C%3E%5E%60%7C"), ("/a\0b\r\n", "/a%00b%0D%0A"),
        ("/!$&'()*+,;=:@-._~", "/!$&'()*+,;=:@-._~"),
        ("/...", "/..."), ("/.a/..b/c..", "/.a/..b/c.."), ("/a?", "/a?"), ("/a?b", "/a?b"), ("?b=1", "?b=1"),
        ("/?b=1", "/?b=1"),
        ("/a?b=c+d&e=f%2Bg", "/a?b=c+d&e=f%2Bg"), ("/a?b=1?c=/../x", "/a?b=1?c=/../x"),
        ("/a?b=Zoë d", "/a?b=Zo%C3%AB%20d"),
        ("/a?b[]=1", "/a?b%5B%5D=1"), ("/a?%zz", "/a?%25zz"),
    ])
    func `text is the template: escapes are kept, and characters that are illegal in a URL are escaped`(
        text: String, wire: String
    ) throws {
        for endpoint in Self.endpoints(text) {
            let message = try request(to: endpoint).resolve()
            #expect(message.urlText == "https://h" + wire)
            #expect(try message.toURLRequest().url?.absoluteString == "https://h" + wire, "Foundation keeps it")
        }
    }

    @Test(arguments: [
        "/..", "/.", "..", ".", "/a/../b", "/a/./b", "/a/..", "/%2e%2e/x", "/%2E%2e", "/.%2e", "/%2e.", "/a/%2e",
        "/a/..?q=1",
        "/#", "/a#b", "#", "/a?b#c", "//", "//host", "//host/a", "///a",
    ])
    func `a dot segment, a fragment and a host are errors`(text: String) {
        for endpoint in Self.endpoints(text) { #expect(request(to: endpoint).resolutionError()?.code == .invalidPath) }
    }

    @Test(arguments: ["/{id}", "/users/{id}/x", "{id}", "/a?b={c}", "/{}", "/{a}{b}", "/x{userID}"])
    func `a placeholder that was never filled is an error`(text: String) {
        for endpoint in Self.endpoints(text) {
            #expect(request(to: endpoint).resolutionError()?.code == .unfilledPlaceholder)
        }
    }

    @Test func `raw text may add segments and a query, and values around it stay values`() throws {
        let path = "b/c d?x=1&y=%20"
        #expect(try request(to: "/a/\(raw: path)&z=\("&")").resolve().urlText == "https://h/a/b/c%20d?x=1&y=%20&z=%26")
        #expect(request(to: "/a/\(raw: "../b")").resolutionError()?.code == .invalidPath)
        #expect(request(to: "\(raw: "/")\(raw: "/host")").resolutionError()?.code == .invalidPath)
    }

    @Test func `an error shows the path and says what to do`() {
        let rows: [(URLPath, String)] = [
            ("/a/\("")", "a value in the path is empty, which would remove a segment from the path (in /a/)"),
            ("/a/../b", "a segment of the path is `.` or `..`, which would change the path (in /a/../b)"),
            ("/a#b", "the path contains `#`, but fragments are never sent: escape `#` as %23 (in /a%23b)"),
            ("//h/a", "the path begins with `//`, so the text after `//` would be read as a host (in //h/a)"),
            ("/u/{id}", "the placeholder {id} in the path has no value: interpolate a value (in /u/%7Bid%7D)"),
        ]
        for (endpoint, message) in rows { #expect(request(to: endpoint).resolutionError()?.message == message) }
    }
}
