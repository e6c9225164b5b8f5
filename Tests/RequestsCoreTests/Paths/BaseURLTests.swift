import Foundation
import Requests
import TestSupport
import Testing

@Suite("Base URLs") struct BaseURLTests {
    @Test(arguments: [
        // base, endpoint, URL
        ("https://h", "", "https://h"), ("https://h/", "", "https://h/"), ("https://h/v1", "", "https://h/v1"),
        ("https://h/v1/", "", "https://h/v1/"), ("https://h", "/", "https://h/"), ("https://h", "a", "https://h/a"),
        ("https://h", "/a", "https://h/a"), ("https://h/", "a", "https://h/a"), ("https://h/", "/a", "https://h/a"),
        ("https://h//", "/a", "https://h/a"), ("https://h/v1", "a/", "https://h/v1/a/"),
        ("https://h/v1/", "/a", "https://h/v1/a"),
        ("https://h/v1", "/", "https://h/v1/"), ("https://h/v1/", "/", "https://h/v1/"),
        ("https://h/v1", "?a=1", "https://h/v1?a=1"),
        ("https://h/v1/", "?a=1", "https://h/v1/?a=1"), ("https://h", "?a=1", "https://h?a=1"),
        // The query of the base is kept, and comes first.
        ("https://h/v1?key=1", "/a", "https://h/v1/a?key=1"),
        ("https://h/v1?key=1", "/a?b=2", "https://h/v1/a?key=1&b=2"),
        ("https://h/v1?key=1", "", "https://h/v1?key=1"), ("https://h?key=1", "/a", "https://h/a?key=1"),
        ("https://h?key=1&x=%2B+", "a?b", "https://h/a?key=1&x=%2B+&b"), ("https://h/?", "/a?b=2", "https://h/a?b=2"),
        // Existing escapes are kept, and never escaped again.
        ("https://h/a%2Fb/%20", "/c%2Fd", "https://h/a%2Fb/%20/c%2Fd"),
        ("https://h:8443/v1", "/a", "https://h:8443/v1/a"), ("http://h:80", "/a", "http://h:80/a"),
        ("https://h:/", "/a", "https://h:/a"),
        ("https://[::1]", "/a", "https://[::1]/a"), ("https://[::1]:8443/v1", "a", "https://[::1]:8443/v1/a"),
        ("https://[fe80::1%25en0]:8443", "/a", "https://[fe80::1%25en0]:8443/a"),
        ("https://[::ffff:1.2.3.4]", "/a", "https://[::ffff:1.2.3.4]/a"),
        ("https://[2001:db8::1]/", "/a", "https://[2001:db8::1]/a"),
        ("http://127.0.0.1:1", "/a", "http://127.0.0.1:1/a"),
        ("HTTPS://Host.Example", "/a", "HTTPS://Host.Example/a"), ("https://h/a//b", "/c", "https://h/a//b/c"),
        ("https://h/a;v=1", "/b", "https://h/a;v=1/b"), ("https://h/...", "/b", "https://h/.../b"),
    ])
    func `base and endpoint join with one slash`(base: String, endpoint: String, url: String) throws {
        let base = try #require(URL(string: base))
        #expect(try request(to: URLPath(endpoint), base: base).resolve().urlText == url)
    }

    @Test func `query items come after those of base and endpoint`() throws {
        let base = URL("https://h/v1?key=1")
        #expect(
            try request(to: "/a?b=2", base: base).adding(query: "c", 3).resolve().urlText
                == "https://h/v1/a?key=1&b=2&c=3")
        #expect(try request(base: base).adding(query: "c", 3).resolve().urlText == "https://h/v1?key=1&c=3")
        #expect(
            try request(to: "/a?", base: URL("https://h")).adding(query: "c", 3).resolve().urlText == "https://h/a?c=3")
    }

    @Test(arguments: [
        ("v1", "is relative"), ("/v1", "is relative"), ("h/v1", "is relative"), ("//h/v1", "is relative"),
        ("?a:b", "is relative"),
        ("file:///etc", "scheme"), ("ftp://h", "scheme"), ("ws://h", "scheme"), ("mailto:a@b.c", "scheme"),
        ("javascript:alert(1)", "scheme"),
        ("data:,x", "scheme"), ("h:80", "scheme"), ("https:", "no valid host"), ("https:/h/v1", "no valid host"),
        ("https:h", "no valid host"), ("https://", "no valid host"), ("https:///v1", "no valid host"),
        ("https://?a=1", "no valid host"), ("https://:443/", "no valid host"), ("https://user@h", "user"),
        ("https://user:secret@h/v1", "user"),
        ("https://@h", "user"), ("https://h/v1#top", "fragment"), ("https://h#", "fragment"),
        ("https://h:99999", "port"), ("https://h:65536/", "port"),
        ("https://h:0", "port"), ("https://h:-1", "port"), ("https://h/a/../b", "segment"), ("https://h/..", "segment"),
        ("https://h/./", "segment"),
        ("https://h/%2e%2E/x", "segment"), ("https://a%2Fb/", "no valid host"), ("https://evil%80h/", "no valid host"),
        ("https://h%41/", "no valid host"), ("https://[v1.x]/", "no valid host"), ("https://[1]/", "no valid host"),
        ("https://[dead]/", "no valid host"), ("https://[::g]/", "no valid host"),
        ("https://[1.2.3.4]/", "no valid host"),
    ])
    func `a base URL that no request can be sent to is an error`(text: String, reason: String) throws {
        // Foundation rejects some of them as URLs, depending on its version.
        guard let base = URL(string: text) else { return }
        let error = request(to: "/a", base: base).resolutionError()
        #expect(error?.code == .invalidBaseURL)
        #expect(error?.message.contains(reason) == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test func `the lowest and the highest port are valid`() throws {
        for port in [1, 65_535] {
            let base = try #require(URL(string: "https://h:\(port)"))
            #expect(try request(to: "/a", base: base).resolve().urlText == "https://h:\(port)/a")
        }
        for port in ["0", "65536", "000080"] {
            let base = try #require(URL(string: "https://h:\(port)"))
            #expect(request(to: "/a", base: base).resolutionError()?.code == .invalidBaseURL)
        }
    }

    @Test func `a base that is relative to another URL is resolved by Foundation`() throws {
        let base = try #require(URL(string: "v2/", relativeTo: URL("https://h/v1/")))
        #expect(try request(to: "/a", base: base).resolve().urlText == "https://h/v1/v2/a")
    }
}
