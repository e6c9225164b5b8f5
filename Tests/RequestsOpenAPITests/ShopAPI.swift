import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI

/// An API with one endpoint for each feature of a document.
struct ShopAPI: RequestProviding {
    typealias Failure = ShopFailure

    var baseURL: URL = URL("https://shop.example/v1?key=SECRET")
    var coding: Coding { .snakeCase }

    let items = Endpoint<Search, [Item]>(.get, "/items").summary("Finds items").tags("items")
        .description("Sorted by *price*.")
        .example(input: Search(text: "tea", pageSize: 10, kinds: [.book]), output: [])
    @GET("/items/{id}") var item: Endpoint<UUID, Item>
    let add = Endpoint<NewItem, Created>(.post, "/items").status(.created).idempotent(.keyed).tags("items", "admin")
        .example("a book", input: NewItem(kind: .book, count: 2, trace: "t1"), output: .sample)
    @PUT("/items/{id}") var replace: Endpoint<Replacement, Void>
    let remove = Endpoint<ItemID, Void>(.delete, "/items/{id}").deprecated().operationID("removeItem")
        .timeout(after: .seconds(20))
    @GET("/files/{path*}") var file: Endpoint<FilePath, Data>
    @GET("/ticks") var ticks: Endpoint<Void, ElementStream<Tick>>
    @GET("/events") var events: Endpoint<Void, ElementStream<ServerSentEvent<Tick>>>
    @HEAD("/items") var head: Endpoint<Void, Void>
    @GET("/text") var text: Endpoint<Void, String>
    let upload = Endpoint<Upload, Void>(.post, "/images").body(.multipart)
    let search = Endpoint<Search, [Item]>(.post, "/search?exact=1").body(.form)
    let stock = Endpoint<StockFilter, Stock>(.get, "/stock").arrays(.commaSeparated, of: "kinds").tags("items")
        .example("counted", output: .ok([StockCount(kind: .toy, count: 3)])).example("later", output: .accepted)
}

struct ShopFailure: Codable, Error, Sendable {
    var code: Int32
    var reason: String
}

struct Search: Codable, Sendable {
    var text: String
    var pageSize: Int?
    var kinds: [Kind]
    var since: Date?
    var price: Price?

    struct Price: Codable, Sendable {
        var least: Decimal
        var most: Decimal?
    }
}

enum Kind: String, Codable, Sendable, CaseIterable { case book, toy }

struct StockFilter: Codable, Sendable {
    var kinds: [Kind]
    var places: [String]?
}

/// An output with a case for each status.
enum Stock: StatusAlternatives {
    case ok([StockCount])
    case accepted
    case created(Created)

    enum CodingKeys: String, CodingKey {
        case ok, accepted
        case created = "203"
    }
}

struct StockCount: Codable, Sendable {
    var kind: Kind
    var count: Int
}

struct ItemID: Codable, Sendable { var id: UUID }

struct FilePath: Codable, Sendable { var path: String }

struct Item: Codable, Sendable, Equatable {
    var id: UUID
    var kind: Kind
    var unitPrice: Decimal
    var madeAt: Date
    var parts: [Item]
    var notes: [String: String]?
    var image: URL?
    var color: Color?
}

struct Color: Codable, Sendable, Equatable, SchemaProviding {
    var red: Int

    static var schema: JSONValue { ["type": "string", "pattern": "^#[0-9a-f]{2}$"] }

    init(red: Int) { self.red = red }

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard text.count == 3, text.first == "#", let red = Int(text.dropFirst(), radix: 16) else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no color"))
        }
        self.red = red
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let digits = String(red, radix: 16)
        try container.encode("#" + (digits.count < 2 ? "0" : "") + digits)
    }
}

struct NewItem: Codable, Sendable {
    @HeaderValue var traceID: String?
    var kind: Kind
    var count: UInt8

    init(kind: Kind, count: UInt8, trace: String?) {
        self.kind = kind
        self.count = count
        traceID = trace
    }
}

struct Replacement: Codable, Sendable {
    var id: UUID
    @CookieValue var session: String
    @BodyValue var item: Item
}

struct Created: Codable, Sendable {
    @HeaderValue var location: URL
    @BodyValue var item: Item

    static let sample = Created(
        location: URL("https://shop.example/v1/items/1"),
        item: Item(
            id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), kind: .book, unitPrice: 1.5,
            madeAt: Date(timeIntervalSince1970: 0), parts: []))
}

struct Upload: Codable, Sendable {
    var title: String
    var image: FileValue
    var more: [FileValue]?
}

struct Tick: Codable, Sendable, StreamElement { var price: Double }
