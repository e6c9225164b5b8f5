import Foundation
import Requests
import TestSupport
import Testing

@Suite("URLPath(absolute:)") struct AbsoluteURLTests {
    @Test(arguments: [
        // base, link, URL
        ("https://h", "https://h/a?page=2", "https://h/a?page=2"),
        ("https://h/v1", "https://h/other", "https://h/other"),
        ("https://h/v1?key=1", "https://h/a?page=2", "https://h/a?page=2"), ("https://h", "https://h", "https://h"),
        ("https://h", "https://h/a#top", "https://h/a"), ("https://h", "https://h/a?b=1#top", "https://h/a?b=1"),
        ("https://h", "HTTPS://H/A", "HTTPS://H/A"),
        ("https://API.example.com", "https://api.EXAMPLE.com/a", "https://api.EXAMPLE.com/a"),
        ("https://h", "https://h:443/a", "https://h:443/a"), ("https://h:443", "https://h/a", "https://h/a"),
        ("http://h", "http://h:80/a", "http://h:80/a"), ("http://h:80", "http://h/a", "http://h/a"),
        ("https://h", "https://h:/a", "https://h:/a"),
        ("https://h:8443", "https://h:8443/a", "https://h:8443/a"),
        ("https://[::1]:8443", "https://[::1]:8443/a", "https://[::1]:8443/a"),
        ("https://h", "https://h/a%2Fb?c=%2B+d", "https://h/a%2Fb?c=%2B+d"),
        ("https://h", "https://h/a?next=https://evil.example/", "https://h/a?next=https://evil.example/"),
    ])
    func `a link of the same origin is used unchanged`(base: String, link: String, url: String) throws {
        let (base, link) = (try #require(URL(string: base)), try #require(URL(string: link)))
        #expect(try request(to: URLPath(absolute: link), base: base).resolve().urlText == url)
    }

    @Test(arguments: [
        ("https://h", "http://h/a"), ("http://h", "https://h/a"), ("https://h", "https://g/a"),
        ("https://h", "https://h.evil.example/a"),
        ("https://h", "https://evil.example/h"), ("https://h", "https://h:8443/a"), ("https://h:8443", "https://h/a"),
        ("https://h", "https://h:80/a"), ("http://h", "http://h:443/a"), ("https://h:8443", "https://h:9443/a"),
        ("https://h", "https://hh/a"), ("https://api.h", "https://h/a"), ("https://h", "https://h./a"),
        ("https://[::1]", "https://[::2]/a"),
    ])
    func `another scheme, host or port is an error`(base: String, link: String) throws {
        let (base, link) = (try #require(URL(string: base)), try #require(URL(string: link)))
        #expect(request(to: URLPath(absolute: link), base: base).resolutionError()?.code == .crossOrigin)
    }

    @Test(arguments: [
        "/a", "a", "?a=1", "//h/a", "file:///etc/passwd", "ftp://h/a", "https:///a", "https://user@h/a",
        "https://user:secret@h/a", "https://h@evil.example/a",
        "https://a%2Fb/", "https://evil%80h/a", "https://[1]/a", "https://[::g]/",
        "https://h:99999/a", "https://h/../a", "https://h/%2e%2e/a", "javascript:alert(1)",
    ])
    func `a URL that isn't an http or https link is an error`(text: String) throws {
        let link = try #require(URL(string: text))
        let error = request(to: URLPath(absolute: link)).resolutionError()
        #expect(error?.code == .invalidPath)
        #expect(error?.description.contains("secret") == false)
    }

    @Test func `query items come after those of the link`() throws {
        let link = URL("https://h/a?page=2")
        #expect(
            try request(to: URLPath(absolute: link)).adding(query: "b", 1).resolve().urlText == "https://h/a?page=2&b=1"
        )
        #expect(
            try request(to: URLPath(absolute: URL("https://h/a"))).adding(query: "b", 1).resolve().urlText
                == "https://h/a?b=1")
        #expect(
            try request(to: URLPath(absolute: URL("https://h/a?"))).adding(query: "b", 1).resolve().urlText
                == "https://h/a?b=1")
    }

    @Test func `an invalid base is still an error`() throws {
        let base = try #require(URL(string: "https://user@h"))
        #expect(
            request(to: URLPath(absolute: URL("https://h/a")), base: base).resolutionError()?.code == .invalidBaseURL)
    }
}
