import Foundation
import Requests
import RequestsConformance
import TestSupport
import Testing

private enum Theme: String, Encodable { case dark }

/// Cookies of requests (RFC 6265, section 4.2).
@Suite("Cookies of requests", .timeLimit(.minutes(1)))
struct RequestCookieTests {
    private static let plain = AnonymousProvider("https://h").get(.data, from: "/")

    @Test func `white space before a name is ignored`() {
        #expect(WebCookie.list(in: ["a=1;\tb=2; c=3"]).map(\.name) == ["a", "b", "c"])
    }

    @Test func `all cookies make one field`() throws {
        let request = Self.plain.adding(cookie: "session", "31d4=").adding(cookie: "theme", Theme.dark)
            .adding(cookie: "n", 7).adding(cookie: "none", nil as String?).adding(cookie: "b", true)
            .adding(cookies: [WebCookie("quoted", "\"a b\"".filter { $0 != " " }), WebCookie("empty", "")])
        #expect(
            try request.resolve().header[values: .cookie] == [
                #"session=31d4=; theme=dark; n=7; b=true; quoted="ab"; empty="#
            ])
        #expect(request.cookies.map(\.name) == ["session", "theme", "n", "b", "quoted", "empty"])
        #expect(Self.plain.cookies.isEmpty)
    }

    @Test func `a Cookie field of the request overrides all cookies`() throws {
        let own = Self.plain.adding(cookie: "a", "1").setting(headerField: "cookie", "z=9").adding(cookie: "b", "2")
        #expect(try own.resolve().header[values: .cookie] == ["z=9"])
    }

    @Test(arguments: [
        ("", "v", "the name of the cookie \"\" is not a valid token (RFC 6265, section 4.1.1)"),
        ("a b", "v", #"the name of the cookie "a b" is not a valid token (RFC 6265, section 4.1.1)"#),
        ("a=b", "v", #"the name of the cookie "a=b" is not a valid token (RFC 6265, section 4.1.1)"#),
        ("a\r\n", "v", #"the name of the cookie "a\r\n" is not a valid token (RFC 6265, section 4.1.1)"#),
        ("é", "v", #"the name of the cookie "\u{00E9}" is not a valid token (RFC 6265, section 4.1.1)"#),
        ("a", "SECRET; b=2", byte("0x3B", 6)), ("a", "SECRET,", byte("0x2C", 6)), ("a", " SECRET", byte("0x20", 0)),
        ("a", "SECRET\r\nX: y", byte("0x0D", 6)), ("a", "SECRET\u{0}", byte("0x00", 6)),
        ("a", "SECRET\u{7F}", byte("0x7F", 6)), ("a", "SECRETé", byte("0xC3", 6)), ("a", #"SECRET\"#, byte("0x5C", 6)),
        ("a", "\"", byte("0x22", 0)), ("a", "\"SECRET", byte("0x22", 0)), ("a", #""SE"CRET""#, byte("0x22", 3)),
    ])
    func `an invalid cookie is an error that shows no value`(name: String, value: String, message: String) throws {
        let error = try #require(Self.plain.adding(cookie: name, value).resolutionError())
        #expect(error.code == .invalidHeaderValue)
        #expect(error.message == message)
        #expect(!Shown.texts(of: error).contains("SECRET"))
    }

    @Test(arguments: [#"{"a":1,"b":2}"#, "Jörg", "a b", #""a, b\""#, "", "a\tb"])
    func `a received cookie is sent back unchanged`(value: String) throws {
        let head = ResponseHead(status: .ok, header: [HeaderField("Set-Cookie", "n=\(value); Path=/")])
        let cookie = try #require(head.cookies.first)
        let request = Self.plain.adding(cookie: "a", "1").adding(cookies: [cookie])
        #expect(try request.resolve().header[.cookie] == "a=1; n=\(value)")
    }

    @Test func `a cookie with attributes is sent as its name and value`() throws {
        let cookie = WebCookie("a", "1", domain: "h", path: "/x", maxAge: 0, isSecure: true, sameSite: .strict)
        #expect(try Self.plain.adding(cookies: [cookie]).resolve().header[.cookie] == "a=1")
    }

    @Test func `a received cookie can't end the field`() {
        let cookies = ["a=\r\nX: y", "a=\u{0}", "a\r\n=1", "a=b;c", "a=\u{7F}"].compactMap { WebCookie($0) }
        #expect(cookies.map(\.value) == ["b"])
    }

    @Test func `setting a cookie replaces those of the same name`() throws {
        let came = try #require(WebCookie("a=new one"))
        let request = Self.plain.adding(cookie: "a", "1").adding(cookie: "b", "2").adding(cookie: "a", "3")
        #expect(try request.setting(cookie: "a", 4).resolve().header[.cookie] == "b=2; a=4")
        #expect(try request.setting(cookie: "a", nil as Int?).resolve().header[.cookie] == "b=2")
        let back = request.setting(cookie: "a", nil as Int?).adding(cookies: [came])
        #expect(try back.resolve().header[.cookie] == "b=2; a=new one")
    }

    @Test func `every byte is allowed in a cookie, or an error`() throws {
        for byte in UInt8(0)...0x7F {
            let value = "a" + String(UnicodeScalar(byte)) + "a"
            let isLegal = byte > 0x20 && byte < 0x7F && !#"",;\"#.utf8.contains(byte)
            let error = Self.plain.adding(cookie: "n", value).resolutionError()
            #expect((error == nil) == isLegal, "\(byte)")
        }
    }

    @Test func `a value that isn't a scalar is an error`() {
        #expect(Self.plain.adding(cookie: "a", [1, 2]).resolutionError()?.code == .invalidHeaderValue)
        #expect(Self.plain.adding(cookie: "a", Double.nan).resolutionError()?.code == .invalidHeaderValue)
    }

    @Test func `no description shows a value`() throws {
        let request = Self.plain.adding(cookie: "session", "SECRET").adding(cookie: "id", "HIDDEN1")
        let message = try request.resolve()
        let error = TransportError(code: .offline, message: "SECRET and HIDDEN1", request: message)
        let values: [Any] = [request, message, error, request.cookies, message.cURL(), message.wireFormat()]
        for value in values {
            let shown = Shown.texts(of: value)
            #expect(!shown.contains("SECRET") && !shown.contains("HIDDEN1"))
        }
        #expect(request.cookies[0].description == "session=<redacted>")
    }

    @Test func `cookies are sent over the wire, and not to another origin`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("end") }) { other in
            try await withRawServer(responding: { request in
                switch request.target {
                case "/1": RawServer.response(status: 302, reason: "Found", fields: [("Location", "/2")])
                case "/2":
                    RawServer.response(
                        status: 302, reason: "Found", fields: [("Location", "http://127.0.0.1:\(other.port)/3")])
                default: RawServer.ok("back")
                }
            }) { server in
                let request = server.get("/1").adding(cookie: "session", "abc").adding(cookie: "n", 1)
                _ = try await URLSession.shared.perform(request)
                #expect(server.requests.map { $0["Cookie"] } == [["session=abc; n=1"], ["session=abc; n=1"]])
                #expect(other.requests.map { $0["Cookie"] } == [[]])
            }
        }
    }

    @Test func `a type per request has cookies, too`() throws {
        struct Me: RequestConvertible {
            typealias Resource = Data
            var baseURL: URL { URL("https://h") }
            var endpoint: URLPath { "/me" }
            var method: HTTPMethod { .get }
            var cookies: [WebCookie] { [WebCookie("a", "1"), WebCookie("b", 2)] }
        }
        #expect(try Me().resolve().header[.cookie] == "a=1; b=2")
    }
}

private func byte(_ byte: String, _ offset: Int) -> String {
    "the value of the cookie a contains \(byte) at offset \(offset), and this byte isn't allowed in a cookie "
        + "(RFC 6265, section 4.1.1): encode the value the way the server expects, such as base64 or percent-encoding"
}
