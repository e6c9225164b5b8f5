import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import Testing

@Suite("Samples of the page on documents") struct OpenAPIPageTests {
    private let catalog = Catalog(baseURL: URL("https://h/v1"))

    @Test func `a document is written`() throws {
        let file = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let document = try OpenAPISamples.write(catalog, to: file)
        #expect(try OpenAPISamples.read(file) == document)
        #expect(try OpenAPI(Data(contentsOf: file)) == document)
        #expect(document.content["paths"]?.members?.map(\.key) == ["/books", "/books/{id}"])
        #expect(document.content["components"]?["schemas"]?.members?.map(\.key) == ["Book", "Kind"])
        #expect(Color.schema["type"] == "string")
    }

    @Test func `routes have a document`() throws {
        let document = try OpenAPISamples.served(catalog, BookStore(), .init(title: "Catalog", version: "1"))
        #expect(document.content["paths"]?["/books/{id}"]?.members?.map(\.key) == ["get"])
        #expect(document.content["paths"]?["/books"] == nil)
    }

    @Test func `routes serve their document and its page`() async throws {
        let info = OpenAPI.Info(title: "Catalog", version: "1")
        let routes = try OpenAPISamples.serving(catalog, BookStore(), info)
        #expect(try await Loopback(routes).perform(catalog.request(\.book, 7)).id == 7)
        for path in ["/v1/openapi.json", "/v1/docs"] {
            let response = await routes.respond(to: IncomingRequest(method: .get, target: path))
            #expect(response.head.status == .ok)
        }
        let elsewhere = try OpenAPISamples.elsewhere(catalog, BookStore(), info)
        let page = await elsewhere.respond(to: IncomingRequest(method: .get, target: "/v1/meta/docs"))
        let text = String(decoding: try await page.body.collect(upTo: 10_000), as: UTF8.self)
        #expect(text.contains(#"src="/assets/swagger-ui/swagger-ui-bundle.js""#))
    }
}
