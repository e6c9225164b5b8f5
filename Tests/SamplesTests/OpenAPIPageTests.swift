import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import Testing

@Suite("Samples of the page on documents") struct OpenAPIPageTests {
    private let catalog = Catalog(baseURL: URL("https://h/v1"))
    private let info = OpenAPI.Info(title: "Catalog", version: "1")

    @Test func `a document is read as it was written`() throws {
        let file = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let document = try OpenAPISamples.write(catalog, to: file)
        #expect(try OpenAPISamples.read(file) == document)
        #expect(try OpenAPI(Data(contentsOf: file)) == document)
    }

    @Test func `the examples of a document are served`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        var content = JSONValue.object(try OpenAPI(catalog, info: info).content)
        content["components"]?["schemas"]?["Book"]?["example"] = ["id": 7, "title": "Emma", "kind": "audio"]
        try Data(content.description.utf8).write(to: file)
        let book = try await OpenAPISamples.examples(catalog, file)
        #expect(book.title == "Emma")
    }

    @Test func `a document contains the paths of its endpoints`() throws {
        let document = try OpenAPI(catalog, info: info)
        #expect(document.content["paths"]?.object?.map(\.key) == ["/books", "/books/{id}"])
        #expect(document.content["components"]?["schemas"]?.object?.map(\.key) == ["Book", "Kind"])
    }

    @Test func `a type can declare its schema`() {
        #expect(Color.schema["type"] == "string")
    }

    @Test func `a document of routes contains only the routes`() throws {
        let document = try OpenAPISamples.served(catalog, BookStore(), info)
        #expect(document.content["paths"]?["/books/{id}"]?.object?.map(\.key) == ["get"])
        #expect(document.content["paths"]?["/books"] == nil)
    }

    @Test func `documented routes still serve their API`() async throws {
        let routes = try OpenAPISamples.serving(catalog, BookStore(), info)
        #expect(try await Loopback(routes).perform(catalog.request(\.book, 7)).id == 7)
    }

    @Test(arguments: [("/v1/openapi.json", "application/json"), ("/v1/docs", "text/html; charset=utf-8")])
    func `documented routes serve the document and a page`(path: String, type: String) async throws {
        let routes = try OpenAPISamples.serving(catalog, BookStore(), info)
        let response = await routes.respond(to: IncomingRequest(method: .get, target: path))
        #expect(response.head.status == .ok)
        #expect(response.head.header[.contentType] == type)
    }

    @Test func `the page loads its viewer from the path of the app`() async throws {
        let elsewhere = try OpenAPISamples.elsewhere(catalog, BookStore(), info)
        let page = await elsewhere.respond(to: IncomingRequest(method: .get, target: "/v1/meta/docs"))
        let text = String(decoding: try await page.body.collect(upTo: 10_000), as: UTF8.self)
        #expect(text.contains(#"src="/assets/swagger-ui/swagger-ui-bundle.js""#))
    }
}
