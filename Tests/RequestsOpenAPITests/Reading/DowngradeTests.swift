import Foundation
import Requests
import RequestsEndpoints
import Testing

@testable import RequestsOpenAPI

@Suite("Generating documents of OpenAPI 3.0") struct DowngradeTests {
    private let info = OpenAPI.Info(title: "Shop", version: "1")

    // MARK: - The whole document

    @Test func `a document of 3.0 is read as the one of 3.1, except for the reported parts`() throws {
        let new = try OpenAPI(ShopAPI(), info: info)
        let old = try OpenAPI(ShopAPI(), info: info, version: .v3_0)
        #expect(old.content["openapi"] == "3.0.4")
        let read = try OpenAPI(old.data)
        #expect(read.notes == [])
        #expect(JSONValue.object(read.content) == Self.reduced(.object(new.content), old.notes))
        #expect(read.changes(since: old) == [])
    }

    @Test func `a document of routes is read as the one of 3.1, except for the reported parts`() throws {
        let new = try OpenAPI(ServedShop.routes, info: ServedShop.info)
        let old = try OpenAPI(ServedShop.routes, info: ServedShop.info, version: .v3_0)
        #expect(
            old.notes.map(\.description) == [
                "`/info/summary` can't be expressed in OpenAPI 3.0, and is left out",
                "`/info/license/identifier` can't be expressed in OpenAPI 3.0, and is left out",
                "`/webhooks` can't be expressed in OpenAPI 3.0, and is left out",
            ])
        #expect(JSONValue.object(try OpenAPI(old.data).content) == Self.reduced(.object(new.content), old.notes))
    }

    @Test func `a document of a later version has no notes`() throws {
        for version in [OpenAPI.Version.v3_1, .v3_2] {
            #expect(try OpenAPI(HostileAPI(), info: info, version: version).notes == [])
        }
    }

    @Test func `methods that need 3.2 are errors, as in 3.1`() throws {
        let error = #expect(throws: OpenAPIProblems.self) {
            try OpenAPI(QueryAPI(), info: info, version: .v3_0)
        }
        #expect(error?.description.hasSuffix("which requires OpenAPI 3.2: pass `version: .v3_2`") == true)
    }

    @Test func `the pointers of the notes are those of the 3.1 document`() throws {
        let new = try OpenAPI(HostileAPI(), info: info)
        let old = try OpenAPI(HostileAPI(), info: info, version: .v3_0)
        #expect(old.notes.count == 12)
        for note in old.notes {
            let pointer = note.place.flatMap { JSONPointer(fragment: $0[...]) }
            #expect(pointer?.value(in: new.content) != nil, "\(note)")
        }
        #expect(Set(old.notes).count == old.notes.count)
        #expect(try OpenAPI(old.data).notes == [])
    }

    @Test func `a document of 3.0 can be compared with those of other versions`() throws {
        let documents = try OpenAPI.Version.allCases.filter { $0 != .v3_2 }
            .map { try OpenAPI(ShopAPI(), info: info, version: $0) }
        for document in documents { try ShopAPI().check(against: document) }
        let changes = documents[0].changes(since: documents[1]) + documents[1].changes(since: documents[0])
        #expect(changes.map(\.rule) == ["format-version-changed", "format-version-changed"])
        #expect(changes.map(\.old) == ["3.1.1", "3.0.4"])
    }

    /// Returns a part of a 3.1 document as it should be after a conversion to 3.0 and back: without the members that
    /// notes report.
    private static func reduced(_ part: JSONValue, _ notes: [OpenAPIProblem], at tokens: [String] = []) -> JSONValue {
        switch part {
        // The media type of a binary body says everything, so its schema isn't read.
        case ["schema": ["type": "string", "format": "binary"]]: return [:]
        // Documents of 3.0 have no constants.
        case .object(let members) where members["const"] != nil:
            var list = members
            list["enum"] = list["const"].map { [$0] }
            list["const"] = nil
            return reduced(.object(list), notes, at: tokens)
        case .object(let members):
            let places = members.map { ($0.key, $0.value, tokens + [$0.key]) }
                .filter { member in !notes.contains { $0.place == JSONPointer(member.2).text } }
            return .object(JSONValue.Object(places.map { (key: $0.0, value: reduced($0.1, notes, at: $0.2)) }))
        case .array(let elements):
            return .array(elements.enumerated().map { reduced($0.element, notes, at: tokens + ["\($0.offset)"]) })
        default: return part
        }
    }

    // MARK: - Schemas

    /// Returns the schema of 3.0 for one of 3.1, and the notes about it.
    private func downgraded(_ schema: JSONValue) throws -> (schema: JSONValue?, document: OpenAPI) {
        let document = try Hostile.$schema.withValue(schema) {
            try OpenAPI(SchemaAPI(), info: info, version: .v3_0)
        }
        return (document.content["components"]?["schemas"]?["Hostile"], document)
    }

    @Test(arguments: [
        (##"{"type":["string","null"]}"##, ##"{"type":"string","nullable":true}"##),
        (##"{"type":["null","array"]}"##, ##"{"type":"array","items":{},"nullable":true}"##),
        (##"{"type":["string","null"],"enum":["a",null]}"##, ##"{"type":"string","nullable":true,"enum":["a",null]}"##),
        (##"{"type":["string","null"],"enum":["a"]}"##, ##"{"type":"string","enum":["a"]}"##),
        (##"{"type":["integer","null"],"const":1}"##, ##"{"type":"integer","enum":[1]}"##),
        (##"{"type":"null"}"##, ##"{"enum":[null]}"##),
        (##"{"type":["null"],"enum":[1,null]}"##, ##"{"enum":[1,null],"allOf":[{"enum":[null]}]}"##),
        (##"{"type":["string","integer"]}"##, ##"{"anyOf":[{"type":"string"},{"type":"integer"}]}"##),
        (
            ##"{"type":["array","null","integer"],"items":{"type":"null"},"anyOf":[{"minimum":1}]}"##,
            ##"{"items":{"enum":[null]},"anyOf":[{"minimum":1}],"allOf":[{"anyOf":[{"type":"array","items":{"enum":[null]},"nullable":true},{"type":"integer"}]}]}"##
        ),
        (
            ##"{"type":["object","null"],"allOf":[{"minProperties":1}]}"##,
            ##"{"allOf":[{"type":"object","nullable":true},{"minProperties":1}]}"##
        ),
        (
            ##"{"anyOf":[{"$ref":"#/components/schemas/Other"},{"type":"null"}],"title":"T"}"##,
            ##"{"allOf":[{"$ref":"#/components/schemas/Other"}],"nullable":true,"title":"T"}"##
        ),
        (
            ##"{"anyOf":[{"type":"string","enum":["a"],"title":"A"},{"type":"null"}],"title":"T"}"##,
            ##"{"type":"string","enum":["a",null],"nullable":true,"title":"T"}"##
        ),
        (##"{"anyOf":[{"minimum":1},{"type":"null"}]}"##, ##"{"anyOf":[{"minimum":1}],"nullable":true}"##),
        (
            ##"{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}"##,
            ##"{"anyOf":[{"type":"string"},{"type":"integer"}],"nullable":true}"##
        ),
        (
            ##"{"anyOf":[{"type":"string"},{"type":"null"}],"minLength":1}"##,
            ##"{"anyOf":[{"type":"string"},{"enum":[null]}],"minLength":1}"##
        ),
        (##"{"anyOf":[{"const":null}]}"##, ##"{"anyOf":[{"enum":[null]}]}"##),
        (##"{"oneOf":[{"type":"null"},{"minimum":1}]}"##, ##"{"oneOf":[{"enum":[null]},{"minimum":1}]}"##),
        (##"{"const":1}"##, ##"{"enum":[1]}"##),
        (##"{"const":1,"enum":[1,2]}"##, ##"{"enum":[1,2],"allOf":[{"enum":[1]}]}"##),
        (
            ##"{"exclusiveMinimum":1,"exclusiveMaximum":2.50}"##,
            ##"{"minimum":1,"exclusiveMinimum":true,"maximum":2.50,"exclusiveMaximum":true}"##
        ),
        (
            ##"{"exclusiveMinimum":1,"minimum":0}"##,
            ##"{"minimum":0,"allOf":[{"minimum":1,"exclusiveMinimum":true}]}"##
        ),
        (##"{"examples":["a"]}"##, ##"{"example":"a"}"##),
        (##"{"examples":[null]}"##, ##"{"example":null}"##),
        (##"{"examples":[]}"##, ##"{}"##),
        (##"{"type":"string","contentEncoding":"base64"}"##, ##"{"type":"string","format":"byte"}"##),
        (
            ##"{"type":"string","contentMediaType":"application/octet-stream"}"##,
            ##"{"type":"string","format":"binary"}"##
        ),
        (
            ##"{"$ref":"#/components/schemas/Other","title":"T"}"##,
            ##"{"allOf":[{"$ref":"#/components/schemas/Other"}],"title":"T"}"##
        ),
        (
            ##"{"properties":{"const":true,"a":false,"additionalProperties":true},"required":[],"additionalProperties":false,"items":true}"##,
            ##"{"properties":{"const":{},"a":{"not":{}},"additionalProperties":{}},"additionalProperties":false,"items":{}}"##
        ),
        (
            ##"{"default":{"const":1},"enum":[{"type":["a","null"]}],"x-a":{"const":1}}"##,
            ##"{"default":{"const":1},"enum":[{"type":["a","null"]}],"x-a":{"const":1}}"##
        ),
    ]) func `a schema is converted to the form of 3.0 without a loss`(new: String, old: String) throws {
        let (schema, document) = try downgraded(json(new))
        #expect(try schema == json(old))
        #expect(document.notes == [])
        #expect(try OpenAPI(document.data).notes == [])
    }

    @Test(arguments: [
        (##"{"propertyNames":{"const":"a"}}"##, ##"{}"##, ["propertyNames"]),
        (
            ##"{"prefixItems":[true],"items":false,"type":"array"}"##, ##"{"type":"array","items":{}}"##,
            ["prefixItems", "items"]
        ),
        (
            ##"{"patternProperties":{"a":{}},"additionalProperties":false}"##, ##"{}"##,
            ["patternProperties", "additionalProperties"]
        ),
        (
            ##"{"contentEncoding":"base64","contentMediaType":"image/png"}"##, ##"{"format":"byte"}"##,
            ["contentMediaType"]
        ),
        (##"{"contentEncoding":"base32"}"##, ##"{}"##, ["contentEncoding"]),
        (##"{"format":"uuid","contentEncoding":"base64"}"##, ##"{"format":"uuid"}"##, ["contentEncoding"]),
        (
            ##"{"contentMediaType":"application/json","contentSchema":{"const":1}}"##, ##"{}"##,
            ["contentSchema", "contentMediaType"]
        ),
        (##"{"examples":[1,2]}"##, ##"{"example":1}"##, ["examples"]),
        (
            ##"{"if":{},"then":{},"else":{},"contains":{},"$comment":"","$defs":{},"dependentSchemas":{}}"##, ##"{}"##,
            ["if", "then", "else", "contains", "$comment", "$defs", "dependentSchemas"]
        ),
    ]) func `a member that 3.0 can't express is left out and reported`(new: String, old: String, names: [String]) throws
    {
        let (schema, document) = try downgraded(json(new))
        #expect(try schema == json(old))
        #expect(document.notes.map(\.place) == names.map { "/components/schemas/Hostile/\($0)" })
        #expect(try OpenAPI(document.data).notes == [])
    }

    private func json(_ text: String) throws -> JSONValue {
        try JSONValue(parsing: Data(text.utf8))
    }
}

/// A type whose schema is set by a test.
private struct Hostile: Codable, Sendable, SchemaProviding {
    @TaskLocal static var schema: JSONValue = [
        "type": ["object", "null"], "$comment": "",
        "properties": [
            "a/b": ["prefixItems": [true, false], "items": false],
            "list": ["type": "array", "items": ["if": true, "then": true]],
        ],
        "patternProperties": ["^a": ["const": 1]], "additionalProperties": false,
        "anyOf": [["contains": true, "minContains": 2], ["contentEncoding": "base32"]],
    ]
}

private struct SchemaAPI: RequestProviding {
    let baseURL = URL("https://a.example")
    let get = Endpoint<Void, Hostile>(.get, "/a")
    let other = Endpoint<Void, Other>(.get, "/b")

    struct Other: Codable, Sendable { var name: String }
}

/// An API whose documents of 3.0 have notes in all their parts.
private struct HostileAPI: RequestProviding {
    let baseURL = URL("https://a.example")
    let put = Endpoint<[Name: Hostile], [Name: Int]>(.put, "/a")

    enum Name: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable { case one, two }
}

private struct QueryAPI: RequestProviding {
    let baseURL = URL("https://a.example")
    let find = Endpoint<Void, Void>("QUERY", "/a")
}
