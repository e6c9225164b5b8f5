import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// Cookies that an output sets (RFC 6265, section 4.1).
@Suite("Cookies that a server sets", .timeLimit(.minutes(1))) struct ResponseCookieWritingTests {
    private static let expiry = Date(timeIntervalSince1970: 784_111_777)

    private static let cookies = [
        (ResponseCookie("session", "31d4="), "session=31d4="),
        (ResponseCookie("session", ""), "session="),
        (ResponseCookie("session", "\"a\"", path: "/"), "session=\"a\"; Path=/"),
        (
            ResponseCookie(
                "session", "a", domain: ".Example.com", path: "/a b", expires: expiry + 0.5, maxAge: 3_600,
                isSecure: true, isHTTPOnly: true, sameSite: .lax),
            "session=a; Expires=Sun, 06 Nov 1994 08:49:37 GMT; Max-Age=3600; Domain=example.com; Path=/a b; Secure; "
                + "HttpOnly; SameSite=Lax"
        ),
        (ResponseCookie("session", "a", maxAge: -1, sameSite: .strict), "session=a; Max-Age=-1; SameSite=Strict"),
        (
            ResponseCookie(
                "session", "a", maxAge: .max, isSecure: true, sameSite: ResponseCookie.SameSite.none),
            "session=a; Max-Age=\(Int.max); Secure; SameSite=None"
        ),
    ]

    @Test(arguments: cookies)
    func `a whole cookie is set and read`(cookie: ResponseCookie, line: String) async throws {
        let api = CookieAPI()
        let routes = Routes(api).on(\.whole) { WholeCookies(session: cookie, theme: nil, plain: "p") }
        let response = await routes.respond(to: IncomingRequest(method: .get, target: "/whole"))
        #expect(response.head.header[values: .setCookie] == [line, "plain=p"])
        #expect(try await Loopback(routes).perform(api.request(\.whole)).session == cookie)
        #expect(ResponseCookie(line) == cookie)
        let data = try JSONEncoder().encode([cookie])
        #expect(try JSONDecoder().decode([ResponseCookie].self, from: data) == [cookie])
    }

    private static let bad = [
        ResponseCookie("session", "SECRET; Domain=evil.com"), ResponseCookie("session", "SECRET\r\nX: y"),
        ResponseCookie("session", "SECRET,"), ResponseCookie("session", "SECRETé"),
        ResponseCookie("session", " SECRET"),
        ResponseCookie("session", "SECRET", domain: "evil.com; Path=/"),
        ResponseCookie("session", "SECRET", domain: ""),
        ResponseCookie("session", "SECRET", domain: "..a"), ResponseCookie("session", "SECRET", domain: "a b"),
        ResponseCookie("session", "SECRET", path: "a"), ResponseCookie("session", "SECRET", path: "/; HttpOnly"),
        ResponseCookie("session", "SECRET", path: "/\r\n"), ResponseCookie("session", "SECRET", path: "/ "),
        ResponseCookie("session", "SECRET", path: "/é"),
        ResponseCookie("session", "SECRET", expires: Date(timeIntervalSince1970: .infinity)),
        ResponseCookie("session", "SECRET", expires: Date(timeIntervalSince1970: -20_000_000_000)),
        // Another name would be read as missing.
        ResponseCookie("other", "SECRET"), ResponseCookie("", "SECRET"), ResponseCookie("session\r\n", "SECRET"),
    ]

    @Test(arguments: bad) func `an invalid cookie is a server error`(cookie: ResponseCookie) async throws {
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

    @Test func `a request has no cookie with attributes`() throws {
        let request = CookieAPI().request(\.input, CookieInput(session: ResponseCookie("session", "SECRET", path: "/")))
        let error = try #require(request.resolutionError())
        #expect(error.code == .invalidHeaderValue)
        #expect(
            error.message
                == "`session` is a cookie with its attributes, which no request has: declare its value")
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
    @CookieValue var session: ResponseCookie?
    @CookieValue var theme: String?
    @CookieValue var plain: String
}

private struct CookieInput: Codable, Sendable { @CookieValue var session: ResponseCookie }
