import Foundation
import Requests

struct CookieSamples<Base: Transport> {
    let base: Base
    let api: GitHub

    func signIn(_ login: Request<GitHub, Void>) async throws -> (User, CookieJar) {
        let jar = CookieJar()
        let session = base.keepingCookies(in: jar)
        try await session.perform(login)  // the jar also keeps the cookies of its redirects
        let me = try await session.perform(api.get(.json(User.self), from: "/me"))
        return (me, jar)
    }

    func keep(in file: URL) throws -> (Bool, CookieJar) {
        let jar = try CookieJar(file: file)
        let isSignedIn = jar.cookies(for: api.baseURL).contains { $0.name == "session" }
        try jar.set(WebCookie("theme", "dark", maxAge: 86_400), from: api.baseURL)
        jar.remove("theme", for: api.baseURL)
        jar.removeAll()  // signed out
        return (isSignedIn, jar)
    }

    func share(_ jar: CookieJar, with storage: HTTPCookieStorage) throws {
        for cookie in jar.httpCookies { storage.setCookie(cookie) }
        for cookie in storage.cookies ?? [] { try jar.set(cookie) }
    }
}

extension Transport {
    /// Notes each message and its status, including those after redirects.
    func notingHops(
        _ note: @escaping @Sendable (String, HTTPStatus) -> Void
    ) -> some Transport {
        adaptingEachHop { request, next in
            let response = try await next(request)
            // GET https://…, without secrets
            note("\(request)", response.head.status)
            return response
        }
    }
}
