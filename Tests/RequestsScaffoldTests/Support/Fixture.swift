import Foundation
import Requests
import Testing

@testable import RequestsOpenAPI
@testable import RequestsScaffold

/// A document of the tests, with the files that were scaffolded from it.
struct Fixture: CustomTestStringConvertible {
    let name: String
    let document: String

    var testDescription: String { name }

    static let library = Fixture(name: "CityLibrary", document: "library")
    static let hostile = Fixture(name: "Hostile", document: "hostile")
    /// Messages in which a client easily makes mistakes on the wire.
    static let wire = Fixture(name: "Wire", document: "wire")
    static let drift = Fixture(name: "Drift", document: "drift")
    /// Schemas whose values a client could easily read with less information.
    static let shapes = Fixture(name: "Shapes", document: "shapes")
    static let all = [library, hostile, wire, drift, shapes]

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    var folder: URL { Self.root.appending(path: "Scaffolded/\(name)", directoryHint: .isDirectory) }

    var file: URL { Self.root.appending(path: "Documents/\(document).json") }

    func read() throws -> OpenAPI { try OpenAPI(contentsOf: file) }

    func scaffold(selecting selectors: [String] = []) throws -> Scaffold {
        try Scaffold(read(), name: name, selecting: selectors)
    }

    /// Returns the texts of the Swift files in a folder, by their paths.
    static func files(in folder: URL) throws -> [String: String] {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        let swift = paths.filter { $0.hasSuffix(".swift") }
        return try Dictionary(
            uniqueKeysWithValues: swift.map {
                ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
            })
    }
}

extension OpenAPI {
    /// Makes a document with some paths and schemas.
    static func sample(paths: JSONValue, schemas: JSONValue = [:], openapi: JSONValue = "3.1.0") throws -> OpenAPI {
        try OpenAPI(
            checking: [
                "openapi": openapi, "info": ["title": "Sample API", "version": "1"], "paths": paths,
                "components": ["schemas": schemas],
            ])
    }

    /// Makes a document whose only operation returns a schema named `Thing`.
    static func returning(_ thing: JSONValue, others: JSONValue.Object = [:]) throws -> OpenAPI {
        var schemas = others
        schemas["Thing"] = thing
        let content: JSONValue = ["application/json": ["schema": ["$ref": "#/components/schemas/Thing"]]]
        let operation: JSONValue = [
            "operationId": "getThing", "responses": ["200": ["description": "OK", "content": content]],
        ]
        return try sample(paths: ["/thing": ["get": operation]], schemas: .object(schemas))
    }
}

extension Scaffold {
    /// All code, without the API's type.
    var code: String {
        files.filter { $0.path.contains("/") }.map(\.text).joined(separator: "\n")
    }
}
