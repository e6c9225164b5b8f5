import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import Testing

/// Mistakes in the documents of well-known providers.
@Suite("Documents with harmless mistakes") struct LenientReadingTests {
    private static func document(_ version: String, _ limit: String = #""exclusiveMinimum": true"#) -> String {
        """
        {
          "openapi": "\(version)", "info": {"title": "Models", "version": "1"},
          "paths": {
            "/models/{id}": {"get": {
              "summary": 7,
              "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
              "responses": {"200": {"description": {"text": "A model"}, "content": {"application/json": {"schema":
                {"$ref": "#/components/schemas/Model"}}}}}
            }}
          },
          "components": {"schemas": {
            "Model": {"type": "object", "required": ["id"], "properties": {
              "id": {"type": "string", "title": null},
              "description": {"type": "string", "description": {"en": "words"}},
              "share": {"type": "number", "minimum": 0, \(limit)}
            }}
          }}
        }
        """
    }

    @Test(arguments: ["3.0.3", "3.1.0"])
    func `titles and descriptions that aren't text are left out with a note`(version: String) throws {
        let document = try OpenAPI(Data(Self.document(version).utf8))
        let words = document.notes.filter { $0.message.hasSuffix(": this member is ignored") }
        #expect(
            words.map(\.place) == [
                "/paths/~1models~1{id}/get/summary",
                "/paths/~1models~1{id}/get/responses/200/description",
                "/components/schemas/Model/properties/id/title",
                "/components/schemas/Model/properties/description/description",
            ])
        #expect(words.first?.message == "must be a string, but is the number 7: this member is ignored")
        let properties = document.content["components"]?["schemas"]?["Model"]?["properties"]
        #expect(properties?["description"] == ["type": "string"])
        #expect(properties?["id"] == ["type": "string"])
    }

    @Test func `descriptions in lists are also left out`() throws {
        let parameters = #"[{"name": "a", "in": "query"}, {"name": "b", "in": "query", "description": 7}]"#
        let text = #"""
            {"openapi": "3.1.0", "info": {"title": "a", "version": "1"},
            "paths": {"/a": {"get": {"parameters": \#(parameters)}}}}
            """#
        let document = try OpenAPI(Data(text.utf8))
        #expect(document.notes.map(\.place) == ["/paths/~1a/get/parameters/1/description"])
        let read = document.content["paths"]?["/a"]?["get"]?["parameters"]
        #expect(read == [["name": "a", "in": "query"], ["name": "b", "in": "query"]])
    }

    @Test func `a boolean bound in a document of 3.1 is read as in 3.0`() throws {
        let document = try OpenAPI(Data(Self.document("3.1.0").utf8))
        #expect(
            document.notes.contains {
                $0.description == "`/components/schemas/Model/properties/share/exclusiveMinimum` should be a number, "
                    + "but is a boolean, which is read as in OpenAPI 3.0"
            })
        let same = try OpenAPI(Data(Self.document("3.1.0", #""maximum": 9"#).utf8))
        #expect(same.changes(since: document).map(\.rule) == ["output-range-widened", "output-range-narrowed"])
        let old = try OpenAPI(Data(Self.document("3.0.3").utf8))
        let versions = old.changes(since: document)
        #expect(versions.map(\.rule) == ["format-version-changed"])
        #expect(versions.map(\.old) == ["3.1.0"])
        #expect(versions.map(\.new) == ["3.0.3"])
        let patch = try OpenAPI(Data(Self.document("3.0.4").utf8))
        #expect(patch.changes(since: old) == [], "a patch of the format has no effect")
    }

    @Test(arguments: ["3.0.3", "3.1.0"])
    func `a boolean required of a property is left out with a note`(version: String) throws {
        let text = Self.document(version, #""maximum": 9, "required": true"#)
        let document = try OpenAPI(Data(text.utf8))
        let share: JSONValue = ["type": "number", "minimum": 0, "maximum": 9]
        #expect(document.content["components"]?["schemas"]?["Model"]?["properties"]?["share"] == share)
        let note = "must be a list of strings, but is a boolean: this member is ignored"
        #expect(document.notes.last?.description == "`/components/schemas/Model/properties/share/required` \(note)")
        try ModelsAPI().check(against: document)
        let wrong = text.replacing(#""type": "number""#, with: #""type": "boolean""#)
        let error = #expect(throws: OpenAPIDifferences.self) {
            try ModelsAPI().check(against: OpenAPI(Data(wrong.utf8)))
        }
        #expect(error?.changes.map(\.rule) == ["output-type-changed"])
    }

    @Test func `declarations are checked against a document with harmless mistakes`() throws {
        let document = try OpenAPI(Data(Self.document("3.1.0").utf8))
        try ModelsAPI().check(against: document)
    }

    @Test func `a contract with a mistake is an error`() throws {
        let file = FileManager.default.temporaryDirectory.appending(component: "\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(Self.document("3.1.0").utf8).write(to: file)
        let error = #expect(throws: OpenAPIDifferences.self) { try ModelsAPI().expectContract(at: file) }
        #expect(error?.description.contains("/get/summary` must be a string") == true)
    }

    @Test func `a property with the name of a word has to be a schema`() throws {
        let schemas = #"{"A": {"properties": {"title": 1, "description": "a"}}}"#
        let text = #"{"openapi": "3.1.0", "info": {}, "components": {"schemas": \#(schemas)}}"#
        #expect(try OpenAPI(Data(text.utf8)).notes.count == 2)
    }

    @Test func `references to other files are reported once`() throws {
        let operations = (0..<101).map { #""/\#($0)": {"get": {"$ref": "operations/\#($0).yaml"}}"# }
        let text =
            #"{"openapi": "3.0.3", "info": {"title": "a", "version": "1"}, "paths": {\#(operations.joined(separator: ","))}}"#
        #expect(
            try OpenAPI(Data(text.utf8)).notes.map(\.description) == [
                """
                `/paths/~10/get/$ref` refers to `operations/0.yaml` in another document, and so do 100 more references: \
                merge the documents into one file first
                """
            ])
    }
}

struct ModelsAPI: RequestProviding {
    struct Model: Codable, Sendable {
        var id: String
        var description: String?
        var share: Double?
    }

    let baseURL: URL = URL("https://models.example")
    let model = Endpoint<String, Model>(.get, "/models/{id}")
}
