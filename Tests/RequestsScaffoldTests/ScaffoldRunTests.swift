import Foundation
import Requests
import Testing

@testable import RequestsOpenAPI
@testable import RequestsScaffold

@Suite("Runs of the command") struct ScaffoldRunTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = URL.temporaryDirectory.appending(
            path: "scaffold-\(UUID().uuidString)", directoryHint: .isDirectory)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private func run(_ document: OpenAPI, _ selectors: String..., in folder: URL) throws -> [String] {
        try ScaffoldRun(document: document, name: "Library", selectors: selectors, folder: folder).write()
    }

    @Test func `a run writes files and reports them`() throws {
        try withFolder { folder in
            let report = try run(Fixture.library.read(), "books/get", in: folder)
            #expect(report.first?.hasPrefix("1 operation and ") == true)
            let files = try Fixture.files(in: folder)
            #expect(files["Library.swift"]?.contains("struct Library: RequestProviding {") == true)
            #expect(files["Endpoints/Library+BooksEndpoints.swift"] != nil)
        }
    }

    @Test func `the configuration of swift-format sets the indentation`() throws {
        try withFolder { folder in
            let sources = folder.appending(path: "Sources/Library")
            try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
            let configuration = folder.appending(path: ".swift-format")
            try Data(#"{"version": 1, "indentation": {"spaces": 2}}"#.utf8).write(to: configuration)
            _ = try run(Fixture.library.read(), "books/get", in: sources)
            let code = try Fixture.files(in: sources)["Endpoints/Library+BooksEndpoints.swift"]
            #expect(
                code?.contains("\n  /// The catalog.\n  struct BooksEndpoints: Sendable {\n    /// Get a book.") == true
            )
        }
    }

    @Test func `no file is overwritten`() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("// mine\n".utf8).write(to: folder.appending(path: "Library.swift"))
            let error = try #require(throws: ScaffoldError.self) {
                try run(Fixture.library.read(), "books/get", in: folder)
            }
            #expect(error.message == "Nothing was written, because these files exist: Library.swift.")
            #expect(try Fixture.files(in: folder) == ["Library.swift": "// mine\n"])
        }
    }

    @Test func `a selection without an operation is an error`() throws {
        try withFolder { folder in
            let error = try #require(throws: ScaffoldError.self) {
                try run(Fixture.library.read(), "GET /nothing", in: folder)
            }
            #expect(error.message == "No operation matches GET /nothing. Try --list.")
            _ = try run(Fixture.library.read(), "books/get", in: folder)
            let second = try #require(throws: ScaffoldError.self) {
                try run(Fixture.library.read(), "books/add", "boks", in: folder)
            }
            #expect(second.message == "No operation matches boks. Try --list.")
        }
    }

    @Test func `a second run adds new operations, and refers to the types that exist`() throws {
        try withFolder { folder in
            _ = try run(Fixture.library.read(), "books/get", in: folder)
            let before = try Fixture.files(in: folder)
            let report = try run(Fixture.library.read(), "books/update", in: folder)
            let after = try Fixture.files(in: folder)
            #expect(report.contains("Add to Library:"))
            #expect(report.contains("  let books2 = Books2Endpoints()"))
            for (path, text) in before { #expect(after[path] == text) }
            let new = after.filter { before[$0.key] == nil }
            #expect(
                Set(new.keys) == [
                    "Endpoints/Library+Books2Endpoints.swift", "Inputs/Library+Books2Inputs.swift",
                    "Types/Library+Books2Types.swift",
                ])
            #expect(
                new["Endpoints/Library+Books2Endpoints.swift"]?.contains("Endpoint<BooksUpdateInput, Book>") == true)
            #expect(new.values.contains { $0.contains("struct Book:") } == false)
        }
    }

    @Test func `a second run reports the changes of operations that exist`() throws {
        try withFolder { folder in
            let old = try Fixture.library.read()
            _ = try run(old, "books/get", in: folder)
            var content = JSONValue.object(old.content)
            content["components"]?["schemas"]?["book"]?["properties"]?["title"]?["type"] = "integer"
            let new = try OpenAPI(checking: content)
            let report = try run(new, "books/get", in: folder)
            #expect(report.first == "Changes of operations that you have:")
            #expect(report.dropFirst().first?.contains("output-type-changed") == true)
            #expect(report.last == "No operation is new.")
            #expect(try run(new, "books/get", in: folder) == ["Nothing is new."])
        }
    }
}
