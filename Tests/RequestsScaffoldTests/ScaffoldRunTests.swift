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

    @Test(arguments: [
        (#"{"spaces": 2}"#, "  "), (#"{"tabs": 1}"#, "\t"), (#"{"tabs": 2}"#, "\t\t"), ("{}", "  "),
        (#"{"tabs": 9}"#, "    "),
    ]) func `the configuration of swift-format sets the indentation`(_ indentation: String, _ unit: String) throws {
        try withFolder { folder in
            let sources = folder.appending(path: "Sources/Library")
            try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
            let configuration = folder.appending(path: ".swift-format")
            try Data(#"{"version": 1, "indentation": \#(indentation)}"#.utf8).write(to: configuration)
            _ = try run(Fixture.library.read(), "books/get", in: sources)
            let code = try Fixture.files(in: sources)["Endpoints/Library+BooksEndpoints.swift"]
            let lines = ["", "/// The catalog.", "struct BooksEndpoints: Sendable {", unit + "/// Get a book."]
            #expect(code?.contains(lines.joined(separator: "\n" + unit)) == true)
        }
    }

    @Test func `a note about several operations is reported once`() throws {
        let operation: JSONValue = [
            "responses": ["200": ["description": "OK", "headers": ["Link": [:], "content-type": [:]]]]
        ]
        let paths = ["a", "b", "c", "d"].map { (key: "/\($0)", value: JSONValue.object(["get": operation])) }
        try withFolder { folder in
            let report = try run(OpenAPI.sample(paths: .object(.init(paths))), in: folder)
            let note = "  GET /a, GET /b and 2 more: the response header fields Link"
            #expect(report.suffix(2) == ["Not scaffolded:", note])
        }
    }

    @Test func `no file is overwritten`() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("// mine\n".utf8).write(to: folder.appending(path: "Library.swift"))
            let error = try #require(throws: ScaffoldError.self) {
                try run(Fixture.library.read(), "books/get", in: folder)
            }
            #expect(error.message == "Nothing was written, because these files already exist: Library.swift.")
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
            let third = try #require(throws: ScaffoldError.self) { try run(OpenAPI.sample(paths: [:]), in: folder) }
            #expect(third.message == "The document has no operations.")
        }
    }

    @Test func `a second run adds new operations, and refers to the types that exist`() throws {
        try withFolder { folder in
            _ = try run(Fixture.library.read(), "books/get", in: folder)
            let before = try Fixture.files(in: folder)
            let report = try run(Fixture.library.read(), "books/update", in: folder)
            let after = try Fixture.files(in: folder)
            #expect(report.contains("Add these lines to the type Library:"))
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

    @Test func `a second run finds the API of the first one, and its types of failures`() throws {
        func response(_ name: String) -> JSONValue {
            let schema: JSONValue = ["$ref": .string("#/components/schemas/\(name)")]
            return ["description": "", "content": ["application/json": ["schema": schema]]]
        }
        let responses: JSONValue = ["204": ["description": ""], "404": response("Text"), "409": response("Other")]
        let others: JSONValue = ["204": ["description": ""], "409": response("Text"), "404": response("Other")]
        let text: JSONValue = ["type": "object", "properties": ["text": ["type": "string"]]]
        let document = try OpenAPI.sample(
            paths: ["/a": ["get": ["responses": responses]], "/b": ["get": ["responses": others]]],
            schemas: ["Text": text, "Other": ["type": "object", "properties": ["code": ["type": "integer"]]]])
        try withFolder { folder in
            _ = try run(document, "/a", in: folder)
            let report = try ScaffoldRun(document: document, name: nil, selectors: ["/b"], folder: folder).write()
            #expect(report.contains("Add these lines to the type Library:"))
            #expect(!report.contains("Not scaffolded:"))
            let code = try Fixture.files(in: folder).filter { $0.key.contains("BEndpoints") }.map(\.value).joined()
            #expect(code.contains(".failures("))
            var content = document.content
            content["info"]?["title"] = "Elsewhere"
            let other = ScaffoldRun(
                document: try OpenAPI(checking: .object(content)), name: nil, selectors: ["/b"], folder: folder)
            #expect(try other.write().first?.hasPrefix("1 operation") == true)
            #expect(try Fixture.files(in: folder)["Elsewhere.swift"] != nil)
        }
    }

    @Test func `a second run reports the changes of operations that exist`() throws {
        try withFolder { folder in
            let old = try Fixture.library.read()
            _ = try run(old, "books/get", in: folder)
            var content = JSONValue.object(old.content)
            content["components"]?["schemas"]?["book"]?["properties"]?["title"]?["type"] = "integer"
            content["info"]?["version"] = "3"
            content["openapi"] = "3.2.0"
            let new = try OpenAPI(checking: content)
            let report = try run(new, "books/get", in: folder)
            #expect(report.first == "Changes of operations that you scaffolded earlier:")
            #expect(report.dropFirst().first?.contains("output-type-changed") == true)
            #expect(report.dropFirst(2).first?.contains("api-version-changed") == true)
            #expect(report.count == 4, "the version of the format is not a change of an operation")
            #expect(report.last == "There are no new operations.")
            #expect(try run(new, "books/get", in: folder) == ["There are no new operations and no changes."])
        }
    }
}
