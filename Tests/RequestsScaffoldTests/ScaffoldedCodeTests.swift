import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import RequestsScaffold
import RequestsTesting
import Testing

@Suite("Scaffolded code") struct ScaffoldedCodeTests {
    private static let isRecording = ProcessInfo.processInfo.environment["REQUESTS_RECORD"] == "1"

    /// Writes the files with `REQUESTS_RECORD=1` in the environment; the next build compiles them.
    @Test(.serialized, arguments: Fixture.all) func `the files are those that this module compiles`(
        _ fixture: Fixture
    ) throws {
        let files = try fixture.scaffold().files
        if Self.isRecording { try write(files, in: fixture.folder) }
        let known = try Fixture.files(in: fixture.folder)
        #expect(Set(known.keys) == Set(files.map(\.path)))
        for file in files { #expect(known[file.path] == file.text, "\(file.path)") }
    }

    private func write(_ files: [ScaffoldedFile], in folder: URL) throws {
        try? FileManager.default.removeItem(at: folder)
        for file in files {
            let url = folder.appending(path: file.path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.text.utf8).write(to: url)
        }
    }

    @Test func `the declarations agree with the document`() throws {
        #expect(try CityLibrary().check(isServed: false).count == 17)
        try CityLibrary().check(against: Fixture.library.read())
    }

    @Test(arguments: ["3.0.3", "3.1.1", "3.2.0"])
    func `a scaffold agrees with a document of another style`(_ version: String) throws {
        #expect(try Drift().check(isServed: false).count == 14)
        var content = try JSONValue(parsing: Data(contentsOf: Fixture.drift.file))
        content["openapi"] = .string(version)
        try Drift().check(against: OpenAPI(checking: content))
    }

    @Test func `the document of the declarations has every scaffolded operation`() throws {
        let document = try OpenAPI(CityLibrary(), info: .init(title: "Library", version: "1"))
        let count = document.content["paths"]?.object?.reduce(0) { $0 + ($1.value.object?.count ?? 0) }
        #expect(try count == Fixture.library.scaffold().summary.operationCount)
    }

    @Test func `a document can't put code into its declarations`() throws {
        #expect(try Hostile(baseURL: URL("https://a.example")).check(isServed: false).count == 10)
        for file in try Fixture.hostile.scaffold().files {
            #expect(!file.text.unicodeScalars.contains { $0.value == 0 || $0.value == 0x2028 || $0.value == 0x202E })
            for line in file.text.split(separator: "\n") where line.contains("evil()") {
                let code = line.drop { $0 == " " }
                #expect(code.hasPrefix("//") || code.contains("\""), "\(file.path): \(line)")
            }
        }
    }

    @Test(arguments: Fixture.all) func `lines and files are short`(_ fixture: Fixture) throws {
        for file in try fixture.scaffold().files {
            let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 301, "\(file.path)")
            for line in lines { #expect(line.count <= 100, "\(file.path): \(line)") }
        }
    }

    @Test func `the omitted parts are in the code and in the summary`() throws {
        let scaffold = try Fixture.library.scaffold()
        let code = scaffold.files.map(\.text).joined()
        #expect(code.contains("// Not scaffolded: the response header fields Link."))
        #expect(
            scaffold.summary.omissions == [
                "GET /loans/{id}/moved, because the operation has no successful response",
                "GET /books: the response header fields Link",
                "GET /books: the query parameter filter[year], because it has brackets in the name",
                "POST /books/{isbn}/cover: a second parameter named x-size",
                "GET /books/{isbn}/copies: the keyword `pattern` of the property pattern",
                "GET /books/{isbn}/copies: the bodies of failures with the status 503",
                "GET /loans/export: text/csv responses",
                "Member: the type MemberCard, replaced by JSONValue because its `oneOf` or `anyOf` schemas can't be distinguished",
                "the credentials that each operation requires", "the scopes of credentials",
                "the bounds and defaults of 3 properties in responses",
                "explicit `null` for a property in requests, because `nil` values are omitted", "a webhook",
            ])
        #expect(scaffold.summary.opaqueCount == 1)
    }

    @Test func `a selection brings only the types that it reaches`() throws {
        let scaffold = try Fixture.library.scaffold(selecting: ["GET /shelves/*", "signIn"])
        #expect(
            scaffold.files.map(\.path) == [
                "CityLibrary.swift", "Endpoints/CityLibrary+ShelvesEndpoints.swift",
                "Endpoints/CityLibrary+SessionEndpoints.swift",
                "Inputs/CityLibrary+SessionInputs.swift", "Types/CityLibrary+SessionTypes.swift",
                "Types/CityLibrary+SharedTypes.swift",
                "Types/CityLibrary+ShelvesTypes.swift", "Types/CityLibrary+Indirect.swift",
            ])
    }
}
