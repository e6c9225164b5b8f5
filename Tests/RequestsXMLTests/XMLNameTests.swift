#if XML
import Foundation
import Requests
import RequestsEndpoints
import RequestsXML
import Testing
import XMLCoder

private let secure = URL("https://l.example")
private let open = URL("http://m.example")

private struct Account: Codable, Equatable, Sendable {
    struct Link: Codable, Equatable, Sendable, DynamicNodeEncoding, DynamicNodeDecoding {
        var linkURL: URL
        var isHTTPS: Bool

        static func nodeEncoding(for key: any CodingKey) -> XMLEncoder.NodeEncoding {
            key.stringValue == CodingKeys.isHTTPS.stringValue ? .attribute : .element
        }

        static func nodeDecoding(for key: any CodingKey) -> XMLDecoder.NodeDecoding {
            switch key {
            case CodingKeys.isHTTPS: .attribute
            default: .element
            }
        }
    }

    enum Choice: Codable, Equatable, Sendable {
        case firstName(String)
        case link(Link)

        enum CodingKeys: String, XMLChoiceCodingKey { case firstName, link }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self =
                container.contains(.firstName)
                ? .firstName(try container.decode(String.self, forKey: .firstName))
                : .link(try container.decode(Link.self, forKey: .link))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .firstName(let name): try container.encode(name, forKey: .firstName)
            case .link(let link): try container.encode(link, forKey: .link)
            }
        }
    }

    var userID: Int?
    var avatarURL: URL?
    var URL: String?
    var iOS: Bool?
    var X: Double?
    var ABC: Int8?
    var Capital: Date?
    var already_snake: Decimal?
    var line_1: UUID?
    var line1: String?
    var mixed_Case: [String]?
    var _Foo: [String: Int]?
    var myJSON2XML: Data?
    var allLinks: [Link]?
    @Attribute var attributeID: String?

    static let full = Account(
        userID: 1, avatarURL: secure, URL: "u", iOS: true, X: 0.5, ABC: -3, Capital: Date(timeIntervalSince1970: 5),
        already_snake: 1.25, line_1: UUID(), line1: "one", mixed_Case: ["a", "b"], _Foo: ["userID": 1, "user_id": 2],
        myJSON2XML: Data([1, 2]),
        allLinks: [Link(linkURL: secure, isHTTPS: true), Link(linkURL: open, isHTTPS: false)],
        attributeID: Attribute(String?.some("x")))
    static let empty = Account(attributeID: Attribute(nil))
}

@Suite("Names of properties in XML") struct XMLNameTests {
    private static let codings: [Coding] = [
        .standard, .snakeCase,
        Coding(keys: .custom(encode: { "x-" + $0 }, decode: { $0 })),
        Coding(
            keys: .custom(
                encode: { $0.prefix(1).uppercased() + $0.dropFirst() },
                decode: { $0.prefix(1).lowercased() + $0.dropFirst() })),
    ]

    @Test(arguments: codings.indices) func `each property comes back`(index: Int) throws {
        let coding = Self.codings[index]
        let data = try BodyFormat.xml.data(from: Account.full, coding: coding)
        #expect(try BodyFormat.xml.value(Account.self, from: data, coding: coding) == .full)
        let empty = try BodyFormat.xml.data(from: Account.empty, coding: coding)
        #expect(try BodyFormat.xml.value(Account.self, from: empty, coding: coding) == .empty)
        let list = [Account.full, Account(userID: 2, attributeID: Attribute(nil))]
        let listData = try BodyFormat.xml(root: "list").data(from: list, coding: coding)
        #expect(try BodyFormat.xml.value([Account].self, from: listData, coding: coding) == list)
    }

    private struct Document: Decodable, Equatable { var userName: String?; var items: [Item] }
    private struct Item: Decodable, Equatable { var itemID: Int; var kind: Account.Choice? }

    @Test func `names that the style reads as a property are found`() throws {
        let xml = Data("<d><User_Name>Ada</User_Name><items><item_id>7</item_id></items></d>".utf8)
        let document = try BodyFormat.xml.value(Document.self, from: xml, coding: .snakeCase)
        #expect(document == Document(userName: "Ada", items: [Item(itemID: 7)]))
    }

