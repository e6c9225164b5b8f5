import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("URLSession, redirects", .timeLimit(.minutes(1)))
struct RedirectTests {
    private static func redirect(_ status: Int, to location: String, body: String = "") -> String {
        RawServer.response(status: status, reason: "Redirect", fields: [("Location", location)], body: body)
    }

    @Test(arguments: [
        ("/dir/page", "other", "/dir/other"),
        ("/dir/page", "/other", "/other"),
        ("/dir/page", "./a/../b", "/dir/b"),
        ("/dir/page?a=1", "?b=2", "/dir/page?b=2"),
        ("/dir/page", "ORIGIN/x%2Fy?q=a%2Bb", "/x%2Fy?q=a%2Bb"),
        ("/dir/page", "/x#fragment", "/x"),
        ("/dir/page", "//HOST/x", "/x"),
    ])
    func `a redirect to the same origin is followed to its target`(
        _ path: String, _ location: String, _ target: String
    ) async throws {
        try await withRawServer(responding: { request in
            guard request.target == path else { return RawServer.ok(request.target) }
            let host = request.first("Host") ?? ""
            let location = location.replacing("ORIGIN", with: "http://\(host)").replacing("HOST", with: host)
            return Self.redirect(302, to: location)
        }) { server in
            let request = server.get(URLPath(path)).authenticated(with: .bearerToken("token"))
            let (head, data) = try await URLSession.shared.response(for: request)
            #expect(String(decoding: data, as: UTF8.self) == target)
            #expect(head.urlText.hasPrefix("\(server.origin)\(target)"))
            #expect(server.requests.map(\.target) == [path, target])
            #expect(server.requests.map { $0["Authorization"] } == [["Bearer token"], ["Bearer token"]])
        }
    }

    @Test(arguments: [["/b, /b"], ["/b", "/b"], ["/b", "/b", "/b"]])
    func `equal Locations count as one, even if they are joined`(_ locations: [String]) async throws {
        try await withRawServer(responding: { request in
            guard request.target == "/a" else { return RawServer.ok(request.target) }
            return RawServer.response(status: 302, reason: "Found", fields: locations.map { ("Location", $0) })
        }) { server in
            let data = try await URLSession.shared.perform(server.get("/a"))
            #expect(String(decoding: data, as: UTF8.self) == "/b")
        }
    }

    @Test(arguments: [
        (301, "GET", "GET"), (302, "GET", "GET"), (303, "GET", "GET"), (307, "GET", "GET"), (308, "GET", "GET"),
        (301, "HEAD", "HEAD"), (303, "HEAD", "HEAD"), (307, "HEAD", "HEAD"),
        (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"), (303, "DELETE", "GET"),
        (307, "DELETE", "DELETE"),
    ])
    func `the next method follows the standard`(_ status: Int, _ method: String, _ next: String) async throws {
        try await withRawServer(responding: { request in
            let response = request.target == "/1" ? Self.redirect(status, to: "/2") : RawServer.ok("ab")
            return request.method == "HEAD"
                ? String(response.prefix(response.count - (response.hasSuffix("ab") ? 2 : 0))) : response
        }) { server in
            let hasBody = ["POST", "PUT"].contains(method)
            let request = server.api.request(to: "/1", using: HTTPMethod(method))
                .sending(hasBody ? .text("body") : .none)
            try await URLSession.shared.perform(request)
            #expect(server.requests.map(\.method) == [method, next])
            #expect(server.requests.last?.bodyText == "")
            #expect(server.requests.last?["Content-Type"] == [])
        }
    }

    @Test(arguments: ["localhost", "127.0.0.1"], [301, 302, 303, 307, 308])
    func `a redirect to another origin sends no credentials`(_ host: String, _ status: Int) async throws {
        try await withRawServer(responding: { request in
            request.target == "/2" ? Self.redirect(302, to: request.first("X-Back") ?? "") : RawServer.ok("end")
        }) { other in
            try await withRawServer(responding: { request in
                request.target == "/1"
                    ? Self.redirect(status, to: "http://\(host):\(other.port)/2", body: "moved") : RawServer.ok("back")
            }) { server in
                let request = server.get("/1").authenticated(with: .bearerToken("token"))
                    .adding(headerField: "X-Api-Key", "key").adding(headerField: "Cookie", "session=1")
                    .adding(headerField: HeaderField("X-Mine", "secret", isSensitive: true))
                    .adding(headerField: "X-Back", "\(server.origin)/3").adding(headerField: "X-Kept", "kept")
                let (head, data) = try await URLSession.shared.response(for: request)
                #expect(String(decoding: data, as: UTF8.self) == "back")
                #expect(head.urlText == "\(server.origin)/3")
                let kept = (other.requests + server.requests.dropFirst())
                #expect(kept.map(\.target) == ["/2", "/3"])
                for request in kept {
                    for name in ["Authorization", "X-Api-Key", "Cookie", "X-Mine"] { #expect(request[name] == []) }
                    #expect(request["X-Kept"] == ["kept"])
                }
                #expect(server.requests.first?["Authorization"] == ["Bearer token"])
            }
        }
    }

    @Test(arguments: ["localhost", "127.0.0.1"], [301, 307])
    func `the policy can refuse a redirect to another origin`(_ host: String, _ status: Int) async throws {
        try await withRawServer(responding: { _ in RawServer.ok("stolen") }) { other in
            try await withRawServer(responding: { _ in
                Self.redirect(status, to: "http://\(host):\(other.port)/?secret=1", body: "moved")
            }) { server in
                let request = server.get("/1").setting(\.policy.redirects, .sameOrigin)
                let error = await URLSession.shared.failure(of: request)
                #expect(error?.code == .redirectRefused)
                #expect(error?.message.contains("a different origin, \"http://\(host):\(other.port)\", which") == true)
                #expect(error?.message.contains("secret") == false)
                #expect(error?.response?.statusCode == status)
                #expect(error?.head?.header["Location"] == "http://\(host):\(other.port)/?secret=1")
                #expect(error?.request?.urlText == "\(server.origin)/1")
                #expect(server.requests.count == 1)
                #expect(other.connectionCount == 0)
            }
        }
    }

    @Test func `an error names the URL of the response`() async throws {
        try await withRawServer(responding: { request in
            request.target == "/login"
                ? Self.redirect(302, to: "/home?access_token=SECRET")
                : RawServer.response(status: 401, reason: "Unauthorized", body: "no")
        }) { server in
            let request = server.api.post(to: "/login")
            let error = try #require(await URLSession.shared.failure(of: request))
            let origin = server.origin
            #expect(
                error.message == """
                    POST \(origin)/login, redirected to \(origin)/home?access_token=<redacted>, returned 401 Unauthorized
                    """
            )
            let wrong = await URLSession.shared.failure(of: request.accepting(.any).receiving(.json(Int.self)))
            #expect(
                wrong?.message.hasPrefix("the response to POST \(origin)/login, redirected to \(origin)/home?") == true)
            let plain = await URLSession.shared.failure(of: server.get("/home"))
            #expect(plain?.message == "GET \(origin)/home returned 401 Unauthorized")
        }
    }

