import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

/// Cookies that an output sets (RFC 6265, section 4.1).
@Suite("Cookies that a server sets", .timeLimit(.minutes(1))) struct ResponseCookieWritingTests {
    private static let expiry = Date(timeIntervalSince1970: 784_111_777)

    private static let cookies = [
        (WebCookie("session", "31d4="), "session=31d4="),
        (WebCookie("session", ""), "session="),
        (WebCookie("session", "a", domain: "0.a-z_9"), "session=a; Domain=0.a-z_9"),
        (WebCookie("session", "\"a\"", path: "/"), "session=\"a\"; Path=/"),
        (
            WebCookie(
                "session", "a", domain: ".Example.com", path: "/a b", expires: expiry + 0.5, maxAge: 3_600,
                isSecure: true, isHTTPOnly: true, sameSite: .lax),
            "session=a; Expires=Sun, 06 Nov 1994 08:49:37 GMT; Max-Age=3600; Domain=example.com; Path=/a b; Secure; "
                + "HttpOnly; SameSite=Lax"
        ),
        (WebCookie("session", "a", maxAge: -1, sameSite: .strict), "session=a; Max-Age=-1; SameSite=Strict"),
        (
            WebCookie(
                "session", "a", maxAge: .max, isSecure: true, sameSite: WebCookie.SameSite.none),
            "session=a; Max-Age=\(Int.max); Secure; SameSite=None"
        ),
    ]

    @Test(arguments: cookies)
    func `a whole cookie is set and read`(cookie: WebCookie, line: String) async throws {
        let api = CookieAPI()
        let routes = Routes(api).on(\.whole) { WholeCookies(session: cookie, theme: nil, plain: "p") }
        let response = await routes.respond(to: IncomingRequest(method: .get, target: "/whole"))
        #expect(response.head.header[values: .setCookie] == [line, "plain=p"])
        #expect(try await Loopback(routes).perform(api.request(\.whole)).session == cookie)
        #expect(WebCookie(line) == cookie)
        let data = try JSONEncoder().encode([cookie])
        #expect(try JSONDecoder().decode([WebCookie].self, from: data) == [cookie])
    }

    @Test(arguments: ["a b,c", #"{"a":1}"#, "é"]) func `a received cookie is set unchanged`(value: String) async throws
    {
        let cookie = try #require(WebCookie("session=\(value); Path=/"))
        let routes = Routes(CookieAPI()).on(\.whole) { WholeCookies(session: cookie, theme: nil, plain: "p") }
        #expect(try await Loopback(routes).perform(CookieAPI().request(\.whole)).session == cookie)
        let data = try JSONEncoder().encode([cookie])
        #expect(try JSONDecoder().decode([WebCookie].self, from: data) == [cookie])
    }

    private static let bad = [
        WebCookie("session", "SECRET; Domain=evil.com"), WebCookie("session", "SECRET\r\nX: y"),
        WebCookie("session", "SECRET,"), WebCookie("session", "SECRETé"),
        WebCookie("session", " SECRET"),
        WebCookie("session", "SECRET", domain: "evil.com; Path=/"),
        WebCookie("session", "SECRET", domain: ""),
        WebCookie("session", "SECRET", domain: "..a"), WebCookie("session", "SECRET", domain: "a b"),
        WebCookie("session", "SECRET", domain: "a:1"), WebCookie("session", "SECRET", domain: "a/b"),
        WebCookie("session", "SECRET", domain: "a{b"), WebCookie("session", "SECRET", domain: "a`b"),
        WebCookie("session", "SECRET", path: "a"), WebCookie("session", "SECRET", path: "/; HttpOnly"),
        WebCookie("session", "SECRET", path: "/\r\n"), WebCookie("session", "SECRET", path: "/ "),
        WebCookie("session", "SECRET", path: "/é"),
        WebCookie("session", "SECRET", expires: Date(timeIntervalSince1970: .infinity)),
        WebCookie("session", "SECRET", expires: Date(timeIntervalSince1970: -20_000_000_000)),
        // A client would read a cookie with a different name as missing.
        WebCookie("other", "SECRET"), WebCookie("", "SECRET"), WebCookie("session\r\n", "SECRET"),
        WebCookie("session", ["SECRET"]),
    ]

    @Test(arguments: bad) func `an invalid cookie is a server error`(cookie: WebCookie) async throws {
        let errors = Guarded<[any Error]>([])
        let routes = Routes(CookieAPI()).on(\.whole) { WholeCookies(session: cookie, theme: nil, plain: "p") }
            .onUnexpectedError { error, _ in errors.withLock { $0.append(error) } }
        let response = await routes.respond(to: IncomingRequest(method: .get, target: "/whole"))
        #expect(response.head.status == .internalServerError)
        #expect(response.head.header[.setCookie] == nil)
        let error = try #require(errors.withLock(\.first) as? TransportError)
        #expect(error.code == .invalidHeaderValue)
        #expect(!Shown.texts(of: error).contains("SECRET"))
    }

    @Test(arguments: ["x; Domain=evil.com", "x\r\nSet-Cookie: a=b", "x,y", "x y", "é", "\"", "x\u{0}"])
    func `a value can't become an attribute`(value: String) async throws {
        let routes = Routes(CookieAPI()).on(\.whole) { WholeCookies(session: nil, theme: value, plain: "p") }
        let response = await routes.respond(to: IncomingRequest(method: .get, target: "/whole"))
        #expect(response.head.status == .internalServerError)
        #expect(response.head.header[.setCookie] == nil)
    }

    @Test func `a request can't contain a cookie with attributes`() throws {
        let request = CookieAPI().request(\.input, CookieInput(session: WebCookie("session", "SECRET", path: "/")))
        let error = try #require(request.resolutionError())
        #expect(error.code == .invalidHeaderValue)
        #expect(
            error.message
                == "`session` is a WebCookie, but a request sends only the cookie's value: declare the property with the type of the value, such as String"
        )
        #expect(throws: EndpointProblems.self) { try CookieAPI().check() }
        #expect(throws: Never.self) { try CookieAPI().check(\.whole) }
    }
}

private struct CookieAPI: RequestProviding {
    var baseURL = URL("https://cookies.example")

    @GET("/whole") var whole: Endpoint<Void, WholeCookies>
    @GET("/input") var input: Endpoint<CookieInput, Void>
}

private struct WholeCookies: Codable, Hashable, Sendable {
    @CookieValue var session: WebCookie?
    @CookieValue var theme: String?
    @CookieValue var plain: String
}

private struct CookieInput: Codable, Sendable { @CookieValue var session: WebCookie }
