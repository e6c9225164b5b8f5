import Foundation
import Requests
import RequestsEndpoints
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
        #expect(try schema(of: UInt64.self).schema["maximum"]?.decode(UInt64.self) == .max)
        #expect(try schema(of: Int32.self).schema["format"] == "int32")
        #expect(try schema(of: Bool.self).schema == ["type": "boolean"])
        #expect(try schema(of: UUID.self).schema == ["type": "string", "format": "uuid"])
        #expect(try schema(of: Date.self).schema == ["type": "string", "format": "date-time"])
        let seconds = Coding(dates: .secondsSince1970)
        #expect(try schema(of: Date.self, coding: seconds).schema["type"] == "integer")
        #expect(try schema(of: [Data].self).schema["items"]?["contentEncoding"] == "base64")
        #expect(try schema(of: [Int?].self).schema["items"]?["type"] == ["integer", "null"])
        let decimal = try schema(of: [String: Decimal].self).schema["additionalProperties"]
        #expect(decimal?["type"] == "number")
        #expect(decimal?["maximum"]?.double == 3.402823669209384e165)
        let float = try schema(of: Float.self).schema
        #expect(float["minimum"]?.double == -Double(Float.greatestFiniteMagnitude))
        #expect(float["format"] == "float")
        #expect(try schema(of: JSONValue.self).schema == [:])
    }

    @Test func `each collection of the standard library is an array`() throws {
        let numbers: JSONValue = ["type": "array", "items": ["type": "integer", "minimum": -128, "maximum": 127]]
        #expect(try schema(of: [Int8].self).schema == numbers)
        #expect(try schema(of: ContiguousArray<Int8>.self).schema == numbers)
        #expect(try schema(of: Set<Int8>.self).schema == numbers)
    }

    @Test func `a type that is encoded as another has the schema of that type`() throws {
        #expect(try schema(of: Identifier.self).schema == ["type": "string"])
        #expect(try schema(of: [Degrees].self).schema["items"] == ["type": "number", "format": "double"])
    }

    @Test func `types with the same name get two names`() throws {
        let (schema, components) = try schema(of: Outer.self)
        #expect(schema == ["$ref": "#/components/schemas/Outer"])
        #expect(components?.object?.map(\.key) == ["Outer", "Node", "Inner.Node"])
    }

    @Test func `a generic type is named with its argument`() throws {
        let (schema, components) = try schema(of: Page<Item>.self)
        #expect(schema == ["$ref": "#/components/schemas/Page-Item"])
        #expect(components?["Page-Item"]?["required"] == ["elements"])
        #expect(components?["Page-Item"]?["properties"]?["next"]?["type"] == ["string", "null"])
    }

    private func components<First: Codable & Sendable, Second: Codable & Sendable, Third: Codable & Sendable>(
        of _: First.Type, _: Second.Type, _: Third.Type
    ) throws -> JSONValue? {
        let described = try schema(of: Pair<Pair<[First], [Second]>, [Third]>.self)
        return described.components
    }

    @Test func `a type with two arguments is named with both, and equal names get numbers`() throws {
        #expect(try schema(of: Pair<Größe, Item>.self).schema == ["$ref": "#/components/schemas/Pair-Gr_F6_DFe-Item"])
        func first() -> any (Codable & Sendable).Type {
            struct Local: Codable, Sendable { var a: Int }
            return Local.self
        }
        func second() -> any (Codable & Sendable).Type {
            struct Local: Codable, Sendable { var b: Int }
            return Local.self
        }
        func third() -> any (Codable & Sendable).Type {
            struct Local: Codable, Sendable { var c: Int }
            return Local.self
        }
        let components = try components(of: first(), second(), third())
        #expect(components?["Local"]?["required"] == ["a"])
        #expect(components?["SchemaTests.Local"]?["required"] == ["b"])
        #expect(components?["SchemaTests.Local2"]?["required"] == ["c"])
    }

    @Test func `a name has code points in place of letters that a component may not contain`() throws {
        #expect(try schema(of: Größe.self).schema == ["$ref": "#/components/schemas/Gr_F6_DFe"])
        #expect(try schema(of: Page<Größe>.self).schema == ["$ref": "#/components/schemas/Page-Gr_F6_DFe"])
        #expect(try schema(of: [絵].self).schema["items"] == ["$ref": "#/components/schemas/_7D75"])
    }

    @Test func `cases are listed, whatever the size of a value`() throws {
        #expect(try schema(of: Size.self).components?["Size"] == ["type": "string", "enum": ["s", "m"]])
        #expect(try schema(of: Sold.self).components?["Unit"] == ["type": "string", "enum": ["kg", "piece"]])
        #expect(try schema(of: Sold.self).components?["Sold"]?["required"] == ["size", "unit"])
    }

    @Test func `an enum that can only be read has the schema of its raw values`() throws {
        let document = try OpenAPI(ReadAPI(), info: .init(title: "Read", version: "1"))
        let failure = document.content["components"]?["schemas"]?["Failure"]
        #expect(failure?["properties"]?["grade"] == ["type": "string"])
    }

    @Test func `a recursive type refers to itself`() throws {
        let components = try schema(of: Tree.self).components
        #expect(components?["Tree"]?["properties"]?["leaves"]?["items"] == ["$ref": "#/components/schemas/Tree"])
    }

    @Test func `a type that can't be inferred is reported by name`() {
        let error = #expect(throws: OpenAPIProblems.self) { try schema(of: Holder.self) }
        #expect(error?.problems.map(\.place) == ["Secret", "Choice"])
        #expect(error?.problems.map(\.endpoint) == ["one", "one"])
        #expect(error?.description.contains("SchemaProviding") == true)
    }

    @Test func `an example shows a type that can't be inspected`() throws {
        let document = try OpenAPI(SampledAPI(), info: .init(title: "Sampled", version: "1"))
        let schemas = document.content["components"]?["schemas"]
        #expect(schemas?["Holder"]?["properties"]?["choice"]?["anyOf"]?[0] == ["$ref": "#/components/schemas/Choice"])
        let choice = schemas?["Choice"]
        #expect(choice?["properties"]?["a"]?["properties"]?["_0"]?["type"] == "integer")
        #expect(choice?["properties"]?["a"]?["required"] == ["_0"])
        #expect(choice?["properties"]?["b"] == ["type": "object", "properties": [:]])
        #expect(choice?["required"] == nil)
        #expect(schemas?["Secret"] == ["type": "object", "properties": [:]])
    }

    @Test func `examples show which members are optional, and the types of lists and numbers`() throws {
        let document = try OpenAPI(RowAPI(), info: .init(title: "Rows", version: "1"))
        #expect(
            document.content["components"]?["schemas"]?["Row"] == [
                "type": "object",
                "properties": ["id": ["type": "number"], "tags": ["type": "array", "items": ["type": "string"]]],
                "required": ["id"],
            ])
    }

    @Test func `an enum with associated values is one case, with the types of its values`() throws {
        let schema = try #require(
            try OpenAPI(ShapeAPI(), info: .init(title: "Shapes", version: "1"))
                .content["components"]?["schemas"]?["Shape"])
        #expect(schema["minProperties"] == 1)
        #expect(schema["maxProperties"] == 1)
        let cases = schema["properties"]
        // The example is written as the integer 2.
        #expect(cases?["circle"]?["properties"]?["inner_radius"] == ["type": "number", "format": "double"])
        let box = cases?["box"]
        #expect(box?["properties"]?["_0"] == ["$ref": "#/components/schemas/Corner"])
        #expect(box?["properties"]?["name"]?["type"] == ["string", "null"])
        #expect(box?["required"] == ["_0"])
        #expect(cases?["nothing"] == ["type": "object", "properties": [:]])
    }

    @Test func `the names of a dictionary are described`() throws {
        #expect(try schema(of: [Int: Bool].self).schema["propertyNames"] == ["pattern": "^-?[0-9]+$"])
        #expect(try schema(of: [Side: Bool].self).schema["propertyNames"] == ["enum": ["left", "right"]])
        #expect(try schema(of: [String: Bool].self).schema["propertyNames"] == nil)
    }

    @Test func `a dictionary whose keys aren't names is a problem of its property`() {
        let error = #expect(throws: OpenAPIProblems.self) { try schema(of: Plain.self) }
        #expect(
            error?.description == """
                `one`: `Plain.counts` can't be described because its keys aren't strings: make \
                PlainSide conform to CodingKeyRepresentable
                """)
    }

    @Test func `an endpoint may have an example of its input or its output alone`() throws {
        let paths = try OpenAPI(ExampleAPI(), info: .init(title: "Examples", version: "1")).content["paths"]
        func examples(_ path: String) -> (input: JSONValue?, output: JSONValue?) {
            let operation = paths?[path]?["post"]
            return (
                operation?["requestBody"]?["content"]?["application/json"]?["examples"],
                operation?["responses"]?["200"]?["content"]?["application/json"]?["examples"]
            )
        }
        #expect(examples("/input").input == ["1": ["value": ["a": 1]]])
        #expect(examples("/input").output == nil)
        #expect(examples("/output").input == nil)
        #expect(examples("/output").output == ["1": ["value": ["b": 2]]])
    }

    @Test func `a wide integer may be a string if the API writes it so`() throws {
        let text = Coding(integers: .text)
        let wide = try schema(of: Int64.self, coding: text).schema["anyOf"]?[0]
        #expect(wide == ["type": "string", "pattern": "^-?[0-9]{1,19}$"])
        let optional = try schema(of: [Int64?].self, coding: text).schema["items"]?["anyOf"]?.array
        #expect(optional?.first == wide)
        #expect(optional?.last == ["type": "null"])
        #expect(try schema(of: Int.self, coding: text).schema["type"] == "integer")
    }

    @Test func `a document of 500 endpoints can be created`() throws {
        let document = try OpenAPI(LargeAPI(), info: .init(title: "Large", version: "1"))
        #expect(document.content["paths"]?.object?.count == 500)
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

private struct Pair<First: Codable & Sendable, Second: Codable & Sendable>: Codable, Sendable {
    var first: First
    var second: Second
}

private enum Grade: String, Decodable, Sendable, CaseIterable { case good, bad }

private struct ReadAPI: RequestProviding {
    struct Failure: Decodable, Sendable { var grade: Grade }

    let baseURL: URL = URL("https://h")
    let one = Endpoint<Void, Void>(.get, "/one")
}

/// A row that can't be made without a value.
private struct Row: Codable, Sendable {
    struct Refused: Error {}
    var id: Double
    var tags: [String]?
    init(id: Double, tags: [String]? = nil) { (self.id, self.tags) = (id, tags) }
    init(from decoder: any Decoder) throws { throw Refused() }
}

private struct RowAPI: RequestProviding {
    let baseURL: URL = URL("https://h")
    let row = Endpoint<Void, Row>(.get, "/row")
        .example(output: Row(id: 1, tags: ["a"])).example(output: Row(id: 2.5))
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

private enum Shape: Codable, Sendable {
    case circle(innerRadius: Double)
    case box(Corner, name: String?)
    case nothing
}

private struct Corner: Codable, Sendable { var x: Float }

private struct ShapeAPI: RequestProviding {
    let baseURL: URL = URL("https://h")
    var coding: Coding { .snakeCase }
    let shapes = Endpoint<Void, [Shape]>(.get, "/shapes")
        .example(output: [.circle(innerRadius: 2), .box(Corner(x: 1), name: nil), .nothing, .circle(innerRadius: 2.5)])
}

private enum Side: String, Codable, CaseIterable, CodingKeyRepresentable { case left, right }

private enum PlainSide: String, Codable, CaseIterable { case left, right }

private struct Plain: Codable, Sendable { var counts: [PlainSide: Int] }

private struct ExampleAPI: RequestProviding {
    let baseURL: URL = URL("https://h")
    let input = Endpoint<[String: Int], [String: Int]>(.post, "/input").example(input: ["a": 1])
    let output = Endpoint<[String: Int], [String: Int]>(.post, "/output").example(output: ["b": 2])
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
                ("thing\(number)", Endpoint<Node, [Tree]>(.post, "/things/\(number)"))
            })
    }
}
