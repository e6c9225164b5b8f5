import Foundation
import Requests
import RequestsConformance
import TestSupport
import Testing

/// Links in responses that become endpoints (RFC 3986, section 5).
@Suite("URLPath(link:)", .timeLimit(.minutes(1))) struct LinkPathTests {
    @Test(arguments: [
        // base, link, URL
        ("https://h/dav", "/dav/ada/x.ics", "https://h/dav/ada/x.ics"), ("https://h/dav", "x.ics", "https://h/x.ics"),
        ("https://h/dav/", "x.ics", "https://h/dav/x.ics"), ("https://h", "x.ics", "https://h/x.ics"),
        ("https://h/a/b/c", "../d", "https://h/a/d"), ("https://h/a/b", "./d/./e", "https://h/a/d/e"),
        ("https://h/a", "/../b", "https://h/b"), ("https://h/a", "https://h/b", "https://h/b"),
        ("https://h/a", "https://h:443/b?c=1", "https://h:443/b?c=1"), ("https://h/a", "//h/b", "https://h/b"),
        ("https://h/a", "?page=2", "https://h/a?page=2"), ("https://h/a?k=1", "/b", "https://h/b"),
        ("https://h/a?k=1", "", "https://h/a?k=1"), ("https://h/a", "/b?c=1#d", "https://h/b?c=1"),
        ("https://h/a", "/b c/é%2F", "https://h/b%20c/%C3%A9%2F"), ("https://h/a", "/b?c=d e", "https://h/b?c=d%20e"),
        ("http+unix://%2Frun%2Fa.sock/v1", "/v2/x", "http+unix://%2Frun%2Fa.sock/v2/x"),
        ("http+unix://%2Frun%2Fa.sock/v1", "http://localhost/v2", "http+unix://%2Frun%2Fa.sock/v2"),
    ])
    func `a link is resolved against the base URL`(base: String, link: String, url: String) throws {
        let base = try #require(URL(string: base))
        #expect(try request(to: URLPath(link: link), base: base).resolve().urlText == url)
    }

    @Test(arguments: [
        // URL of the response, link, URL
        ("https://h/dav/ada/", "x.ics", "https://h/dav/ada/x.ics"),
        ("https://h/dav/ada/", "../bob/", "https://h/dav/bob/"),
        ("https://h/list?page=1", "?page=2", "https://h/list?page=2"), ("https://h/a", "/b#c", "https://h/b"),
    ])
    func `a relative link is resolved against the URL of its response`(response: String, link: String, url: String)
        throws
    {
        let head = ResponseHead(status: .ok, urlText: response)
        #expect(try request(to: URLPath(link: link, in: head), base: URL("https://h/dav")).resolve().urlText == url)
    }

    @Test(arguments: [
        "http://h/a", "https://g/a", "//g/a", "https://h:8443/a", "https://h.evil.example/a",
    ])
    func `a link to another origin is an error`(link: String) {
        let error = request(to: URLPath(link: link)).resolutionError()
        #expect(error?.code == .crossOrigin)
        #expect(error?.message.contains("the link has a different scheme, host or port than the base URL") == true)
        let head = ResponseHead(status: .ok, urlText: "https://g/")
        #expect(request(to: URLPath(link: "a", in: head)).resolutionError()?.code == .crossOrigin)
    }

    @Test(arguments: [
        "mailto:ada@example.com", "file:///etc/passwd", "javascript:alert(1)", "https://ada:secret@h/a", "https://",
        "/a\nb",
        "/a\0", "https://h:0/",
    ])
    func `a link that isn't an http or https link is an error`(link: String) {
        let error = request(to: URLPath(link: link)).resolutionError()
        #expect(error?.code == .invalidPath)
        #expect(error?.message.utf8.allSatisfy { 0x20...0x7E ~= $0 } == true, "the message is one line of ASCII")
        #expect(error?.description.contains("secret") == false)
    }

    @Test func `query items come after those of the link, and replace them`() throws {
        let linked = request(to: URLPath(link: "/b?page=2#top"), base: URL("https://h/a?k=1"))
        #expect(try linked.adding(query: "c", 1).resolve().urlText == "https://h/b?page=2&c=1")
        #expect(try linked.setting(query: "page", 3).resolve().urlText == "https://h/b?page=3")
        #expect(
            try request(to: URLPath(link: "b")).adding(query: "c", [1, 2]).resolve().urlText == "https://h/b?c=1&c=2")
    }

    @Test func `a link is followed over the wire, with credentials only at its own origin`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("{}") }) { server in
            let api = AnonymousProvider(baseURL: server.api.baseURL.appending(path: "dav"))
            let get = { api.get(.data, from: $0).authenticated(with: .bearerToken("t")) }
            let (head, _) = try await URLSession.shared.response(for: api.get(.data, from: "/ada/"))
            for link in [URLPath(link: "/dav/ada/x.ics"), URLPath(link: "y.ics", in: head)] {
                _ = try await URLSession.shared.perform(get(link))
            }
            let other = get(URLPath(link: "http://127.0.0.1:1/z"))
            let error = await #expect(throws: TransportError.self) { try await URLSession.shared.perform(other) }
            #expect(error?.code == .crossOrigin)
            #expect(server.requests.map(\.target) == ["/dav/ada/", "/dav/ada/x.ics", "/dav/ada/y.ics"])
            #expect(server.requests.dropFirst().allSatisfy { $0["Authorization"] == ["Bearer t"] })
        }
    }
}
