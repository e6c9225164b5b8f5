import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// Cookies that an output sets.
@Suite("Cookies of outputs", .timeLimit(.minutes(1))) struct ServedCookieTests {
    private static let dropped = [
        WebCookie("__Host-id", "s3cret"), WebCookie("__Host-id", "s3cret", isSecure: true),
        WebCookie("__Host-id", "s3cret", path: "/"),
        WebCookie("__Host-id", "s3cret", path: "/a", isSecure: true),
        WebCookie("__host-id", "s3cret", domain: "a.example", path: "/", isSecure: true),
        WebCookie("__Secure-id", "s3cret", path: "/"), WebCookie("__SECURE-id", "s3cret"),
        WebCookie("id", "s3cret", path: "/", sameSite: WebCookie.SameSite.none),
    ]

    @Test(arguments: dropped) func `a cookie that browsers drop is a 500 without a cookie`(
        cookie: WebCookie
    ) async throws {
        let reported = Guarded<[String]>([])
        let routes = Routes(CookieAPI()).on(\.list) { CookieList(cookies: [cookie]) }
            .onUnexpectedError { error, _ in reported.withLock { $0.append("\(error)") } }
        let response = await routes.respond(to: IncomingRequest(method: .get, target: "/list"))
        #expect(response.head.status == .internalServerError)
        #expect(response.head.header[values: .setCookie].isEmpty)
        let errors = reported.withLock(\.self)
        #expect(errors.count == 1 && errors.allSatisfy { !$0.contains("s3cret") && $0.contains("Secure") }, "\(errors)")
    }

    @Test func `a plain text can't be the value of a cookie whose name prefix promises attributes`() async throws {
        let routes = Routes(CookieAPI()).on(\.plain) { PlainCookie(id: "a") }
        let response = await routes.respond(to: IncomingRequest(method: .get, target: "/plain"))
        #expect(response.head.status == .internalServerError)
        #expect(response.head.header[values: .setCookie].isEmpty)
    }

    @Test func `a cookie that keeps the promise of its prefix is sent`() async throws {
        let cookies = [
            WebCookie("__Host-id", "1", path: "/", isSecure: true),
            WebCookie("__Secure-id", "1", isSecure: true),
            WebCookie("id", "1", isSecure: true, sameSite: WebCookie.SameSite.none),
            WebCookie("__Hostid", "1"),
        ]
        let routes = Routes(CookieAPI()).on(\.list) { CookieList(cookies: cookies) }
        #expect(try await Loopback(routes).perform(CookieAPI().request(\.list)).cookies == cookies)
    }
}

private struct CookieList: Codable, Sendable { @CookieValue var cookies: [WebCookie] }

private struct PlainCookie: Codable, Sendable {
    @CookieValue var id: String

    enum CodingKeys: String, CodingKey { case id = "__Secure-id" }
}

private struct CookieAPI: RequestProviding {
    let baseURL = URL("https://cookies.example")

    @GET("/list") var list: Endpoint<Void, CookieList>
    @GET("/plain") var plain: Endpoint<Void, PlainCookie>
}
