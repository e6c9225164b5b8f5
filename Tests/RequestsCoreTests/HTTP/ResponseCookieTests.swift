import Foundation
import Requests
import RequestsConformance
import TestSupport
import Testing

/// Cookies of responses (RFC 6265bis, section 5.6).
@Suite("Cookies of responses", .timeLimit(.minutes(1)))
struct ResponseCookieTests {
    @Test(
        arguments: [
            ("a=1", "a=1"), ("a=", "a="), ("  a \t=\t 1 2  ", "a=1 2"), ("a=b=c", "a=b=c"), (#"a="x y""#, #"a="x y""#),
            ("é=ü", "é=ü"), ("a=1;", "a=1"), ("a=1;;;", "a=1"), ("a=1; Unknown=x; Y", "a=1"), ("a[b]=1,2", "a[b]=1,2"),
            ("a", "=a"), ("=1", "=1"), ("  =1", "=1"), (" a b ", "=a b"), ("a; Path=/x", "=a path=/x"), ("==1", "==1"),
            ("", nil), ("=", nil), (" = ; Path=/", nil), (";a=1", nil), ("a=1\u{0}", nil), ("a\u{0}", nil),
            ("a=\u{1F}", nil),
            ("a=1\r\nb=2", nil), ("a=1; Path=/\u{7F}", nil), ("a=\u{FFFD}", nil), ("\u{FFFD}=1", nil),
            ("a=1; Domain=.Example.COM", "a=1 domain=example.com"), ("a=1; domain=", "a=1"), ("a=1; domain=.", "a=1"),
            ("a=1; PATH=/x/y", "a=1 path=/x/y"), ("a=1; path=x", "a=1"), ("a=1; path", "a=1"),
            ("a=1; path=/x; path=y", "a=1"), ("a=1; path=/x; path=/y", "a=1 path=/y"),
            ("a=1; Max-Age=60", "a=1 maxAge=60"), ("a=1; max-age=-1", "a=1 maxAge=-1"), ("a=1; max-age=+1", "a=1"),
            ("a=1; max-age=1/2", "a=1"), ("a=1; max-age=1:2", "a=1"), ("a=1; max-age=09", "a=1 maxAge=9"),
            ("a=1; max-age=", "a=1"), ("a=1; max-age=-", "a=1"), ("a=1; max-age=6e1", "a=1"),
            ("a=1; max-age=5; max-age=x", "a=1 maxAge=5"),
            ("a=1; max-age=99999999999999999999", "a=1 maxAge=\(Int.max)"),
            ("a=1; max-age=-99999999999999999999", "a=1 maxAge=\(Int.min)"),
            ("a=1; Secure; HttpOnly", "a=1 secure httpOnly"), ("a=1;secure=no;HTTPONLY", "a=1 secure httpOnly"),
            ("a=1; SameSite=Lax", "a=1 lax"), ("a=1; samesite=STRICT", "a=1 strict"),
            ("a=1; SameSite=None", "a=1 none"),
            ("a=1; SameSite=x", "a=1"), ("a=1; SameSite", "a=1"),
            ("a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Path=/", "a=1 path=/ expires=1445412480"),
            ("a=1; Expires=never", "a=1"),
        ] as [(String, String?)])
    func `a line is read as a browser does`(line: String, expected: String?) {
        #expect(WebCookie(line).map(text) == expected)
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("6 nov 94 8:49:37", 784_111_777),
            ("1994 November 06th 08:49:37x", 784_111_777), ("08:49:37 06 NOVEMBER 1994 PST", 784_111_777),
            ("Thu, 01-Jan-1970 00:00:00 GMT", 0), ("Thu, 01 Jan 69 00:00:00", 3_124_224_000),
            ("Sat, 01 Jan 00 00:00:00", 946_684_800), ("Fri, 31 Dec 99 23:59:59", 946_684_799),
            ("Thu, 01 Jan 70 00:00:00", 0), ("6 nov 94 8:49:37:5", 784_111_777),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799), ("29 Feb 2024 0:0:0", 1_709_164_800),
            ("01 Jan 1601 00:00:00", -11_644_473_600), ("01 Jan 1600 00:00:00", nil), ("30 Feb 2024 00:00:00", nil),
            ("32 Jan 2024 00:00:00", nil), ("0 Jan 2024 00:00:00", nil), ("1 Jan 2024 24:00:00", nil),
            ("1 Jan 2024 00:60:00", nil), ("1 Jan 2024 00:00:60", nil), ("1 Jan 2024", nil), ("1 2024 00:00:00", nil),
            ("Jan 2024 00:00:00", nil), ("1 Jan 00:00:00", nil), ("1 Jan 20245 00:00:00", nil), ("", nil),
            ("001 Jan 2024 00:00:00", nil), ("1 Jan 2024 000:00:00", nil), ("1 Jan 2024 00:00", nil),
        ] as [(String, Int?)])
    func `a date is read in the many ways in which it is written`(date: String, seconds: Int?) {
        let expires = WebCookie("a=1; expires=" + date)?.expires
        #expect(expires.map { Int($0.timeIntervalSince1970) } == seconds)
    }

    private static let lines = [
        ("Set-Cookie", "session=31d4d96e; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Path=/; HttpOnly"),
        ("Set-Cookie", "theme=dark"), ("X-Other", "a, b=c"), ("Set-Cookie", "=; no=cookie"),
        ("Set-Cookie", "last=x,y; expires=Sunday, 06-Nov-94 08:49:37 GMT"), ("Set-Cookie", "n=a:1,b=2; Secure"),
    ]
    private static let expected = [
        "session=31d4d96e path=/ httpOnly expires=1445412480", "theme=dark", "last=x,y expires=784111777",
        "n=a:1,b=2 secure",
    ]

    @Test func `several lines are several cookies, and garbage is left out`() {
        let head = ResponseHead(status: 200, header: HeaderFields(Self.lines.map { HeaderField(.init($0.0), $0.1) }))
        #expect(head.cookies.map(text) == Self.expected)
        #expect(ResponseHead(status: 200).cookies.isEmpty)
    }

    @Test func `cookies that Foundation joined are separated`() throws {
        let lines = Self.lines.filter { $0.0.lowercased() == "set-cookie" && $0.1 != "=; no=cookie" }.map(\.1)
        let url = try #require(URL(string: "https://h"))
        let response = try #require(
            HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: nil,
                headerFields: ["Set-Cookie": lines.joined(separator: ", "), "X-Other": "a, b=c"]))
        let head = ResponseHead(response)
        #expect(head.cookies.map(text) == Self.expected)
        #expect(head.header[values: "X-Other"] == ["a, b=c"])
        #expect(head.header[values: .setCookie] == lines)
        let single = HTTPURLResponse(
            url: url, statusCode: 200, httpVersion: nil, headerFields: ["Set-Cookie": "v=a, b c=2"])
        #expect(ResponseHead(try #require(single)).cookies.map(text) == ["v=a, b c=2"])
    }

    @Test func `cookies arrive over the wire`() async throws {
        // Foundation on Linux joins the lines, and adds a line without a name to the previous one.
        let fields = Self.lines.filter { $0.1 != "=; no=cookie" }
        try await withRawServer(responding: { _ in RawServer.ok("{}", fields: fields) }) { server in
            let (head, _) = try await URLSession.shared.response(for: server.get())
            #expect(head.cookies.map(text) == Self.expected)
            // Without this setting, Foundation would store the cookies for all later requests.
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            let session = URLSession(configuration: configuration)
            defer { session.invalidateAndCancel() }
            let (_, response) = try await session.data(for: server.get("/2").toURLRequest())
            #expect(ResponseHead(try #require(response as? HTTPURLResponse)).cookies.map(text) == Self.expected)
        }
    }

    @Test func `a text of any length is parsed quickly, and never read past its end`() {
        var generator = SeededGenerator(seed: 6_265)
        let letters = Array("a=;,\" \t0:.-éJanExpires")
        for _ in 0..<2_000 {
            let count = Int.random(in: 0..<40, using: &generator)
            let text = String((0..<count).compactMap { _ in letters.randomElement(using: &generator) })
            let cookie = WebCookie(text)
            #expect(cookie.map { $0.name.isEmpty && $0.value.isEmpty } != true)
            if let cookie {
                #expect(text.utf8.firstRange(of: cookie.name.utf8) != nil)
                #expect(cookie.value.isEmpty || text.utf8.firstRange(of: cookie.value.utf8) != nil)
            }
        }
        let long = "a=" + String(repeating: "1,", count: 1 << 19) + String(repeating: ";a", count: 1 << 19)
        #expect(WebCookie(long)?.value.utf8.count == 1 << 20)
    }

    @Test func `a description shows the attributes on one line`() throws {
        let line = "n=1; Max-Age=5; Domain=h; Path=/\u{2028}\u{202E}; Secure; HttpOnly; SameSite=Lax"
        #expect(
            try #require(WebCookie(line)).description
                == #"n=<redacted>; Max-Age=5; Domain=h; Path=/\u{2028}\u{202E}; Secure; HttpOnly; SameSite=Lax"#)
        let expiry = WebCookie("n", "1", expires: Date(timeIntervalSince1970: 784_111_777))
        #expect(expiry.description == "n=<redacted>; Expires=Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test func `no description shows a value`() throws {
        let cookie = try #require(WebCookie("session=SECRET; Path=/"))
        #expect(cookie.description == "session=<redacted>; Path=/")
        #expect(!Shown.texts(of: cookie).contains("SECRET"))
        let head = ResponseHead(status: 200, header: [HeaderField(.setCookie, "session=SECRET")])
        #expect(!Shown.texts(of: head).contains("SECRET"))
        #expect(!Shown.texts(of: head.cookies).contains("SECRET"))
    }

    private func text(_ cookie: WebCookie) -> String {
        var text = "\(cookie.name)=\(cookie.value)"
        if let domain = cookie.domain { text += " domain=\(domain)" }
        if let path = cookie.path { text += " path=\(path)" }
        if let maxAge = cookie.maxAge { text += " maxAge=\(maxAge)" }
        if cookie.isSecure { text += " secure" }
        if cookie.isHTTPOnly { text += " httpOnly" }
        if let sameSite = cookie.sameSite { text += " \(sameSite)" }
        if let expires = cookie.expires { text += " expires=\(Int(expires.timeIntervalSince1970))" }
        return text
    }
}
