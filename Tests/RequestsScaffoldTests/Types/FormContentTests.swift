import Requests
import Testing

@testable import RequestsOpenAPI
@testable import RequestsScaffold

@Suite("Contents of scaffolded forms") struct FormContentTests {
    private static let object: JSONValue = ["type": "object", "properties": ["a": ["type": "string"]]]
    private static let binary: JSONValue = ["type": "string", "format": "binary"]

    /// Returns the code for a form with one required property.
    private func code(
        _ schema: JSONValue, named name: String = "part", _ encoding: JSONValue? = nil,
        as type: String = "multipart/form-data", openapi: JSONValue = "3.1.1"
    ) throws -> String {
        let form: JSONValue = ["type": "object", "required": [.string(name)], "properties": .object([name: schema])]
        var media: JSONValue.Object = ["schema": form]
        if let encoding { media["encoding"] = .object([name: encoding]) }
        let operation: JSONValue = [
            "operationId": "send", "responses": ["204": ["description": "OK"]],
            "requestBody": ["required": true, "content": .object([type: .object(media)])],
        ]
        return try Scaffold(.sample(paths: ["/forms": ["post": operation]], openapi: openapi)).code
    }

    private func type(in code: String) -> String? {
        code.split(separator: "\n").map { $0.drop { $0 == " " } }.first { $0.hasPrefix("var part") }.map(String.init)
    }

    @Test(
        arguments: [
            (object, nil, "FileValue"), (["type": "array", "items": object], nil, "[FileValue]"),
            (["type": "array", "items": ["type": "array"]], nil, "[FileValue]"), ([:], nil, "FileValue"),
            (["description": "Bytes"], nil, "FileValue"), (binary, nil, "FileValue"),
            (["type": "array", "items": binary], nil, "[FileValue]"),
            (["oneOf": [binary, ["type": "array", "items": binary]]], nil, "[FileValue]"),
            (["oneOf": [["type": "string"], object]], nil, "FileValue"),
            (["type": ["string", "object"]], nil, "FileValue"),
            (["type": "object", "additionalProperties": ["type": "integer"]], nil, "FileValue"),
            (["type": "string"], nil, "String"), (["type": "integer"], nil, "Int"),
            (["enum": ["a", "b"]], nil, "SendPart"),
            (["type": "array", "items": ["type": "integer"]], nil, "[Int]"),
            (["type": "string"], ["contentType": "text/plain; charset=utf-8"], "String"),
            (["type": "string"], ["contentType": "text/csv"], "FileValue"),
            (["type": "integer"], ["contentType": "application/json"], "FileValue"),
            (object, ["style": "deepObject", "explode": true], "SendPart"),
            (binary, ["style": "form"], "FileValue"),
        ] as [(JSONValue, JSONValue?, String)])
    func `a part is text or content`(_ schema: JSONValue, _ encoding: JSONValue?, _ type: String) throws {
        #expect(try self.type(in: code(schema, encoding)) == "var part: \(type)")
        #expect(try self.type(in: code(schema, encoding, openapi: "3.0.4")) == "var part: \(type)")
    }

    @Test(
        arguments: [
            (object, nil, "String"), (["type": "array", "items": object], nil, "[String]"),
            (object, ["contentType": "application/json"], "String"), (object, ["style": "deepObject"], "SendPart"),
            (["type": "string"], nil, "String"), (["type": "array", "items": ["type": "integer"]], nil, "[Int]"),
        ] as [(JSONValue, JSONValue?, String)])
    func `an object in a URL-encoded form is JSON, unless it has a style`(
        _ schema: JSONValue, _ encoding: JSONValue?, _ type: String
    ) throws {
        let form = "application/x-www-form-urlencoded"
        #expect(try self.type(in: code(schema, encoding, as: form)) == "var part: \(type)")
    }

    @Test(arguments: ["image/*", "multipart/related"])
    func `a media type that only the caller can complete is noted`(_ type: String) throws {
        let code = try code([:], as: type)
        #expect(code.contains("// Not scaffolded: the media type \(type) of the request body."))
        #expect(!code.contains("headerField"))
    }

    @Test func `a form has the style of its lists`() throws {
        let list: JSONValue = ["type": "array", "items": ["type": "string"]]
        #expect(try code(list, ["style": "deepObject"]).contains(".arrays(.indices)"))
        #expect(try code(list, ["explode": false]).contains(".arrays(.commaSeparated)"))
        #expect(try type(in: code(list, named: "part[]"))?.hasSuffix(": [String]") == true)
    }
}
