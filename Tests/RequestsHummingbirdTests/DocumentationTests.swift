#if Hummingbird
import Foundation
import Hummingbird
import Requests
import RequestsEndpoints
import RequestsHummingbird
import RequestsOpenAPI
import Testing

@Suite("Documents on Hummingbird", .timeLimit(.minutes(10))) struct DocumentationTests {
    private func documented(at path: String? = nil) throws -> Routes<ShelfAPI> {
        try Routes.shelf(at: path).documented(
            info: .init(title: #"Shelf <b>&"'"#, version: "1.0.0", description: "Books on a *shelf*."))
    }

    @Test func `the document and the page are served beside the routes`() async throws {
        try await withApplication(Router().mount(try documented())) { port in
            let document = try await WireClient.exchange("GET", "/v1/openapi.json", port: port)
            #expect(document.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(document.fields.contains("Content-Type: application/json"))
            #expect(document.fields.contains("Content-Length: \(document.body.utf8.count)"))
            let content = try OpenAPI(Data(document.body.utf8)).content
            #expect(content["servers"]?[0]?["url"] == ".")
            let page = try await WireClient.exchange("GET", "/v1/docs", port: port)
            #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(page.fields.contains("Content-Type: text/html; charset=utf-8"))
            #expect(page.fields.contains { $0.hasPrefix("Content-Security-Policy: default-src 'none'; script-src") })
            #expect(page.fields.contains("Referrer-Policy: no-referrer"))
            #expect(page.body.hasPrefix("<!DOCTYPE html>\n"))
            #expect(page.body.contains(#"data-document="./openapi.json""#))
            #expect(try await WireClient.exchange("GET", "/docs", port: port).hasPrefix("HTTP/1.1 404 "))
        }
    }

    @Test func `HEAD, other methods, slashes and entity tags work`() async throws {
        try await withApplication(Router().mount(try documented(at: "/"))) { port in
            for path in ["/openapi.json", "/docs"] {
                let whole = try await WireClient.exchange("GET", path, port: port)
                let head = try await WireClient.exchange("HEAD", path, port: port)
                #expect(head.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(head.fields == whole.fields)
                #expect(head.body.isEmpty)
                let wrong = try await WireClient.exchange("POST", path, [], "{}", port: port)
                #expect(wrong.hasPrefix("HTTP/1.1 405 "))
                #expect(wrong.fields.contains("Allow: GET, HEAD"))
                let tag = try #require(whole.fields.first { $0.lowercased().hasPrefix("etag: ") }).dropFirst(6)
                let same = try await WireClient.exchange("GET", path, ["If-None-Match: \(tag)"], port: port)
                #expect(same.hasPrefix("HTTP/1.1 304 "))
                #expect(same.body.isEmpty)
            }
            let slash = try await WireClient.exchange("GET", "/docs/", port: port)
            #expect(slash.hasPrefix("HTTP/1.1 307 "))
            #expect(slash.fields.contains("Location: ../docs"))
        }
    }

    /// `.ci/full browser` opens the page in a browser.
    ///
    /// The variable `REQUESTS_BROWSER` names the folder with the files of Swagger UI.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["REQUESTS_BROWSER"] != nil, "only .ci/full has a browser"))
    func `a reader tries all operations in a browser`() async throws {
        let folder = try #require(ProcessInfo.processInfo.environment["REQUESTS_BROWSER"])
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: ".ci/browser.py")
        // The second page takes the viewer's files from the same server, and not from the network.
        let routes = try documented()
            .on(.get, "/assets/{name}") { request in
                let name = request.pathValues["name"] ?? ""
                let header: HeaderFields = ["Content-Type": name.hasSuffix(".js") ? "text/javascript" : "text/css"]
                let content = try Data(contentsOf: URL(filePath: folder).appending(component: name))
                return TransportResponse(head: ResponseHead(status: .ok, header: header), body: MessageBody(content))
            }
            .documented(
                info: .init(title: "Shelf", version: "1"), version: .v3_2,
                at: "/meta/shelf/openapi.json", page: "/meta/docs", viewer: .swaggerUI(at: URL("../assets")))
        try await withApplication(Router().mount(routes)) { port in
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            let pages = ["docs", "meta/docs"].map { "http://127.0.0.1:\(port)/v1/\($0)" }
            process.arguments = ["python3", script.path, folder] + pages
            let status: Int32 = try await withCheckedThrowingContinuation { continuation in
                process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
                do { try process.run() } catch { continuation.resume(throwing: error) }
            }
            #expect(status == 0)
        }
    }
}
#endif
