import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import Testing

@Suite("Samples of the page on changes") struct ChangePageTests {
    private struct Before: RequestProviding {
        let baseURL: URL = URL("https://catalog.example/v1")
        let books = Endpoint<BookSearch, [Book]>(.get, "/books")
        let book = Endpoint<Int, Book>(.get, "/books/{id}")
    }

    private struct After: RequestProviding {
        struct BookSearch: Codable, Sendable {
            var title: String
            var author: String?
        }

        struct Book: Codable, Sendable {
            var id: Int
            var title: String
            var kind: Kind

            enum Kind: String, Codable, Sendable, CaseIterable { case print, audio, film }
        }

        let baseURL: URL = URL("https://catalog.example/v1")
        let books = Endpoint<BookSearch, [Book]>(.get, "/books")
        let book = Endpoint<Int, Book>(.get, "/books/{id}")
    }

    /// An API whose search needs an author.
    private struct Strict: RequestProviding {
        struct BookSearch: Codable, Sendable {
            var title: String
            var author: String
        }

        let baseURL: URL = URL("https://catalog.example/v1")
        let books = Endpoint<BookSearch, [After.Book]>(.get, "/books")
        let book = Endpoint<Int, After.Book>(.get, "/books/{id}")
    }

    private let info = OpenAPI.Info(title: "Catalog", version: "1.0.0")

    @Test func `a broken contract is reported as on the page`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)/catalog.json")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        try OpenAPI(Before(), info: info).data.write(to: file)
        let error = #expect(throws: OpenAPIDifferences.self) { try After().expectContract(at: file) }
        let page = try Document(page: "ChangingAnAPI.md")
        let lines = error?.description.split(separator: "\n").sorted() ?? []
        let shown = page.blocks.first { $0.text.hasPrefix("The API differs") }?.text.split(separator: "\n").sorted()
        #expect(lines == shown)
    }

    @Test func `a new value of an output breaks clients`() throws {
        let (old, new) = try (OpenAPI(Before(), info: info), OpenAPI(After(), info: info))
        #expect(ChangeSamples.breaking(new, old).map(\.rule) == ["output-value-added"])
    }

    @Test func `a rule can be left out by its name`() throws {
        let (old, new) = try (OpenAPI(Before(), info: info), OpenAPI(After(), info: info))
        #expect(ChangeSamples.breakingUnlessKnown(new, old) == [])
    }

    @Test func `a change is reported as on the pages of the rules`() throws {
        let (old, new) = try (OpenAPI(Before(), info: info), OpenAPI(After(), info: info))
        let strict = try OpenAPI(Strict(), info: info)
        let parameters = strict.changes(since: new).filter { $0.rule == "parameter-required" }
        #expect(try report(ofPage: "ChangeRules.md") == parameters.map(\.description))
        let values = new.changes(since: old).filter { $0.rule == "output-value-added" }
        #expect(try report(ofPage: "SchemaRules.md") == values.map(\.description))
    }

    /// Returns the description of the change on a page.
    private func report(ofPage name: String) throws -> [String] {
        let block = try #require(try Document(page: name).blocks.first)
        return [block.lines.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: ". ")]
    }

    @Test func `a client is checked against the document of its provider`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let catalog = Catalog(baseURL: URL("https://catalog.example/v1"))
        try OpenAPI(catalog, info: info).data.write(to: file)
        try ChangeSamples.check(catalog, file)
        try OpenAPI(Before(), info: info).data.write(to: file)
        let error = #expect(throws: OpenAPIDifferences.self) { try ChangeSamples.check(catalog, file) }
        #expect(error?.changes.map(\.operations) == [["DELETE /books/{id}"]])
    }
}
