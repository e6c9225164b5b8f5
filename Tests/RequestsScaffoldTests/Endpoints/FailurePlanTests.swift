import Requests
import Testing

@testable import RequestsOpenAPI
@testable import RequestsScaffold

@Suite("Failures of scaffolded code") struct FailurePlanTests {
    private static let text: JSONValue = ["type": "object", "properties": ["text": ["type": "string"]]]
    private static let other: JSONValue = ["type": "object", "properties": ["code": ["type": "integer"]]]

    /// Returns the files for two operations whose failures have the given bodies, by status.
    private static func files(_ bodies: [String: JSONValue]) throws -> [ScaffoldedFile] {
        let failures = bodies.sorted { $0.key < $1.key }.map { status, schema in
            (key: status, value: ["description": "", "content": ["application/json": ["schema": schema]]] as JSONValue)
        }
        let responses = JSONValue.object(.init([(key: "204", value: ["description": ""])] + failures))
        let paths: JSONValue = ["/a": ["get": ["responses": responses]], "/b": ["get": ["responses": responses]]]
        let list: JSONValue = ["type": "array", "items": ["type": "string"]]
        return try Scaffold(
            .sample(paths: paths, schemas: ["Text": text, "Other": other, "Error": other, "List": list])
        ).files
    }

    private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

    @Test func `the most frequent body is the failure of the API`() throws {
        let files = try Self.files([
            "400": Self.reference("Text"), "404": Self.reference("Text"), "409": Self.reference("Other"),
        ])
        #expect(files.first { $0.path == "Sample.swift" }?.text.contains("typealias Failure = Text") == true)
        let endpoints = files.map(\.text).joined()
        #expect(
            endpoints.contains(".failures(.badRequest, .notFound)\n            .failures(.conflict, as: Other.self)"))
        #expect(endpoints.contains("struct Other: Codable, Hashable, Sendable, Error {"))
    }

    @Test func `many statuses take several lines`() throws {
        let others = ["400", "401", "403", "405", "406", "409", "422", "429", "500", "503"]
        var bodies = Dictionary(uniqueKeysWithValues: others.map { ($0, Self.reference("Other")) })
        for code in 430...445 { bodies["\(code)"] = Self.reference("Text") }
        let code = try Self.files(bodies).map(\.text).joined()
        #expect(
            code.contains(
                """
                            .failures(
                                .badRequest, .unauthorized, .forbidden, .methodNotAllowed, .notAcceptable,
                                .conflict, .unprocessableContent, .tooManyRequests, .internalServerError,
                                .serviceUnavailable, as: Other.self)

                """))
    }

    @Test func `a type with the name Error is an error, too`() throws {
        let files = try Self.files([
            "400": Self.reference("Text"), "401": Self.reference("Text"), "403": Self.reference("Text"),
            "404": Self.reference("Error"), "409": Self.reference("Error"),
        ])
        let code = files.map(\.text).joined()
        #expect(code.contains(".failures(.notFound, .conflict, as: Error.self)"))
        #expect(code.contains("struct Error: Codable, Hashable, Sendable, Swift.Error {"))
    }

    @Test func `a body without a name is the failure, and others are omitted`() throws {
        let files = try Self.files(["400": Self.text, "404": Self.text, "409": Self.other])
        #expect(files.first { $0.path == "Sample.swift" }?.text.contains("typealias") == false)
        let code = files.map(\.text).joined()
        #expect(code.contains("struct Failure: Codable, Hashable, Sendable {"))
        #expect(code.contains("// Not scaffolded: the bodies of failures with the status 409."))
        #expect(!code.contains(".failures("))
    }

    @Test func `bodies that only differ in their words are the same failure`() throws {
        var other = Self.text
        other["x-name"] = "Missing"
        other["properties"]?["text"]?["example"] = "missing"
        let code = try Self.files(["400": Self.text, "404": other]).map(\.text).joined()
        #expect(code.contains("struct Failure: Codable, Hashable, Sendable {"))
        #expect(!code.contains("Not scaffolded"))
    }

    @Test func `responses to HEAD have no failure bodies`() throws {
        let failure: JSONValue = [
            "description": "", "content": ["application/json": ["schema": Self.reference("Other")]],
        ]
        let head: JSONValue = ["head": ["responses": ["204": ["description": ""], "404": failure]]]
        let code = try Scaffold(.sample(paths: ["/a": head], schemas: ["Other": Self.other])).files.map(\.text).joined()
        #expect(!code.contains("Other"))
    }

    @Test func `a body that is a list, or has a range of statuses, is omitted`() throws {
        let code = try Self.files([
            "400": Self.reference("Text"), "401": Self.reference("Text"), "404": Self.reference("List"),
            "5XX": Self.reference("Other"),
        ]).map(\.text).joined()
        #expect(code.contains("// Not scaffolded: the bodies of failures with the status 404, 5XX."))
    }
}
