import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

extension ServerCheck {
    /// Redirects, credentials, codings, streams and cookies of httpbin.
    static let httpbinExchanges: [ServerCheck] = redirects + credentials + contents + cookiesAndCaches

    private static let redirects: [ServerCheck] =
        [1, 3, 6].flatMap { count in
            ["redirect", "relative-redirect", "absolute-redirect"].map { kind in
                ServerCheck(.httpbin, "\(kind) \(count) times") { transport, api in
                    let (head, echo) = try await transport.response(for: api.get(.echo, from: "/\(kind)/\(count)"))
                    #expect(head.status == 200)
                    #expect(echo.url.hasSuffix("/get"))
                }
            }
        }
        + [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")].map { status, method in
            ServerCheck(.httpbin, "a POST redirected by \(status)") { transport, api in
                let request = api.post(.json(["name": "Ada"]), to: "/redirect-to?status_code=\(status)&url=/anything")
                let echo = try await transport.perform(request.receiving(.echo))
                #expect(echo.method == method)
                #expect(echo.json?.name == (method == "POST" ? "Ada" : nil))
            }
        } + [
            ServerCheck(.httpbin, "too many redirects") { transport, api in
                let request = api.get(.echo, from: "/redirect/6").setting(\.policy.redirectLimit, 5)
                try await #expect(failure(of: request, on: transport).code == .tooManyRedirects)
            },
            ServerCheck(.httpbin, "a redirect that is not followed") { transport, api in
                let request = api.get(from: "/redirect/1").setting(\.policy.redirects, .stop).accepting(302)
                try await #expect(transport.response(for: request).head.header["Location"] == "/get")
            },
            ServerCheck(.httpbin, "credentials and another origin") { transport, api in
                let other = try #require(RealServer.nginx.url)
                let request = api.get(.text, from: "/redirect-to?url=\(other.absoluteString)/private/hello.txt")
                    .authenticated(with: .basic(user: "ada", password: "lovelace"))
                try await #expect(failure(of: request, on: transport).head?.status == 401)
            },
        ]

