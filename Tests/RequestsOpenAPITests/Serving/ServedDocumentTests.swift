import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import Testing

@Suite("Served documents") struct ServedDocumentTests {
    private func routes(at path: String? = nil) -> Routes<ShopAPI> {
        Routes(ShopAPI(), at: path).on(\.text) { "tea" }
    }

    private let info = OpenAPI.Info(title: "Shop", version: "1")

    private func respond(
        _ routes: Routes<ShopAPI>, _ target: String, method: Requests.HTTPMethod = .get, _ header: HeaderFields = []
    ) async throws -> (head: ResponseHead, body: String) {
        let response = await routes.respond(to: IncomingRequest(method: method, target: target, header: header))
        return (response.head, String(decoding: try await response.body.collect(upTo: .max), as: UTF8.self))
    }

    @Test func `one line adds the document and the page`() async throws {
        let routes = try routes().documented(info: info)
        let (head, body) = try await respond(routes, "/v1/openapi.json")
        #expect(head.status == .ok)
        #expect(head.header[.contentType] == "application/json")
        #expect(head.header["X-Content-Type-Options"] == "nosniff")
        let document = try OpenAPI(Data(body.utf8))
        #expect(document.content["paths"]?.object?.map(\.key) == ["/text"])
        // Relative to the document: it fits every host and prefix.
        #expect(document.content["servers"] == [["url": ".", "description": "The server of this document"]])
        let page = try await respond(routes, "/v1/docs")
        #expect(page.head.status == .ok)
        #expect(page.head.header[.contentType] == "text/html; charset=utf-8")
        #expect(page.body.hasPrefix("<!DOCTYPE html>"))
        #expect(page.body.contains(#"<title>Shop</title>"#))
        #expect(page.body.contains(#"data-document="./openapi.json""#))
        #expect(try await respond(routes, "/v1/text").body == "tea")
    }

    @Test func `every client can read the document and the page, unless the app requires credentials`() async throws {
        let plain = routes().authenticating(by: .bearerToken) { $0 == "t1" }
        for (routes, status) in [
            (try plain.documented(info: info), 200), (try plain.documented(info: info, authentication: .required), 401),
        ] {
            for path in ["/v1/openapi.json", "/v1/docs"] {
                #expect(try await respond(routes, path).head.status.code == status)
                let response = try await respond(routes, path, ["Authorization": "Bearer t1"])
                #expect(response.head.status == .ok)
            }
        }
    }

    @Test func `the document is served in the chosen version`() async throws {
        for version in OpenAPI.Version.allCases {
            let (_, body) = try await respond(try routes().documented(info: info, version: version), "/v1/openapi.json")
            #expect(body.hasPrefix("{\n  \"openapi\": \"\(version.rawValue)\""))
        }
    }

    @Test func `a loopback serves the document`() async throws {
        let loopback = Loopback(try routes().documented(info: info))
        let api = ShopAPI()
        let text = try await loopback.perform(api.get(.text, from: "/openapi.json").accepting(.any))
        #expect(text.hasPrefix("{\n  \"openapi\": \"3.1.1\""))
        let page = try await loopback.perform(api.get(.text, from: "/docs/").accepting(.any))
        #expect(page.contains("swagger-ui-bundle.js"))
    }

