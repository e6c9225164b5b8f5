import Foundation
import Requests
import RequestsOpenAPI
import Testing

/// Mistakes in other places, which count only if a declaration reaches them.
@Suite("Documents with mistakes in some parts") struct PartlyReadableTests {
    private static let operation =
        ##"{"parameters": [\##(id)], "responses": {"200": {"$ref": "#/components/responses/Model"}}}"##
    private static let id = #"{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}"#

    /// Returns a document with one declared operation, other paths, and other components.
    private static func document(
        _ item: String = #"{"get": \#(operation)}"#, paths: String = "", schemas: String = "", rest: String = ""
    ) -> String {
        """
        {"openapi": "3.1.0", "info": {"title": "Models", "version": "1"}\(rest), "paths": {"/models/{id}": \(item)\(paths)},
         "components": {
           "responses": {"Model": {"description": "", "content": {"application/json": {"schema":
             {"$ref": "#/components/schemas/Model"}}}}},
           "schemas": {"Model": {"type": "object", "required": ["id"], "properties": {
             "id": {"type": "string"}, "description": {"type": "string"}, "share": {"type": "number"}}}\(schemas)}}}
        """
    }

    @Test(arguments: [
        document(paths: #", "/other": 7"#),
        document(paths: #", "/other": {"get": {"parameters": 7, "responses": {"ok": {}}}}"#),
        document(paths: #", "/other": {"$ref": "paths/other.yaml"}"#),
        document(paths: ##", "/other": {"get": {"requestBody": {"$ref": "#/components/requestBodies/None"}}}"##),
        document(#"{"post": 7, "get": \#(operation)}"#),
        document(
            schemas: ##", "Other": {"type": 7, "properties": [], "items": {"$ref": "#/components/schemas/None"}}"##),
        document(schemas: ##", "Other": {"$ref": "#/components/schemas/Other"}"##),
        document(rest: #", "servers": [{"url": "/"}, {"url": 7}]"#),
    ]) func `a mistake that no declaration reaches is only a note`(text: String) throws {
        let document = try OpenAPI(Data(text.utf8))
        #expect(!document.notes.isEmpty)
        try ModelsAPI().check(against: document)
        #expect(throws: OpenAPIDifferences.self) {
            try document.expectContract(at: TemporaryFile(text).url, isRecording: false)
        }
    }

    @Test(arguments: [
        (document("7"), "`/paths/~1models~1{id}` must be an object, but is the number 7"),
        (document(#"{"get": 7}"#), "`/paths/~1models~1{id}/get` must be an object, but is the number 7"),
        (
            document(##"{"parameters": [{"$ref": "#/components/parameters/None"}], "get": {}}"##),
            "`/paths/~1models~1{id}/parameters/0/$ref` refers to `#/components/parameters/None`, which isn't in the document"
        ),
        (
            document(#"{"get": {"$ref": "operations.yaml"}}"#),
            "`/paths/~1models~1{id}/get/$ref` refers to `operations.yaml` in another document: merge the documents into one file first"
        ),
        (
            document(#"{"$ref": "paths.yaml"}"#),
            "`/paths/~1models~1{id}/$ref` refers to `paths.yaml` in another document: merge the documents into one file first"
        ),
        (
            document().replacing(#""type": "number""#, with: #""type": 7"#),
            "`/components/schemas/Model/properties/share/type` must be a string or a list of strings, but is the number 7"
        ),
        (
            document().replacing(#"{"type": "number"}"#, with: ##"{"$ref": "#/components/schemas/Other"}"##)
                .replacing(#""schemas": {"#, with: #""schemas": {"Other": {"minLength": -1}, "#),
            "`/components/schemas/Other/minLength` must be a nonnegative integer, but is the number -1"
        ),
        (
            document("{}", rest: #", "servers": [{"url": 7}]"#).replacing("/models", with: "/v1/models"),
            "`/servers/0/url` must be a string, but is the number 7"
        ),
    ]) func `a mistake that a declaration reaches is an error`(text: String, problem: String) throws {
        let document = try OpenAPI(Data(text.utf8))
        let error = #expect(throws: OpenAPIProblems.self) { try ModelsAPI().check(against: document) }
        #expect(error?.description == problem)
    }

    @Test func `a broken reference is reported even if it isn't the first`() throws {
        let broken = ##"{"$ref": "#/components/schemas/None"}"##
        let text = Self.document(schemas: #", "Other": {"items": \#(broken)}"#)
            .replacing(#"{"type": "number"}"#, with: broken)
        let document = try OpenAPI(Data(text.utf8))
        #expect(document.notes.count == 2)
        #expect(throws: OpenAPIProblems.self) { try ModelsAPI().check(against: document) }
    }
}

/// A file that is removed when the object is released.
private final class TemporaryFile {
    let url = FileManager.default.temporaryDirectory.appending(component: "\(UUID()).json")

    init(_ text: String) throws { try Data(text.utf8).write(to: url) }

    deinit { try? FileManager.default.removeItem(at: url) }
}