    @Test func `a choice is found by the name of its case`() throws {
        let xml = Data(
            "<d><first_name>Ada</first_name><link is_https=\"true\"><link_url>https://l.example</link_url></link></d>"
                .utf8)
        let link = Account.Link(linkURL: URL("https://l.example"), isHTTPS: true)
        #expect(
            try BodyFormat.xml.value([Account.Choice].self, from: xml, coding: .snakeCase) == [
                .firstName("Ada"), .link(link),
            ])
    }

    @Test func `a strategy of the caller is used alone`() throws {
        struct Kebab: Codable, Equatable { var userName: String }
        let format = BodyFormat.xml(decoder: { $0.keyDecodingStrategy = .convertFromKebabCase })
        let xml = Data("<d><user-name>Ada</user-name></d>".utf8)
        #expect(try format.value(Kebab.self, from: xml, coding: .snakeCase) == Kebab(userName: "Ada"))
        let plain = BodyFormat.xml(decoder: { $0.keyDecodingStrategy = .useDefaultKeys })
        let verbatim = Data("<d><userName>Ada</userName></d>".utf8)
        #expect(try plain.value(Kebab.self, from: verbatim, coding: .snakeCase) == Kebab(userName: "Ada"))
    }

    @Test func `a strategy of the caller for nodes gets the types and keys of the properties`() throws {
        struct Shelf: Codable, Equatable {
            struct Book: Codable, Equatable { var bookID: Int }
            enum CodingKeys: CodingKey { case shelfID, allBooks }
            var shelfID: Int
            var allBooks: [Book]
        }
        let format = BodyFormat.xml(decoder: {
            $0.nodeDecodingStrategy = .custom { type, _ in
                { key in
                    type == Shelf.self && key is Shelf.CodingKeys && key.stringValue == "shelfID"
                        ? .attribute : .element
                }
            }
        })
        let xml = Data(#"<s shelf_id="3"><shelf_id>9</shelf_id><all_books><book_id>7</book_id></all_books></s>"#.utf8)
        let shelf = Shelf(shelfID: 3, allBooks: [Shelf.Book(bookID: 7)])
        #expect(try format.value(Shelf.self, from: xml, coding: .snakeCase) == shelf)
    }

    /// A choice that reads its case with every function of its container.
    private struct Found: Decodable {
        enum CodingKeys: String, XMLChoiceCodingKey { case oneItem, otherItem }
        enum ItemKeys: CodingKey { case itemID }

        var keys: [String]
        var isNil: Bool
        var path: Int
        var id: Int
        var refusals = 0

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            keys = container.allKeys.map(\.stringValue)
            isNil = try container.decodeNil(forKey: .oneItem)
            path = container.codingPath.count
            id = try container.nestedContainer(keyedBy: ItemKeys.self, forKey: .oneItem).decode(
                Int.self, forKey: .itemID)
            if (try? container.nestedUnkeyedContainer(forKey: .oneItem)) == nil { refusals += 1 }
            if (try? container.superDecoder()) == nil { refusals += 1 }
            if (try? container.superDecoder(forKey: .otherItem)) == nil { refusals += 1 }
        }
    }

    @Test func `a choice has the functions of XMLCoder's container`() throws {
        let xml = Data("<d><one_item><item_id>7</item_id></one_item></d>".utf8)
        let found = try BodyFormat.xml.value([Found].self, from: xml, coding: .snakeCase)
        #expect(found.map(\.keys) == [["oneItem"]] && found.map(\.isNil) == [false])
        #expect(found.map(\.refusals) == [3])
    }

    private struct Order: Codable, Sendable {
        var firstLine: Line
        var otherLines: [Line]
    }

    private struct Line: Codable, Sendable, PropertySchemaProviding {
        var count: Int
        var noteTexts: [String]

        static var propertySchemas: JSONValue.Object { ["count": ["minimum": 1], "noteTexts": ["maxItems": 2]] }
    }

    private struct Orders: RequestProviding {
        let baseURL = URL("https://orders.example")
        let coding: Coding
        let add = Endpoint<Order, String>(.post, "/orders").body(.xml)
    }

    @Test(arguments: codings.indices) func `values in a document must be in their bounds`(index: Int) async throws {
        let api = Orders(coding: Self.codings[index])
        let transport = Loopback(Routes(api).on(\.add) { _ in "added" })
        let line = Line(count: 1, noteTexts: ["a"])
        #expect(
            try await transport.perform(api.request(\.add, Order(firstLine: line, otherLines: [line, line]))) == "added"
        )
        for wrong in [Line(count: 0, noteTexts: []), Line(count: 1, noteTexts: ["a", "b", "c"])] {
            for order in [
                Order(firstLine: wrong, otherLines: [line]), Order(firstLine: line, otherLines: [line, wrong]),
            ] {
                let error = await #expect(throws: RequestError<Never>.self) {
                    try await transport.perform(api.request(\.add, order))
                }
                #expect(error?.head?.status == .badRequest)
            }
        }
    }
}
#endif