    @Test(arguments: [
        ("https://h", "https://h/", false), ("https://H?a", "https://h/?a#b", false),
        ("https://h/a", "https://h/a", false),
        ("https://h/a", "https://h/A", true), ("https://h/a", "", false), ("https://h/a", "https://h/a?b", true),
    ]) func `a URL that is only spelled differently isn't a redirect`(from: String, to: String, isOne: Bool) {
        let head = ResponseHead(status: .notFound, urlText: to)
        let request = AnonymousProvider(baseURL: URL(string: from) ?? URL("https://none")).get(.data, from: "")
        do {
            let message = try request.resolve()
            _ = try request.resource(from: head, Data(), for: message)
            Issue.record("no error")
        } catch {
            #expect(error.message.contains("redirected") == isOne)
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `returning the redirect itself is a policy, too`(_ status: Int) async throws {
        try await withRawServer(responding: { _ in Self.redirect(status, to: "/2") }) { server in
            let request = server.get("/1").setting(\.policy.redirects, .stop).accepting(.any)
            let (head, _) = try await URLSession.shared.response(for: request)
            #expect(head.status.code == status)
            #expect(head.header["Location"] == "/2")
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: [
        "file:///etc/passwd", "javascript:alert(1)", "ftp://127.0.0.1/", "data:,x", "http://user:password@127.0.0.1/",
        "http:page",
    ])
    func `an invalid redirect is refused`(_ location: String) async throws {
        try await withRawServer(responding: { _ in Self.redirect(302, to: location) }) { server in
            let error = await URLSession.shared.failure(of: server.get())
            #expect(error?.code == .redirectRefused)
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: [
        ("POST", 307), ("POST", 308), ("PUT", 301), ("PUT", 302), ("PUT", 307), ("PATCH", 302), ("PATCH", 308),
    ])
    func `a body is sent again`(_ method: String, _ status: Int) async throws {
        let bodies: [BodyProvider] = [.text("body"), .stream { InputStream(data: Data("body".utf8)) }]
        for body in bodies {
            try await withRawServer(responding: { request in
                request.target == "/1" ? Self.redirect(status, to: "/2") : RawServer.ok("")
            }) { server in
                let request = server.api.request(to: "/1", using: HTTPMethod(method)).sending(body)
                try await URLSession.shared.perform(request)
                #expect(server.requests.map(\.target) == ["/1", "/2"])
                #expect(server.requests.map(\.method) == [method, method])
                #expect(server.requests.map(\.bodyText) == ["body", "body"])
            }
        }
    }

    @Test func `a 307 that arrives after the body was sent is followed`() async throws {
        try await withRawServer(responding: { request in
            switch request.target {
            case "/1": Self.redirect(303, to: "/2")
            case "/2": Self.redirect(307, to: "/3")
            default: RawServer.ok("end")
            }
        }) { server in
            try await URLSession.shared.perform(server.api.post(.text("body"), to: "/1"))
            #expect(server.requests.map(\.method) == ["POST", "GET", "GET"])
        }
    }

    @Test(arguments: ["/", "/\("next")"] as [URLPath])
    func `a loop of redirects ends`(_ path: URLPath) async throws {
        try await withRawServer(responding: { request in
            Self.redirect(302, to: request.target == "/" ? "/" : request.target + "x")
        }) { server in
            let error = await URLSession.shared.failure(of: server.get(path))
            #expect(error?.code == .tooManyRedirects)
            #expect(server.requests.count == 21)
        }
    }

    @Test(arguments: [301, 302, 304, 307])
    func `a redirect without a Location is a response`(_ status: Int) async throws {
        try await withRawServer(responding: { _ in RawServer.response(status: status, reason: "Odd") }) { server in
            let error = await URLSession.shared.failure(of: server.get())
            #expect(error?.code == .unacceptableStatus)
            #expect(error?.response?.statusCode == status)
        }
    }
}
