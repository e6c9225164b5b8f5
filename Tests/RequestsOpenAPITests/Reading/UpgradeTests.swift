import Foundation
import Requests
import RequestsOpenAPI
import Testing

@Suite("Documents of OpenAPI 3.0") struct UpgradeTests {
    /// Returns the schema of 3.1 for one of 3.0.
    private func schema(_ old: JSONValue) throws -> JSONValue? {
        let document: JSONValue = [
            "openapi": "3.0.3", "info": ["title": "Old", "version": "1"], "paths": [:],
            "components": ["schemas": ["A": ["type": "string"], "Old": old]],
        ]
        let read = try OpenAPI(Data(document.description.utf8))
        #expect(read.content["openapi"] == "3.1.1")
        #expect(try OpenAPI(read.data) == read)
        #expect(try OpenAPI(read.data).data == read.data)
        return read.content["components"]?["schemas"]?["Old"]
    }

    @Test(arguments: [
        (##"{"type":"string","nullable":true}"##, ##"{"type":["string","null"]}"##),
        (##"{"type":"string","nullable":false}"##, ##"{"type":"string"}"##),
        (
            ##"{"type":"string","enum":["a"],"nullable":true}"##,
            ##"{"type":["string","null"],"enum":["a",null]}"##
        ),
        (
            ##"{"nullable":true,"allOf":[{"$ref":"#/components/schemas/A"}],"title":"T"}"##,
            ##"{"title":"T","anyOf":[{"$ref":"#/components/schemas/A"},{"type":"null"}]}"##
        ),
        (
            ##"{"allOf":[{"$ref":"#/components/schemas/A"}],"description":"D"}"##,
            ##"{"$ref":"#/components/schemas/A","description":"D"}"##
        ),
        (
            ##"{"allOf":[{"$ref":"#/components/schemas/A"},{"type":"string"}]}"##,
            ##"{"allOf":[{"$ref":"#/components/schemas/A"},{"type":"string"}]}"##
        ),
        (
            ##"{"nullable":true,"anyOf":[{"$ref":"#/components/schemas/A"}]}"##,
            ##"{"anyOf":[{"$ref":"#/components/schemas/A"},{"type":"null"}]}"##
        ),
        (##"{"nullable":true,"description":"D"}"##, ##"{"description":"D"}"##),
        (
            ##"{"minimum":1,"exclusiveMinimum":true,"maximum":2.50,"exclusiveMaximum":false}"##,
            ##"{"exclusiveMinimum":1,"maximum":2.5}"##
        ),
        (##"{"type":"string","format":"byte"}"##, ##"{"type":"string","contentEncoding":"base64"}"##),
        (
            ##"{"type":"string","format":"binary"}"##,
            ##"{"type":"string","contentMediaType":"application/octet-stream"}"##
        ),
        (##"{"type":"string","format":"date-time"}"##, ##"{"type":"string","format":"date-time"}"##),
        (##"{"example":{"a":1}}"##, ##"{"examples":[{"a":1}]}"##),
        (##"{"$ref":"#/components/schemas/A","nullable":true}"##, ##"{"$ref":"#/components/schemas/A"}"##),
        (
            ##"{"properties":{"nullable":{"type":"string","nullable":true}}}"##,
            ##"{"properties":{"nullable":{"type":["string","null"]}}}"##
        ),
        (##"{"type":"array","items":{"example":null}}"##, ##"{"type":"array","items":{"examples":[null]}}"##),
        (
            ##"{"default":{"nullable":true},"x-a":{"nullable":true}}"##,
            ##"{"default":{"nullable":true},"x-a":{"nullable":true}}"##
        ),
    ]) func `a schema is converted to the form of 3.1`(old: String, new: String) throws {
        #expect(try schema(json(old)) == json(new))
    }

    private func json(_ text: String) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    @Test func `bodies of bytes have no schema, and references have no siblings`() throws {
        let text = ##"""
            {"openapi":"3.0.0","info":{"title":"Old","version":"1"},"paths":{"/a":{"get":{
                "parameters":[{"$ref":"#/components/parameters/P","required":true}],
                "responses":{"200":{"description":"","content":{
                    "image/png":{"schema":{"type":"string","format":"binary"}}}}}}}},
                "components":{"parameters":{"P":{"name":"p","in":"query","schema":{"type":"integer"},"example":1}}}}
            """##
        let paths = try OpenAPI(Data(text.utf8)).content["paths"]
        #expect(paths?["/a"]?["get"]?["responses"]?["200"]?["content"] == ["image/png": [:]])
        #expect(paths?["/a"]?["get"]?["parameters"]?[0] == ["$ref": "#/components/parameters/P"])
    }

    @Test func `an operation of 3.0 must have responses`() throws {
        let text = ##"{"openapi":"3.0.0","info":{},"paths":{"/a":{"get":{}}}}"##
        #expect(try OpenAPI(Data(text.utf8)).notes.map(\.place) == ["/paths/~1a/get"])
    }
}
