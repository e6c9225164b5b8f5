import Foundation
import Requests
import TestSupport
import Testing

@testable import Requests

@Suite("CookieJar") struct CookieJarTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func text(_ jar: CookieJar, _ url: String) throws -> String {
        let url = try #require(URL(string: url))
        return jar.cookies(for: url).map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    private func set(_ jar: CookieJar, _ texts: String..., from url: String) throws {
        for text in texts { try jar.set(#require(WebCookie(text)), from: #require(URL(string: url))) }
    }

    @Test(arguments: [
        ("https://a.example/", "https://a.example/", true), ("https://a.example/", "http://a.example/", false),
        ("http://localhost:81/", "http://localhost:82/", true), ("http://127.0.0.1/", "http://127.0.0.1/", true),
        ("http://[::1]:80/", "http://[::1]/", true), ("http://a.localhost/", "http://a.localhost/", true),
    ])
    func `a secure cookie is sent over https, and to this machine`(from: String, to: String, isSent: Bool) throws {
        let jar = CookieJar()
        try set(jar, "a=1; Secure", from: from)
        #expect(try text(jar, to) == (isSent ? "a=1" : ""))
    }

    @Test(
        arguments: [
            ("a=1; Secure", "http://a.example/", "the cookie has the Secure attribute, but the URL isn't an https URL"),
            (
                "a=1; Secure", "http://127.0.0.1.example/",
                "the cookie has the Secure attribute, but the URL isn't an https URL"
            ),
            ("a=1; SameSite=None", "https://a.example/", "the cookie has SameSite=None, but not the Secure attribute"),
            ("__Secure-a=1", "https://a.example/", "doesn't meet the conditions of that prefix"),
            ("__SECURE-a=1", "https://a.example/", "doesn't meet the conditions of that prefix"),
            ("__Host-a=1; Secure", "https://a.example/", "doesn't meet the conditions of that prefix"),
            ("__Host-a=1; Path=/", "https://a.example/", "doesn't meet the conditions of that prefix"),
            ("__host-a=1; Secure; Path=/b", "https://a.example/", "doesn't meet the conditions of that prefix"),
            (
                "__Host-a=1; Secure; Path=/; Domain=a.example", "https://a.example/",
                "doesn't meet the conditions of that prefix"
            ),
            ("a=1; Domain=b.example", "https://a.example/", "the cookie's domain doesn't match the URL's host"),
            ("a=1; Domain=b.a.example", "https://a.example/", "the cookie's domain doesn't match the URL's host"),
            ("a=1; Domain=xa.example", "https://a.example/", "the cookie's domain doesn't match the URL's host"),
            ("a=1; Domain=ä.example", "https://a.example/", "the cookie's domain doesn't match the URL's host"),
            ("a=1; Domain=example", "https://a.example/", "the cookie's domain is a public suffix"),
            ("a=1; Domain=0.0.1", "https://127.0.0.1/", "the cookie's domain doesn't match the URL's host"),
        ])
    func `a cookie that its URL can't set is an error with the reason`(
        cookie: String, url: String, reason: String
    ) throws {
        let jar = CookieJar()
        let error = #expect(throws: TransportError.self) { try set(jar, cookie, from: url) }
        #expect(error?.code == .invalidHeaderValue)
        #expect(error?.message.contains(reason) == true)
        #expect("\(jar)" == "a jar with 0 cookies")
    }

    @Test(arguments: [
        ("__Secure-a=1; Secure", "__Secure-a=1"), ("__Host-a=1; Secure; Path=/", "__Host-a=1"),
        ("__Hosta=1", "__Hosta=1"), ("a=1; SameSite=None; Secure", "a=1"), ("a=1; SameSite=Other", "a=1"),
        ("a=1; Domain=a.example; Domain=" + String(repeating: "b", count: 1_025), "a=1"),
        ("a=1; Path=/" + String(repeating: "b", count: 1_024), "a=1"),
    ])
    func `a cookie that keeps the promise of its prefix is kept`(cookie: String, sent: String) throws {
        let jar = CookieJar()
        try set(jar, cookie, from: "https://a.example/")
        #expect(try text(jar, "https://a.example/") == sent)
    }

    @Test func `an insecure origin can't replace or hide a secure cookie`() throws {
        let jar = CookieJar()
        try set(jar, "a=secure; Secure; Path=/x; Domain=a.example", from: "https://a.example/")
        for (cookie, url) in [
            ("a=1; Path=/x", "http://a.example/"), ("a=1; Path=/x/y", "http://b.a.example/"),
            ("a=1; Path=/x; Domain=a.example", "http://b.a.example/x"),
        ] {
            let error = #expect(throws: TransportError.self) { try set(jar, cookie, from: url) }
            #expect(error?.message.contains("would hide an existing Secure cookie") == true)
        }
        try set(jar, "a=2; Path=/", "b=3; Path=/x", from: "http://a.example/")
        #expect(try text(jar, "https://a.example/x") == "a=secure; b=3; a=2")
        try set(jar, "a=4; Path=/x; Domain=a.example", from: "https://a.example/")
        #expect(try text(jar, "http://b.a.example/x") == "a=4")
    }

    @Test func `an insecure cookie of a domain can't hide a secure one of a host below`() throws {
        let jar = CookieJar()
        for host in ["b.a.example", "c.b.a.example", "d.example"] {
            try set(jar, "a=1; Secure", from: "https://\(host)/")
        }
        for domain in ["b.a.example", "a.example"] {
            #expect(throws: TransportError.self) { try set(jar, "a=2; Domain=\(domain)", from: "http://b.a.example/") }
        }
        try set(jar, "b=2; Domain=a.example", from: "http://a.example/")
        jar.remove("a", for: URL("https://b.a.example/"))
        #expect(throws: TransportError.self) { try set(jar, "a=2; Domain=a.example", from: "http://a.example/") }
        jar.remove("a", for: URL("https://c.b.a.example/"))
        try set(jar, "a=2; Domain=a.example", from: "http://a.example/")
        #expect(try text(jar, "https://d.example/") == "a=1")
    }

    @Test(arguments: [
        ("a=1; Domain=example.com", "https://www.example.com", "https://other.example.com", true),
        ("a=1; Domain=co.uk", "https://www.co.uk", "https://www.co.uk", true),
        ("a=1; Domain=co.uk", "https://www.co.uk", "https://other.co.uk", false),
        ("a=1; Domain=bbc.co.uk", "https://www.bbc.co.uk", "https://news.bbc.co.uk", true),
        ("a=1; Domain=localhost", "https://localhost", "https://a.localhost", false),
        ("a=1; Domain=localhost", "https://localhost", "https://localhost", true),
        ("a=1; Domain=127.0.0.1", "https://127.0.0.1", "https://127.0.0.1", true),
        ("a=1; Domain=[::1]", "https://[::1]", "https://[::1]", true),
    ])
    func `without a list, a domain that looks like a public suffix is only the host`(
        cookie: String, from: String, to: String, isSent: Bool
    ) throws {
        let jar = CookieJar()
        try set(jar, cookie, from: from)
        #expect(try text(jar, to) == (isSent ? "a=1" : ""))
    }

    @Test(arguments: [
        ("github.io", "ada.github.io", false), ("ada.github.io", "ada.github.io", true), ("co.uk", "a.co.uk", false),
        ("x.ck", "a.x.ck", false), ("www.ck", "a.www.ck", true), ("fb.me", "www.fb.me", true), ("io", "a.io", false),
        ("xn--55qx5d.cn", "a.xn--55qx5d.cn", false),
    ])
    func `a list defines the public suffixes`(domain: String, host: String, isKept: Bool) throws {
        let list = """
            // ===BEGIN ICANN DOMAINS===
            io
            UK
            co.uk   // trailing words don't count

            *.ck
            !www.ck
            公司.cn
            github.io
            """
        let jar = CookieJar(publicSuffixes: list.components(separatedBy: "\n"))
        let cookie = WebCookie("a", "1", domain: domain)
        let url = try #require(URL(string: "https://\(host)/"))
        if isKept {
            try jar.set(cookie, from: url)
        } else {
            #expect(throws: TransportError.self) { try jar.set(cookie, from: url) }
        }
        #expect(jar.cookies(for: url).map(\.domain) == (isKept ? [domain] : []))
    }

    @Test func `a host that is a public suffix keeps its cookies for itself`() throws {
        let jar = CookieJar(publicSuffixes: ["github.io"])
        try set(jar, "a=1; Domain=github.io", from: "https://github.io/")
        #expect(try text(jar, "https://github.io/") == "a=1")
        #expect(try text(jar, "https://ada.github.io/") == "")
    }

    @Test func `a cookie expires, after 400 days at the latest`() throws {
        let date = Guarded(Self.now)
        let jar = CookieJar(date: { date.withLock { $0 } })
        try set(
            jar, "a=1; Max-Age=10", "b=1; Max-Age=99999999999999999999", "c=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT",
            "d=1", "e=1; Max-Age=5; Expires=Fri, 01 Jan 2100 00:00:00 GMT", from: "https://a.example/")
        let url = try #require(URL(string: "https://a.example/"))
        let longest = Self.now.addingTimeInterval(400 * 86_400)
        #expect(
            jar.cookies(for: url).map(\.expires) == [
                Self.now.addingTimeInterval(10), longest, longest, nil, Self.now.addingTimeInterval(5),
            ])
        date.withLock { $0 += 10 }
        #expect(try text(jar, "https://a.example/") == "b=1; c=1; d=1")
        // An expired cookie was removed, and doesn't return with the time (RFC 6265, section 5.3).
        date.withLock { $0 -= 10 }
        #expect(try text(jar, "https://a.example/") == "b=1; c=1; d=1")
        try set(jar, "b=; Max-Age=0", from: "https://a.example/")
        jar.endSession()
        #expect(try text(jar, "https://a.example/") == "c=1")
    }

    @Test func `cookies are found, replaced and removed`() throws {
        let jar = CookieJar()
        let url = try #require(URL(string: "https://a.example/b/c"))
        try jar.set(
            WebCookie("s", "1", domain: ".Example", path: "/b", isHTTPOnly: true, sameSite: .strict),
            from: #require(URL(string: "https://example/")))
        try jar.set(WebCookie("s", "2", isSecure: true), from: url)
        #expect(jar.cookies(for: url) == [WebCookie("s", "2", path: "/b", isSecure: true)])
        try jar.set(WebCookie("t", "3"), from: url)
        jar.remove("s", for: url)
        #expect(try text(jar, "https://a.example/b/c") == "t=3")
        #expect("\(jar)" == "a jar with 2 cookies")
        jar.removeAll()
        #expect("\(jar)" == "a jar with 0 cookies")
        #expect(try jar.cookies(for: #require(URL(string: "ftp://a.example/"))) == [])
        let error = #expect(throws: TransportError.self) {
            try jar.set(WebCookie("a", "1"), from: #require(URL(string: "/a")))
        }
        #expect(error?.code == .invalidURL)
    }

    @Test func `too many cookies remove those that weren't used for the longest time, insecure ones first`() throws {
        let jar = CookieJar()
        try set(jar, "safe=1; Secure", from: "https://a.example/")
        for number in 0..<200 {
            try set(jar, "c\(number)=1; Path=/\(number)", from: "https://a.example/")
            #expect(try text(jar, "https://a.example/0").contains("c0=1"))
        }
        #expect("\(jar)" == "a jar with 180 cookies")
        #expect(try text(jar, "https://a.example/0") == "c0=1; safe=1")
        #expect(try text(jar, "https://a.example/1") == "safe=1")
        #expect(try text(jar, "https://a.example/199") == "c199=1; safe=1")
        for number in 0..<3_000 { try set(jar, "a=1", from: "https://h\(number).example/") }
        #expect("\(jar)" == "a jar with 3000 cookies")
        #expect(try text(jar, "https://h0.example/") == "a=1")
        #expect(try text(jar, "https://a.example/0") == "")
    }

    @Test func `a host with too many cookies loses its expired ones first`() throws {
        let date = Guarded(Self.now)
        let jar = CookieJar(date: { date.withLock { $0 } })
        for number in 0..<80 { try set(jar, "old\(number)=1", from: "https://a.example/") }
        for number in 0..<100 { try set(jar, "short\(number)=1; Max-Age=10", from: "https://a.example/") }
        date.withLock { $0 += 10 }
        try set(jar, "new=1", from: "https://a.example/")
        #expect("\(jar)" == "a jar with 81 cookies")
        #expect(try text(jar, "https://a.example/").hasPrefix("old0=1; old1=1; "))
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `a full jar removes expired cookies, and then the one that wasn't used for the longest time`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let date = Guarded(Self.now)
        let jar = CookieJar(date: { date.withLock { $0 } })
        // The number of the last change or use of each host's cookie, and the date of its expiry.
        var model: [Int: (use: Int, expires: Date?)] = [:]
        for step in 0..<8_000 {
            let host = Int.random(in: 0..<4_000, using: &generator)
            let url = try #require(URL(string: "https://h\(host).example/"))
            if step > 3_500, Bool.random(using: &generator) {
                model = model.filter { $0.value.expires ?? .distantFuture > date.withLock { $0 } }
                let isKept = model[host].map { $0.expires ?? .distantFuture > date.withLock { $0 } } ?? false
                #expect(jar.cookies(for: url).isEmpty == !isKept)
                if isKept { model[host]?.use = step }
                continue
            }
            let age = Int.random(in: 0..<20, using: &generator) == 0 ? 1_000 : nil
            try jar.set(WebCookie("a", "1", maxAge: age), from: url)
            model[host] = (step, age.map { date.withLock { $0 }.addingTimeInterval(Double($0)) })
            if model.count > 3_000 {
                model = model.filter { $0.value.expires ?? .distantFuture > date.withLock { $0 } }
                while model.count > 3_000 { model[model.min { $0.value.use < $1.value.use }?.key ?? 0] = nil }
            }
            date.withLock { $0 += 1 }
        }
        #expect("\(jar)" == "a jar with \(model.count) cookies")
    }

    @Test(arguments: [
        WebCookie("", "1"), WebCookie("a=b", "1"), WebCookie("a", "1;b"),
        WebCookie("a", "1\r\nX: y"),
        WebCookie("a", ["1"]), WebCookie("a\0", "1"), WebCookie("a", "1", path: "/;"),
        WebCookie("a", String(repeating: "b", count: 4_096)),
    ])
    func `a cookie made by hand that can't be sent is an error without its value`(_ cookie: WebCookie) throws {
        let url = try #require(URL(string: "https://a.example/"))
        let error = #expect(throws: TransportError.self) { try CookieJar().set(cookie, from: url) }
        #expect(error?.code == .invalidHeaderValue)
    }

    @Test func `no text shows a value`() throws {
        let jar = CookieJar()
        try set(jar, "session=swordfish", from: "https://a.example/")
        var text = "\(jar)" + String(reflecting: jar)
        dump(jar, to: &text)
        let url = try #require(URL(string: "https://a.example/"))
        dump(jar.cookies(for: url), to: &text)
        #expect(text.contains("a jar with 1 cookie"))
        #expect(!text.contains("swordfish"))
    }

    @Test func `cookies belong to one socket`() throws {
        let origin = try #require(CookieOrigin("http+unix://%2Frun%2Fa.x.sock/b"))
        #expect(origin.isSecure && origin.path == "/b")
        #expect(!CookieOrigin.isHost(origin.host, in: "x.sock") && !CookieOrigin.isHost(origin.host, in: "x.sock]"))
        #expect(origin.host == CookieOrigin("http+unix://%2frun%2fa.x.sock/")?.host)
        #expect(origin.host != CookieOrigin("http+unix://%2Frun%2FA.x.sock/")?.host)
    }
}
