import Foundation
import Requests

extension TransportConformance {
    /// A cookie jar that wraps a transport receives the cookies of each hop, and decides which cookies are sent.
    static let keptCookies: [ConformanceCase] = [
        ConformanceCase(.cookies, "a jar sends back what a response set") { stage in
            let cookies = [("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2; Secure; HttpOnly; SameSite=Lax")]
            let server = try stage.serve(responding: { _ in RawServer.ok("hi", fields: cookies) })
            let session = stage.transport.keepingCookies(in: CookieJar())
            for _ in 0..<2 { _ = try await session.perform(server.request()) }
            // The local machine counts as secure.
            try stage.expect(server.requests.map { $0["Cookie"] }, [[], ["a=1; b=2"]], "Cookie")
        },
        ConformanceCase(.cookies, "a jar keeps the cookie of a redirect") { stage in
            let server = try signingIn(stage)
            let (jar, session) = stage.withJar
            _ = try await session.perform(server.request(.post, "/login"))
            try stage.expect(
                server.requests.map { "\($0.method) \($0.target) \($0["Cookie"])" },
                ["POST /login []", #"GET /me ["s=1"]"#], "the requests")
            try stage.expect(jar.cookies(for: server.baseURL).map(\.name), ["s"], "the jar")
        },
        ConformanceCase(.cookies, "a jar loses the cookie that a redirect removes") { stage in
            let server = try signingIn(stage)
            let (jar, session) = stage.withJar
            for path in ["/login", "/logout"] { _ = try await session.perform(server.request(.get, path)) }
            try stage.expect(
                server.requests.map { "\($0.target) \($0["Cookie"])" },
                ["/login []", #"/me ["s=1"]"#, #"/logout ["s=1"]"#, "/me []"], "the requests")
            try stage.expect(jar.cookies(for: server.baseURL), [], "the jar")
        },
        ConformanceCase(.cookies, "a jar sends nothing to another host") { stage in
            let server = try stage.serve(responding: { _ in RawServer.ok("hi", fields: [("Set-Cookie", "a=1")]) })
            let (jar, session) = stage.withJar
            for origin in ["http://localhost:\(server.port)", "https://127.0.0.2", "https://a.example"] {
                try jar.set(WebCookie("b", "2"), from: stage.unwrap(URL(string: origin), "a URL"))
            }
            for _ in 0..<2 { _ = try await session.perform(server.request()) }
            try stage.expect(server.requests.map { $0["Cookie"] }, [[], ["a=1"]], "Cookie")
        },
        ConformanceCase(.cookies, "a jar sends the longest path first, and nothing to other paths") { stage in
            let cookies = ["a=1; Path=/", "b=2; Path=/x/y", "c=3; Path=/x", "d=4"].map { ("Set-Cookie", $0) }
            let server = try stage.serve(responding: { _ in RawServer.ok("hi", fields: cookies) })
            let session = stage.transport.keepingCookies(in: CookieJar())
            for path in ["/x/z", "/x/y/1", "/xy"] { _ = try await session.perform(server.request(.get, path)) }
            try stage.expect(
                server.requests.map { $0["Cookie"] }, [[], ["b=2; c=3; d=4; a=1"], ["a=1"]], "Cookie")
        },
        ConformanceCase(.cookies, "a Cookie of a request goes before those of a jar, and wins") { stage in
            let cookies = [("Set-Cookie", "a=kept"), ("Set-Cookie", "b=kept")]
            let server = try stage.serve(responding: { _ in RawServer.ok("hi", fields: cookies) })
            let session = stage.transport.keepingCookies(in: CookieJar())
            for _ in 0..<2 { _ = try await session.perform(server.request().adding(cookie: "b", "own")) }
            try stage.expect(server.requests.map { $0["Cookie"] }, [["b=own"], ["b=own; a=kept"]], "Cookie")
        },
    ]

    /// Starts a server whose redirects set and remove a cookie.
    private static func signingIn(_ stage: Stage) throws -> RawServer {
        try stage.serve(responding: { request in
            let cookie = ["/login": "s=1; Path=/", "/logout": "s=; Path=/; Max-Age=0"][request.target]
            guard let cookie else { return RawServer.ok("hi") }
            let fields = [("Location", "/me"), ("Set-Cookie", cookie)]
            return RawServer.response(status: 302, reason: "Found", fields: fields)
        })
    }
}

extension Stage {
    /// The transport with a new jar.
    fileprivate var withJar: (CookieJar, any Transport) {
        let jar = CookieJar()
        return (jar, transport.keepingCookies(in: jar))
    }
}
