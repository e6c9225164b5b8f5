import Foundation
import Requests
import RequestsOpenAPI
import Testing

@Suite("Schemas of types") struct SchemaTests {
    /// Returns the schema of an endpoint's output, and the components.
    private func schema<Value: Codable & Sendable>(
        of type: Value.Type, coding: Coding = .standard
    ) throws -> (schema: JSONValue, components: JSONValue?) {
        let api = OneAPI<Value>(coding: coding)
        let document = try OpenAPI(api, info: .init(title: "One", version: "1"))
        let content = document.content["paths"]?["/one"]?["get"]?["responses"]?["200"]?["content"]
        let schema = try #require(content?["application/json"]?["schema"])
        return (schema, document.content["components"]?["schemas"])
    }

    @Test func `scalars have formats and bounds`() throws {
        #expect(try schema(of: Int8.self).schema == ["type": "integer", "minimum": -128, "maximum": 127])
        #expect(try schema(of: UInt64.self).schema["maximum"]?.integer(UInt64.self) == .max)
        #expect(try schema(of: Int32.self).schema["format"] == "int32")
        #expect(try schema(of: Bool.self).schema == ["type": "boolean"])
        #expect(try schema(of: UUID.self).schema == ["type": "string", "format": "uuid"])
        #expect(try schema(of: Date.self).schema == ["type": "string", "format": "date-time"])
        let seconds = Coding(dates: .secondsSince1970)
        #expect(try schema(of: Date.self, coding: seconds).schema["type"] == "number")
        #expect(try schema(of: [Data].self).schema["items"]?["contentEncoding"] == "base64")
        #expect(try schema(of: [Int?].self).schema["items"]?["type"] == ["integer", "null"])
        #expect(try schema(of: [String: Decimal].self).schema["additionalProperties"] == ["type": "number"])
        #expect(try schema(of: JSONValue.self).schema == [:])
    }

    @Test func `a type that is written as another has its schema`() throws {
        #expect(try schema(of: Identifier.self).schema == ["type": "string"])
        #expect(try schema(of: [Degrees].self).schema["items"] == ["type": "number", "format": "double"])
    }

    @Test func `types with the same name get two names`() throws {
        let (schema, components) = try schema(of: Outer.self)
        #expect(schema == ["$ref": "#/components/schemas/Outer"])
        #expect(components?.members?.map(\.key) == ["Outer", "Node", "Inner.Node"])
    }

    @Test func `a generic type is named with its argument`() throws {
        let (schema, components) = try schema(of: Page<Item>.self)
        #expect(schema == ["$ref": "#/components/schemas/Page-Item"])
        #expect(components?["Page-Item"]?["required"] == ["elements"])
        #expect(components?["Page-Item"]?["properties"]?["next"]?["type"] == ["string", "null"])
    }

    @Test func `a name has code points instead of letters that a component can't have`() throws {
        #expect(try schema(of: Größe.self).schema == ["$ref": "#/components/schemas/Gr_F6_DFe"])
        #expect(try schema(of: Page<Größe>.self).schema == ["$ref": "#/components/schemas/Page-Gr_F6_DFe"])
        #expect(try schema(of: [絵].self).schema["items"] == ["$ref": "#/components/schemas/_7D75"])
    }

    @Test func `cases are listed, whatever the size of a value`() throws {
        #expect(try schema(of: Size.self).components?["Size"] == ["type": "string", "enum": ["s", "m"]])
        #expect(try schema(of: Sold.self).components?["Unit"] == ["type": "string", "enum": ["kg", "piece"]])
        #expect(try schema(of: Sold.self).components?["Sold"]?["required"] == ["size", "unit"])
    }

    @Test func `a recursive type refers to itself`() throws {
        let components = try schema(of: Tree.self).components
        #expect(components?["Tree"]?["properties"]?["leaves"]?["items"] == ["$ref": "#/components/schemas/Tree"])
    }

