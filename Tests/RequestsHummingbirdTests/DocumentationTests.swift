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
                #expect(wrong.fields.contains("Allow: GET, HEAD, OPTIONS"))
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
}
#endif