    @Test func `the policy allows the viewer's files and no other script`() async throws {
        let (head, body) = try await respond(try routes().documented(info: info), "/v1/docs")
        let policy = try #require(head.header["Content-Security-Policy"])
        let script = try #require(body.firstMatch(of: /<script>((?s).*?)<\/script>/)).1
        let hash = Data(SHA256.digest(Array(script.utf8))).base64EncodedString()
        let base = "https://cdn.jsdelivr.net/npm/swagger-ui-dist@5.33.1/swagger-ui"
        #expect(
            policy.components(separatedBy: "; ") == [
                "default-src 'none'", "script-src 'sha256-\(hash)' \(base)-bundle.js", "style-src \(base).css",
                "img-src 'self' data: blob:", "connect-src 'self'", "base-uri 'none'", "form-action 'none'",
                "frame-ancestors 'none'",
            ])
        #expect(head.header["Referrer-Policy"] == "no-referrer")
        #expect(body.matches(of: /integrity="sha384-[^"]{64}" crossorigin="anonymous"/).count == 2)
    }

    @Test func `a client that has the document doesn't get it again`() async throws {
        let routes = try routes().documented(info: info)
        for path in ["/v1/openapi.json", "/v1/docs"] {
            let first = try await respond(routes, path)
            let tag = try #require(first.head.header[.eTag])
            #expect(first.head.header[.cacheControl] == "no-cache")
            for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let second = try await respond(routes, path, [HeaderField(.ifNoneMatch, known)])
                #expect(second.head.status == .notModified)
                #expect(second.head.header[.eTag] == tag)
                #expect(second.body.isEmpty)
            }
            let other = try await respond(routes, path, [HeaderField(.ifNoneMatch, "\"x\"")])
            #expect(other.head.status == .ok)
        }
        let other = try self.routes().on(\.remove) { _ in }.documented(info: info)
        let tags = [try await respond(routes, "/v1/openapi.json"), try await respond(other, "/v1/openapi.json")]
        #expect(Set(tags.map { $0.head.header[.eTag] }).count == 2)
    }

    @Test func `other methods get the responses of the routes`() async throws {
        let routes = try routes().documented(info: info)
        for path in ["/v1/openapi.json", "/v1/docs"] {
            let length = try await respond(routes, path).body.utf8.count
            let head = try await respond(routes, path, method: .head)
            #expect(head.head.contentLength == length)
            #expect(head.body.isEmpty)
            let wrong = try await respond(routes, path, method: .post)
            #expect(wrong.head.status == .methodNotAllowed)
            #expect(wrong.head.header[.allow] == "GET, HEAD, OPTIONS")
        }
    }

    @Test(arguments: [("/v1/docs/", "../docs"), ("/v1/docs//?a=1", "../../docs"), ("/v1//docs/", "../docs")])
    func `a slash at the end is a redirect, so that relative URLs resolve`(target: String, location: String)
        async throws
    {
        let (head, _) = try await respond(try routes().documented(info: info), target)
        #expect(head.status == .temporaryRedirect)
        #expect(head.header[.location] == location)
    }

    @Test func `paths can be changed, and the page can be left out`() async throws {
        let routes = try routes(at: "/").documented(info: info, at: "/meta/shop/api.json", page: "/about/api")
        let document = try await respond(routes, "/meta/shop/api.json")
        #expect(try OpenAPI(Data(document.body.utf8)).content["servers"]?[0]?["url"] == "../..")
        #expect(try await respond(routes, "/about/api").body.contains(#"data-document="../meta/shop/api.json""#))
        #expect(try await respond(routes, "/docs").head.status == .notFound)
        let bare = try self.routes().documented(info: info, page: nil)
        #expect(try await respond(bare, "/v1/openapi.json").head.status == .ok)
        #expect(try await respond(bare, "/v1/docs").head.status == .notFound)
    }

    @Test func `the page may send requests to the servers that the document names`() async throws {
        var info = info
        info.servers = [
            .init(URL("https://shop.example/v1")), .init(URL("https://shop.example/v2")),
            .init(URL("http://[::1]:8080/")), .init(URL("/v3")),
        ]
        let (head, _) = try await respond(try routes().documented(info: info), "/v1/docs")
        let policy = try #require(head.header["Content-Security-Policy"])
        #expect(policy.contains("connect-src 'self' https://shop.example http://[::1]:8080;"))
    }

    @Test func `texts of the API are escaped`() async throws {
        let title = #"</title><script>alert("1")</script>&'"#
        let (_, body) = try await respond(try routes().documented(info: .init(title: title, version: "1")), "/v1/docs")
        let text = "&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"
        #expect(body.contains("<title>\(text)</title>"))
        #expect(!body.contains("alert(\""))
    }

    @Test(arguments: [
        ("/assets/swagger", "/assets/swagger/", "'self'"), ("swagger/", "swagger/", "'self'"),
        ("https://h:8443/a;b,c", "https://h:8443/a;b,c/", "https://h:8443/a%3Bb%2Cc/swagger-ui.css"),
    ]) func `the viewer's files may be hosted elsewhere`(folder: String, base: String, source: String) async throws {
        let viewer = OpenAPI.Viewer.swaggerUI(at: try #require(URL(string: folder)))
        let (head, body) = try await respond(try routes().documented(info: info, viewer: viewer), "/v1/docs")
        #expect(body.contains(#"<script src="\#(base)swagger-ui-bundle.js" crossorigin="anonymous">"#))
        #expect(!body.contains("integrity"))
        #expect(head.header["Content-Security-Policy"]?.contains("; style-src \(source); ") == true)
    }

    @Test func `the routes serve the viewer's files from a folder`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: "viewer-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let missing = #expect(throws: OpenAPIProblems.self) {
            try self.routes().documented(info: info, viewer: .swaggerUI(at: folder))
        }
        #expect(missing?.description.hasSuffix("swagger-ui-bundle.js can't be read") == true)
        try Data("script".utf8).write(to: folder.appending(component: "swagger-ui-bundle.js"))
        try Data("style".utf8).write(to: folder.appending(component: "swagger-ui.css"))
        let routes = try self.routes().documented(info: info, page: "/meta/docs", viewer: .swaggerUI(at: folder))
        let page = try await respond(routes, "/v1/meta/docs")
        #expect(page.body.contains(#"<script src="docs/swagger-ui-bundle.js""#))
        #expect(page.body.contains(#"<link rel="stylesheet" href="docs/swagger-ui.css""#))
        #expect(!page.body.contains(folder.lastPathComponent))
        let policy = try #require(page.head.header["Content-Security-Policy"])
        #expect(policy.contains("style-src 'self'; "))
        let script = try await respond(routes, "/v1/meta/docs/swagger-ui-bundle.js")
        #expect(script.body == "script")
        #expect(script.head.header[.contentType] == "text/javascript; charset=utf-8")
        let style = try await respond(routes, "/v1/meta/docs/swagger-ui.css")
        #expect(style.body == "style")
        #expect(style.head.header[.contentType] == "text/css; charset=utf-8")
    }

    @Test func `without the viewer, the page says so and links to the document`() async throws {
        let (_, body) = try await respond(try routes().documented(info: info), "/v1/docs")
        #expect(body.contains("<h1>Shop</h1>"))
        #expect(body.contains(#"<p id="problem" hidden>The viewer could not be loaded from https://cdn.jsdelivr.net/"#))
        #expect(body.contains(#"document.getElementById("problem").hidden = false;"#))
        #expect(body.contains(#"<a href="./openapi.json">./openapi.json</a>"#))
    }

    @Test(arguments: [
        ("/docs/{id}", "/docs", "the path `/docs/{id}` of the document must not have a placeholder"),
        ("", "/docs", "the path `` of the document must not be empty"),
        ("/a?b", "/docs", "the path `/a?b` of the document must contain only letters"),
        ("/a/../b", "/docs", "the path `/a/../b` of the document must not have a `.`"),
        ("docs/", "/docs", "the document and the page can't have the same path `/docs`"),
        ("/text", "/docs", "the path `/text` of the document is already used by a route"),
    ]) func `unusable paths are reported`(path: String, page: String, message: String) throws {
        let error = #expect(throws: OpenAPIProblems.self) {
            try routes().documented(info: info, at: path, page: page)
        }
        #expect(error?.problems.first?.message.hasPrefix(message) == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        "https://h/a?b", "https://u:p@h/", "https://h/a#b", "javascript:alert(1)", "//h/a",
    ]) func `URLs that a page can't load are reported`(folder: String) throws {
        let viewer = OpenAPI.Viewer.swaggerUI(at: try #require(URL(string: folder)))
        #expect(throws: OpenAPIProblems.self) { try routes().documented(info: info, viewer: viewer) }
    }

    @Test func `hashes that a browser would ignore are reported`() throws {
        let viewer = OpenAPI.Viewer.swaggerUI(at: URL("https://h/a"), scriptIntegrity: "md5-abc")
        #expect(throws: OpenAPIProblems.self) { try routes().documented(info: info, viewer: viewer) }
    }

    @Test func `an endpoint that can't be described is an error`() throws {
        #expect(throws: OpenAPIProblems.self) { try Routes(ShopAPI()).documented(info: info) }
    }
}