    @Test func `what can't be inferred is named`() {
        let error = #expect(throws: OpenAPIProblems.self) { try schema(of: Holder.self) }
        #expect(error?.problems.map(\.place) == ["Secret", "Choice"])
        #expect(error?.problems.map(\.endpoint) == ["one", "one"])
        #expect(error?.description.contains("SchemaProviding") == true)
    }

    @Test func `an example shows a type that can't be inspected`() throws {
        let document = try OpenAPI(SampledAPI(), info: .init(title: "Sampled", version: "1"))
        let schemas = document.content["components"]?["schemas"]
        #expect(schemas?["Holder"]?["properties"]?["choice"]?["anyOf"]?[0] == ["$ref": "#/components/schemas/Choice"])
        let number: JSONValue = [
            "type": "object", "properties": ["_0": ["type": "integer"]], "required": ["_0"],
        ]
        #expect(
            schemas?["Choice"] == [
                "type": "object", "properties": ["a": number, "b": ["type": "object", "properties": [:]]],
            ])
        #expect(schemas?["Secret"] == ["type": "object", "properties": [:]])
    }

    @Test func `a wide integer may be a string, if the API writes it so`() throws {
        let text = Coding(integers: .text)
        #expect(try schema(of: Int64.self, coding: text).schema["anyOf"]?[0]?["type"] == "string")
        #expect(try schema(of: Int.self, coding: text).schema["type"] == "integer")
    }

    @Test func `a document of 500 endpoints is made`() throws {
        let document = try OpenAPI(LargeAPI(), info: .init(title: "Large", version: "1"))
        #expect(document.content["paths"]?.members?.count == 500)
    }
}

private struct OneAPI<Value: Codable & Sendable>: RequestProviding {
    let baseURL: URL = URL("https://h")
    var coding: Coding
    @GET("/one") var one: Endpoint<Void, Value>
}

private struct Identifier: Codable, Sendable {
    var text: String
    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

private struct Degrees: RawRepresentable, Codable, Sendable { var rawValue: Double }

private struct Page<Element: Codable & Sendable>: Codable, Sendable {
    var elements: [Element]
    var next: String?
}

private struct Größe: Codable, Sendable { var höhe: Int }

private struct 絵: Codable, Sendable { var id: Int }

private enum Size: String, Codable, Sendable, CaseIterable { case s, m }

private struct Unit: RawRepresentable, Codable, Sendable, CaseIterable {
    var rawValue: String
    static let allCases = [Unit(rawValue: "kg"), Unit(rawValue: "piece")]
}

private struct Sold: Codable, Sendable {
    var size: Size
    var unit: Unit
}

private struct Tree: Codable, Sendable { var leaves: [Tree] }

private struct Node: Codable, Sendable { var a: Int }

private struct Outer: Codable, Sendable {
    var node: Node
    var other: Inner.Node

    struct Inner {
        struct Node: Codable, Sendable { var b: Int }
    }
}

private enum Choice: Codable, Sendable { case a(Int), b }

private struct Secret: Codable, Sendable {
    struct Refused: Error {}
    init() {}
    init(from decoder: any Decoder) throws { throw Refused() }
    func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: CodingKeys.self) }
    private enum CodingKeys: CodingKey {}
}

private struct Holder: Codable, Sendable {
    var secret: Secret?
    var choice: Choice?
}

private struct SampledAPI: RequestProviding {
    let baseURL: URL = URL("https://h")
    let one = Endpoint<Void, Holder>(.get, "/one")
        .example(output: Holder(secret: Secret(), choice: .a(1))).example(output: Holder(choice: .b))
}

private struct LargeAPI: RequestProviding, CustomReflectable {
    let baseURL: URL = URL("https://h")
    var customMirror: Mirror {
        Mirror(
            self,
            children: (0..<500).map { number in
                ("thing\(number)", Endpoint<Node, [Tree]>(.post, EndpointPath("/things/\(number)")))
            })
    }
}