    private static let credentials: [ServerCheck] = [
        ServerCheck(.httpbin, "basic credentials") { transport, api in
            let request = api.get(from: "/basic-auth/ada/l%3Ace")
            try await transport.perform(request.authenticated(with: .basic(user: "ada", password: "l:ce")))
            let wrong = request.authenticated(with: .basic(user: "ada", password: "x"))
            try await #expect(failure(of: wrong, on: transport).head?.status == 401)
            try await #expect(failure(of: request, on: transport).head?.status == 401)
        },
        ServerCheck(.httpbin, "credentials that nobody asked for") { transport, api in
            let request = api.get(from: "/hidden-basic-auth/ada/ada")
            try await transport.perform(request.authenticated(with: .basic(user: "ada", password: "ada")))
            try await #expect(failure(of: request, on: transport).head?.status == 404)
        },
        ServerCheck(.httpbin, "a bearer token") { transport, api in
            struct Reply: Decodable, Sendable { let token: String }
            let request = api.get(.json(Reply.self), from: "/bearer")
            try await #expect(
                transport.perform(request.authenticated(with: .bearerToken("abc.def"))).token == "abc.def")
            try await #expect(failure(of: request, on: transport).head?.status == 401)
        },
        ServerCheck(.httpbin, "a digest challenge") { transport, api in
            let error = try await failure(of: api.get(from: "/digest-auth/auth/ada/ada"), on: transport)
            #expect(error.head?.header["WWW-Authenticate"]?.hasPrefix("Digest") == true)
        },
    ]

    private static let contents: [ServerCheck] =
        ["gzip", "deflate"].map { coding in
            ServerCheck(.httpbin, "the coding \(coding)") { transport, api in
                struct Reply: Decodable, Sendable { let gzipped, deflated: Bool? }
                let reply = try await transport.perform(api.get(.json(Reply.self), from: "/\(coding)"))
                #expect(reply.gzipped == true || reply.deflated == true)
            }
        }
        + [0, 1, 1000, 100_000].flatMap { count in
            ["bytes", "stream-bytes"].map { kind in
                ServerCheck(.httpbin, "\(count) bytes as \(kind)") { transport, api in
                    let request = api.get(.data, from: "/\(kind)/\(count)?seed=7")
                    let data = try await transport.perform(request)
                    #expect(data.count == count)
                }
            }
        } + [
            ServerCheck(.httpbin, "a coding that was not asked for") { transport, api in
                // libcurl decodes it; AsyncHTTPClient can't.
                do throws(TransportError) {
                    let text = try await transport.perform(api.get(.text, from: "/brotli"))
                    #expect(text.contains("brotli"))
                } catch {
                    #expect(error.code == .malformedResponse)
                }
            },
            ServerCheck(.httpbin, "text in UTF-8") { transport, api in
                try await #expect(
                    transport.perform(api.get(.text, from: "/encoding/utf8")).contains(
                        "Markus Kuhn [ˈmaʳkʊs kuːn]"))
            },
            ServerCheck(.httpbin, "JSON that the server wrote") { transport, api in
                struct Reply: Decodable, Sendable {
                    struct Show: Decodable, Sendable { let title: String }
                    let slideshow: Show
                }
                try await #expect(
                    transport.perform(api.get(.json(Reply.self), from: "/json")).slideshow.title
                        == "Sample Slide Show")
            },
            ServerCheck(.httpbin, "a page instead of JSON") { transport, api in
                let error = try await failure(of: api.get(.json([String].self), from: "/html"), on: transport)
                #expect(error.code == .decodingFailed)
                #expect("\(error)".contains("text/html"))
            },
            ServerCheck(.httpbin, "an image") { transport, api in
                let (head, data) = try await transport.response(for: api.get(.data, from: "/image/png"))
                #expect(head.header["Content-Type"] == "image/png")
                #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            },
            ServerCheck(.httpbin, "lines of JSON") { transport, api in
                struct Line: Decodable, Sendable { let id: Int }
                var ids: [Int] = []
                let request = api.get(from: "/stream/20").receiving(stream: .jsonLines(Line.self))
                for try await line in try await transport.stream(request) { ids.append(line.id) }
                #expect(ids == Array(0..<20))
            },
            ServerCheck(.httpbin, "bytes that drip") { transport, api in
                let request = api.get(.data, from: "/drip?duration=0.2&numbytes=5&code=200&delay=0")
                try await #expect(transport.perform(request) == Data("*****".utf8))
            },
            ServerCheck(.httpbin, "a part of the content") { transport, api in
                let request = api.get(.text, from: "/range/100").setting(headerField: .range(10...19))
                let (head, text) = try await transport.response(for: request)
                #expect(head.status == 206)
                #expect(text == "klmnopqrst")
            },
            ServerCheck(.httpbin, "a timeout") { transport, api in
                let request = api.get(from: "/delay/3").timeout(after: .seconds(0.3))
                try await #expect(failure(of: request, on: transport).code == .timedOut)
            },
            ServerCheck(.httpbin, "a body above the limit") { transport, api in
                let request = api.get(.data, from: "/bytes/20000").setting(\.policy.responseSizeLimit, 10_000)
                try await #expect(failure(of: request, on: transport).code == .responseTooLarge)
            },
            ServerCheck(.httpbin, "a download") { transport, api in
                try await withTemporaryDirectory { directory in
                    let file = directory.appendingPathComponent("bytes")
                    try await transport.download(api.get(from: "/bytes/70000?seed=1"), to: file)
                    try #expect(Data(contentsOf: file).count == 70_000)
                }
            },
            ServerCheck(.httpbin, "a download of a failure") { transport, api in
                try await withTemporaryDirectory { directory in
                    let file = directory.appendingPathComponent("bytes")
                    await #expect(throws: TransportError.self) {
                        try await transport.download(api.get(from: "/status/404"), to: file)
                    }
                    try #expect(FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
                }
            },
        ]

    private static let cookiesAndCaches: [ServerCheck] = [
        ServerCheck(.httpbin, "cookies are sent") { transport, api in
            struct Reply: Decodable, Sendable { let cookies: [String: String] }
            let request = api.get(.json(Reply.self), from: "/cookies").adding(cookie: "a", "1").adding(
                cookie: "b", "x-y")
            try await #expect(transport.perform(request).cookies == ["a": "1", "b": "x-y"])
        },
        ServerCheck(.httpbin, "cookies are read, and not kept") { transport, api in
            struct Reply: Decodable, Sendable { let cookies: [String: String] }
            let set = api.get(from: "/cookies/set?session=abc&theme=dark").setting(\.policy.redirects, .stop).accepting(
                302)
            let cookies = try await transport.response(for: set).head.cookies
            #expect(Set(cookies.map { "\($0.name)=\($0.value)" }) == ["session=abc", "theme=dark"])
            try await #expect(transport.perform(api.get(.json(Reply.self), from: "/cookies")).cookies == [:])
        },
        ServerCheck(.httpbin, "a jar keeps the cookies of redirects, and loses them") { transport, api in
            struct Reply: Decodable, Sendable { let cookies: [String: String] }
            let jar = CookieJar()
            let session = transport.keepingCookies(in: jar)
            let set = api.get(.json(Reply.self), from: "/cookies/set?session=abc&theme=dark")
            try await #expect(session.perform(set).cookies == ["session": "abc", "theme": "dark"])
            let removed = api.get(.json(Reply.self), from: "/cookies/delete?theme")
            try await #expect(session.perform(removed).cookies == ["session": "abc"])
            #expect(jar.cookies(for: api.baseURL).map(\.name) == ["session"])
        },
        ServerCheck(.httpbin, "a field that comes twice") { transport, api in
            let request = api.get(from: "/response-headers").adding(query: "X-Name", ["a", "b"])
            try await #expect(transport.response(for: request).head.header["X-Name"] == "a, b")
        },
        ServerCheck(.httpbin, "a response that has not changed") { transport, api in
            let request = api.get(.data, from: "/cache").setting(headerField: "If-None-Match", "\"x\"")
            let (head, data) = try await transport.response(for: request.accepting(.codes(200, 304)))
            #expect(head.status == 304)
            #expect(data.isEmpty)
        },
        ServerCheck(.httpbin, "an entity tag that does not match") { transport, api in
            let request = api.get(from: "/etag/abc").setting(headerField: "If-Match", "\"other\"")
            try await #expect(failure(of: request, on: transport).head?.status == 412)
        },
        ServerCheck(.httpbin, "the user agent of the request") { transport, api in
            struct Verbatim: RequestProviding { let baseURL: URL }
            let request = Verbatim(baseURL: api.baseURL)
                .get(.json([String: String].self), from: "/user-agent").setting(headerField: .userAgent, "probe/1")
            try await #expect(transport.perform(request)["user-agent"] == "probe/1")
        },
    ]
}
