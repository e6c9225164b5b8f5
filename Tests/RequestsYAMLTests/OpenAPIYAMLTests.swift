#if YAML
import Foundation
import Requests
import RequestsOpenAPI
import RequestsYAML
import Testing

@Suite("Documents in YAML") struct OpenAPIYAMLTests {
    private func read(_ text: String) throws -> OpenAPI { try OpenAPI(yaml: Data(text.utf8)) }

    private func problems(_ text: String) -> [String] {
        do {
            _ = try read(text)
            return []
        } catch {
            return (error as? OpenAPIProblems)?.problems.map(\.description) ?? ["\(error)"]
        }
    }

    @Test(arguments: [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian])
    func `a byte order mark isn't part of the document`(_ encoding: String.Encoding) throws {
        let text = "\u{FEFF}openapi: 3.1.0\ninfo: { title: Tödos, version: \"1\" }\npaths: {}\n"
        let document = try OpenAPI(yaml: #require(text.data(using: encoding)))
        #expect(document.content["info"]?["title"] == "Tödos")
    }

    @Test func `a document is read in its order`() throws {
        let document = try read(
            """
            openapi: 3.0.3
            info: { title: Todos, version: "1.0" }
            paths:
              /todos:
                get:
                  parameters:
                    - { name: limit, in: query, schema: { type: integer, minimum: 0, exclusiveMinimum: true } }
                  responses:
                    200:
                      description: Fine
                      content:
                        application/json:
                          schema: { $ref: '#/components/schemas/Todo' }
            components:
              schemas:
                Todo:
                  type: object
                  properties:
                    country: { type: string, enum: [no, se, "on"], example: 2001-12-14 }
                    note: { type: string, nullable: true }
            """)
        #expect(document.content.map(\.key) == ["openapi", "info", "paths", "components"])
        #expect(document.content["info"]?["version"] == "1.0")
        let get = document.content["paths"]?["/todos"]?["get"]
        #expect(get?["responses"]?["200"]?["description"] == "Fine")
        #expect(get?["parameters"]?[0]?["schema"] == ["type": "integer", "exclusiveMinimum": 0])
        let properties = document.content["components"]?["schemas"]?["Todo"]?["properties"]
        #expect(properties?["country"]?["enum"] == ["no", "se", "on"])
        #expect(properties?["country"]?["examples"] == ["2001-12-14"])
        #expect(properties?["note"]?["type"] == ["string", "null"])
        #expect(try OpenAPI(document.data) == document)
    }

    @Test(
        arguments: [
            ("1", 1), ("-0", 0), ("+12", 12), ("007", 7), ("0x1F", 31), ("0o17", 15), ("1.50", 1.5), (".5", 0.5),
            ("1e3", 1_000),
            ("~", .null), ("", .null), ("null", .null), ("true", true), ("FALSE", false), ("yes", "yes"),
            ("12:30:45", "12:30:45"),
            ("1.2.3", "1.2.3"), (".inf", ".inf"), ("'1'", "1"), ("!!str 1", "1"), ("-", [.null]),
            ("170141183460469231731687303715884105727", JSONValue(Int128.max)),
        ] as [(String, JSONValue)]) func `scalars follow the core schema`(text: String, value: JSONValue) throws
    {
        let document = try read("openapi: 3.1.0\ninfo: {}\npaths: {}\nx-a:\n  \(text)")
        #expect(document.content["x-a"] == value)
    }

    @Test func `aliases and merge keys are replaced`() throws {
        let document = try read(
            """
            openapi: 3.1.0
            info: {}
            paths: {}
            x-a: &a { b: 1, c: 2 }
            x-d: { <<: *a, c: 3 }
            x-e: *a
            """)
        #expect(document.content["x-d"] == ["b": 1, "c": 3])
        #expect(document.content["x-e"] == ["b": 1, "c": 2])
    }

    @Test(arguments: [
        ("", "the data can't be read as YAML: the document is empty"),
        ("a: [", "the data can't be read as YAML: did not find expected node content, at line 2, column 1"),
        ("a: 1\na: 2", "the data can't be read as YAML: the key \"a\" occurs twice, near line 1"),
        ("a: *b", "the data can't be read as YAML: found undefined alias, at line 1, column 4"),
        ("[1]: 2", "the data can't be read as YAML: a key is a sequence or a mapping instead of a scalar, at line 1"),
        ("- 1", "an OpenAPI document must be a JSON object"),
        ("swagger: '2.0'", "`/swagger` is 2.0, but only OpenAPI 3 is supported: convert the document first"),
        ("openapi: 3.1.0\ninfo: {}\npaths: []", "`/paths` must be an object, but is a list"),
    ]) func `a mistake is an error`(text: String, problem: String) {
        #expect(problems(text) == [problem])
    }

    @Test func `input from outside never traps`() {
        #expect(throws: OpenAPIProblems.self) { try OpenAPI(yaml: Data([0x61, 0xFF])) }
        #expect(problems("openapi: 3.1.0\nx-a: " + String(repeating: "[", count: 10_000)).count == 1)
        #expect(problems(String(repeating: "- ", count: 10_000)).count == 1)
        // Each alias contains the previous one ten times.
        let bomb = (1...9).map {
            "x-\($0): &a\($0) [" + Array(repeating: "*a\($0 - 1)", count: 10).joined(separator: ",") + "]"
        }
        let text = "openapi: 3.1.0\ninfo: {}\npaths: {}\nx-0: &a0 1\n" + bomb.joined(separator: "\n")
        #expect(
            problems(text)
                == ["the data can't be read as YAML: the document is too large after the aliases are replaced"])
    }
}
#endif
