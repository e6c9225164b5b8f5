import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// The cases of the test suite of the RFC 6265 working group: a response sets cookies, and the next request sends them.
///
/// A cookie without a name is kept, and sent as its value (RFC 6265bis, sections 5.6 and 5.8.3).
@Suite("Cookies, by the tables of http-state", .timeLimit(.minutes(1))) struct CookieTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let received: [String]
        let target: String
        let sent: String

        init(_ name: String, _ received: String..., to target: String = result, sent: String = "") {
            self.name = name
            self.received = received
            self.target = target.hasPrefix("/") ? "http://home.example.org:8888" + target : target
            self.sent = sent
        }

        var testDescription: String { name }
    }

    private static let result = "/cookie-parser-result"
    private static let home = "http://home.example.org:8888\(result)"
    private static let sibling = "http://sibling.example.org:8888\(result)"
    private static let below = "http://subdomain.home.example.org:8888\(result)"

    @Test(arguments: general + attributes + values + names)
    func `a cookie is read as in the table`(_ row: Row) async throws { try await check(row) }

    @Test(arguments: domains) func `a domain is matched as in the table`(_ row: Row) async throws {
        try await check(row)
    }

    @Test(arguments: paths) func `a path is matched as in the table`(_ row: Row) async throws { try await check(row) }

    private func check(_ row: Row) async throws {
        let sent = Guarded<[[String]]>([])
        let jar = CookieJar(date: { Date(timeIntervalSince1970: 1_293_840_000) })  // the beginning of 2011
        let session = Loopback { request in
            sent.withLock { $0.append(request.header[values: .cookie]) }
            let fields = row.received.map { HeaderField(received: "Set-Cookie", $0) }
            return TransportResponse(head: ResponseHead(status: .ok, header: HeaderFields(fields)))
        }
        .keepingCookies(in: jar)
        for url in ["http://home.example.org:8888/cookie-parser", row.target] {
            _ = try await session.send(OutgoingRequest(urlText: url))
        }
        #expect(sent.withLock { $0 } == [[], row.sent.isEmpty ? [] : [row.sent]])
    }

    private static let general = [
        Row("0001", "foo=bar", sent: "foo=bar"),
        Row("0002", "foo=bar; Expires=Fri, 07 Aug 2019 08:04:19 GMT", sent: "foo=bar"),
        Row(
            "0003", "foo=bar; Expires=Fri, 07 Aug 2007 08:04:19 GMT",
            "foo2=bar2; Expires=Fri, 07 Aug 2017 08:04:19 GMT", sent: "foo2=bar2"),
        Row("0004", "foo", sent: "foo"), Row("0005", "foo=bar; max-age=10000;", sent: "foo=bar"),
        Row("0006", "foo=bar; max-age=0;"),
        Row("0007", "foo=bar; version=1;", sent: "foo=bar"), Row("0009", "foo=bar; customvalue=1000;", sent: "foo=bar"),
        Row("0010", "foo=bar; secure;"), Row("0011", #"foo=bar; customvalue="1000 or more";"#, sent: "foo=bar"),
        Row("0013", "foo=bar", "foo=qux", sent: "foo=qux"),
        Row("0014", "foo1=bar", "foo2=qux", sent: "foo1=bar; foo2=qux"),
        Row("0015", "a=b", "z=y", sent: "a=b; z=y"), Row("0016", "z=y", "a=b", sent: "z=y; a=b"),
        Row("0017", "z=y, a=b", sent: "z=y, a=b"), Row("0018", "z=y; foo=bar, a=b", sent: "z=y"),
        Row("0019", "foo=b;max-age=3600, c=d;path=/", sent: "foo=b"), Row("0020", "a=b", "=", "c=d", sent: "a=b; c=d"),
        Row("0021", "a=b", "=x", "c=d", sent: "a=b; x; c=d"), Row("0022", "a=b", "x=", "c=d", sent: "a=b; x=; c=d"),
        Row("0023", "foo", "", sent: "foo"), Row("0024", "foo", "=", sent: "foo"),
        Row("0025", "foo", "; bar", sent: "foo"),
        Row("0026", "foo", "   ", sent: "foo"), Row("0027", "foo", "bar", sent: "bar"),
        Row("charset0001", "foo=春节回家路·春运完全手册", sent: "foo=春节回家路·春运完全手册"),
        Row("charset0002", "春节回=家路·春运完全手册", sent: "春节回=家路·春运完全手册"),
        Row("charset0003", "春节回=家路·春运; 完全手册", sent: "春节回=家路·春运"),
        Row("chromium0002", #"aBc="zzz "   ;"#, sent: #"aBc="zzz ""#),
        Row("chromium0004", #"aBc="zz;pp" ; ;"#, sent: #"aBc="zz"#),
        Row("chromium0006", #"aBc="zzz "   "ppp"  ;"#, sent: #"aBc="zzz "   "ppp""#),
        Row("chromium0008", #"aBc=A"B ;"#, sent: #"aBc=A"B"#), Row("chromium0009", "BLAHHH; path=/;", sent: "BLAHHH"),
        Row("chromium0010", #""BLA\"HHH"; path=/;"#, sent: #""BLA\"HHH""#), Row("chromium0012", "=ABC", sent: "ABC"),
        Row("chromium0013", "ABC=;  path = /", sent: "ABC="),
        Row("chromium0014", "  A  = BC  ;foo;;;   bar", sent: "A=BC"),
        Row("chromium0015", "  A=== BC  ;foo;;;   bar", sent: "A=== BC"),
        Row("chromium0016", #"foo="zoh"  ; expires=Sun, 18-Apr-2027 21:06:29 GMT ; path=/  ;  "#, sent: #"foo="zoh""#),
        Row("chromium0018", "    "), Row("chromium0019", "a=" + String(repeating: "a", count: 4_096)),
        Row("chromium0021", ""),
        Row("comma0001", "foo=bar, baz=qux", sent: "foo=bar, baz=qux"),
        Row("comma0003", "foo=bar; b,az=qux", sent: "foo=bar"),
        Row("comma0005", "foo=bar; Max-Age=50,399", sent: "foo=bar"),
        Row("comma0007", "foo=bar; Expires=Fri 07 Aug 2019 08:04:19 GMT, baz=qux", sent: "foo=bar"),
        Row("mozilla0001", "foo=bar; max-age=-1"), Row("mozilla0003", "foo=bar; expires=Thu, 10 Apr 1980 16:33:12 GMT"),
        Row("mozilla0008", "foo=bar; max-age=60", "foo1=bar; max-age=60", sent: "foo=bar; foo1=bar"),
        Row(
            "mozilla0010", "foo=bar; max-age=60", "foo1=bar; max-age=60", "foo=differentvalue; max-age=0",
            "foo2=evendifferentvalue; max-age=0", sent: "foo1=bar"),
        Row("mozilla0011", "test=parser; domain=.parser.test; ;; ;=; ,,, ===,abc,=; abracadabra! max-age=20;=;;"),
        Row(
            "mozilla0012", #"test="fubar! = foo;bar\";" parser; max-age=6"#, "five; max-age=2.63,",
            sent: #"test="fubar! = foo; five"#),
        Row("mozilla0017", "six", "seven", " =eight", "test=six", sent: "eight; test=six"),
    ]

    private static let attributes =
        [
            "Secure", "seCURe", "Secure=", "Secure=aaaa", "Secure =aaaaa", "Secure= aaaaa", "Secure; qux", "Secure;qux",
            "Secure    ; qux", "               Secure", "      Secure     ;", "Path=/qux", "Path    =/qux",
            "Path=    /qux",
            "Path=/qux      ; taz", "Path=/; Path=/qux", "Path=/cookie-parser-result; Path=/qux", "qux; Secure",
            #"qux="aaa;bbb"; Secure"#,
        ].map { Row("attribute: \($0)", "foo=bar; \($0)") }
        + [
            #""Secure""#, "Secure qux", "Path", "Path=", "Path=/", "Path=/qux; Path=/",
            "Path=/qux; Path=/cookie-parser-result",
        ].map { Row("attribute: \($0)", "foo=bar; \($0)", sent: "foo=bar") }

    private static let values = [
        ("  bar", "bar"), (#""bar""#, #""bar""#), (#""  bar ""#, #""  bar ""#), (#""bar;baz""#, #""bar"#),
        (#""bar=baz""#, #""bar=baz""#), ("       bar             ;       ttt", "bar"),
    ].map { Row("value: \($0)", "foo=\($0)", sent: "foo=\($1)") }

    private static let names =
        ["a", "1", "$", "!a", "@a", "#a", "$a", "%a", "^a", "&a", "*a", "(a", ")a", "-a", "_a", "+", #""a"#, "foo bar"]
        .map {
            Row("name: \($0)", "\($0)=bar", sent: "\($0)=bar")
        }
        + [
            ("=a=bar", "a=bar"), ("foo;bar=baz", "foo"), ("===a=bar", "==a=bar"), ("=a", "a"), ("=", ""),
            (#""foo;bar"=baz"#, #""foo"#), ("=foo=bar", "foo=bar"), ("__Host-a", ""), ("=__Host-a=b", ""),
            ("=__secure-a=b", ""), ("__Hosta", "__Hosta"),
        ].map { Row("name: \($0)", $0, sent: $1) } + [
            Row("name0018", "a =bar", sent: "a=bar"), Row("name0020", #""a=b"=bar"#, sent: #""a=b"=bar"#),
            Row("name0021", #""a=b"=bar"#, #""a=qux"#, sent: #""a=qux"#),
            Row("name0022", "   foo=bar", sent: "foo=bar"),
            Row("name0024", "$Version=1; foo=bar", sent: "$Version=1"), Row("name0026", "foo=bar    ", sent: "foo=bar"),
        ]

    private static let domains =
        [
            ("home.example.org", home), (".home.example.org", home), ("home.example.org", below),
            (".home.example.org", below),
            (".example.org", home), ("example.org", home), ("  .home.example.org", home), ("home.eXaMpLe.org", home),
            ("home.example.org", "http://hoMe.eXaMplE.org:8888\(result)"), ("", home), ("example.org; domain=", home),
            ("home.example.org; domain=.example.org", sibling), ("home.example.com; domain=home.example.org", home),
            ("home.example.org; domain=home.example.com; domain=home.example.org", home),
            ("home.example.org; domain=example.org", home), ("example.org; domain=home.example.org", home),
        ].map { Row("domain: \($0) to \($1)", "foo=bar; domain=\($0)", to: $1, sent: "foo=bar") }
        + [
            ("home.example.org", sibling), (".home.example.org", sibling), ("sibling.example.org", sibling),
            ("..home.example.org", home), ("home..example.org", home), ("  .  home.example.org", home),
            ("home.example.org.", home), ("home.example.org..", home), ("home.example.org .", home), (".org", home),
            (".org.", home), (#""home.example.org""#, home), (".example.org; domain=home.example.org", sibling),
            ("home.example.org:8888", home), ("subdomain.home.example.org", below),
            ("home.example.org; domain=home.example.com", home),
            ("home.example.com; domain=home.example.org; domain=home.example.com", home),
            (".sibling.example.org", sibling),
            (".sibling.home.example.org", "http://sibling.home.example.org:8888\(result)"),
            ("foo.example.org; domain=", home), ("foo.example.org; domain=", below),
        ].map { Row("domain: \($0) not to \($1)", "foo=bar; domain=\($0)", to: $1) } + [
            Row(
                "domain0019", "foo=bar; domain=home.example.org", "foo2=bar2; domain=.example.org",
                sent: "foo=bar; foo2=bar2"),
            Row(
                "domain0020", "foo2=bar2; domain=.example.org", "foo=bar; domain=home.example.org",
                sent: "foo2=bar2; foo=bar"),
            Row("domain0029", "foo=bar", to: below),
        ]

    private static let paths =
        [
            ("/foo", "/foo"), ("/foo/qux", "/foo/qux"), ("/foo/qux/", "/foo/qux/"), ("/foo/", "/foo/qux"),
            ("/foo/", "/foo//qux"),
            ("/foo/qux;", "/foo/qux"),
        ].map { Row("path: \($0) to \($1)", "foo=bar; path=\(result)\($0)", to: result + $1, sent: "foo=bar") }
        + [
            ("/foo", ""), ("/foo", "/bar"), ("/foo/qux", "/foo"), ("/foo/qux", "/bar/qux"), ("/foo/qux", "/foo/baz"),
            ("/foo/qux/", "/foo/baz"), ("/foo/qux/", "/foo/qux"), ("/foo/", "/fooqux"), ("/foo/qux?", "/foo/qux"),
            ("/foo/qux#", "/foo/qux"), ("/f%6Fo/bar", "/foo/bar"), ("/foo/bar", "/f%6Fo/bar"),
        ].map { Row("path: \($0) not to \($1)", "foo=bar; path=\(result)\($0)", to: result + $1) } + [
            Row("path0001", "a=b; path=/", "x=y; path=\(result)", sent: "x=y; a=b"),
            Row("path0002", "a=b; path=\(result)", "x=y; path=/", sent: "a=b; x=y"),
            Row("path0006", "foo=bar", "foo=qux; path=\(result)/foo", sent: "foo=bar"),
            Row("path0019", "foo=bar; path", sent: "foo=bar"), Row("path0022", "foo=bar; path= /", sent: "foo=bar"),
            Row("path0023", "foo=bar; Path=/cookie-PARSER-result"),
            Row("path0027", #"foo=bar; path="\#(result)/foo/qux;""#, to: result + "/foo/qux", sent: "foo=bar"),
            Row(
                "path0029", "a=b;       path    =       \(result)   ", "x=y;       path    =       /book   ",
                sent: "a=b"),
            Row("path0030", "foo=bar; path=/dog; path=", sent: "foo=bar"), Row("path0031", "foo=bar; path=; path=/dog"),
            Row(
                "path0032", "foo=bar; path=\(result)", "foo=qux; path=\(result)/", to: result + "/dog",
                sent: "foo=qux; foo=bar"),
            Row(
                "ordering0001", "key=val0;", "key=val1; path=\(result)", "key=val2; path=/", "key=val3; path=/bar",
                "key=val4; domain=.example.org", "key=val5; domain=.example.org; path=\(result)/foo",
                to: result + "/foo/baz", sent: "key=val5; key=val1; key=val2; key=val4"),
        ]
}
