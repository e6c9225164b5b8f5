#if Hummingbird
import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI

/// An API with inputs in every place of a request, and outputs of every format.
struct StoreAPI: RequestProviding {
    typealias Failure = StoreFailure

    var baseURL: URL = URL("http://127.0.0.1/v1")
    var coding: Coding { .snakeCase }

    let items = Endpoint<Search, [Item]>(.get, "/items").summary("Finds items").tags("items")
        .example(input: Search(text: "tea", limit: 10, kinds: [.book]), output: [])
    let add = Endpoint<NewItem, Created>(.post, "/items").status(.created).idempotent(.keyed).tags("items")
        .example("a book", input: NewItem(kind: .book, title: "Dune", count: 2, trace: "t1"), output: .sample)
    let item = Endpoint<ItemID, Item>(.get, "/items/{id}").tags("items")
    let replace = Endpoint<Replacement, Saved>(.put, "/items/{id}").tags("items")
    let change = Endpoint<Change, Item>(.patch, "/items/{id}").tags("items")
    let remove = Endpoint<UUID, Void>(.delete, "/items/{id}").deprecated().authentication(.required)

    @GET("/files/{path*}") var file: Endpoint<FilePath, Data>
    @PUT("/files/{path*}") var write: Endpoint<FileContent, Void>
    @GET("/text") var text: Endpoint<TextInput, String>
    @POST("/text") var shout: Endpoint<String, String>
    @GET("/ticks/{count}") var ticks: Endpoint<UInt8, ElementStream<Tick>>
    @GET("/events") var events: Endpoint<Void, ElementStream<ServerSentEvent<Tick>>>
    @POST("/numbers") var numbers: Endpoint<Numbers, Numbers>
    @POST("/links") var links: Endpoint<Link, Link>
    @GET("/fields") var fields: Endpoint<Fields, Fields>
    let upload = Endpoint<Upload, Receipt>(.post, "/images").body(.multipart)
    let search = Endpoint<Search, [Item]>(.post, "/search").body(.form)
    let stock = Endpoint<StockFilter, Stock>(.get, "/stock").arrays(.commaSeparated, of: "kinds")
        .failures(.forbidden, .conflict, as: Refusal.self).example(input: StockFilter(kinds: [.book], titles: ["Dune"]))
    @HEAD("/alive") var alive: Endpoint<Void, Void>
}

/// The API's failure.
struct StoreFailure: Codable, HTTPStatusConvertible {
    var code: Int
    var reason: String

    var responseStatus: HTTPStatus { HTTPStatus(code) }

    static let missing = StoreFailure(code: 404, reason: "there is no such item")
}

enum Kind: String, Codable, Sendable, CaseIterable { case book, toy }

struct Search: Codable, Sendable {
    var text: String?
    var limit: UInt8?
    var kinds: [Kind] = []
    var since: Date?
    var price: Price?

    struct Price: Codable, Sendable {
        var least: Int
        var most: Int?
    }
}

struct Item: Codable, Sendable {
    var id: UUID
    var kind: Kind
    var title: String
    var count: Int
    var madeAt: Date
    var parts: [Part]
    var notes: [String: String]?

    struct Part: Codable, Sendable {
        var name: String
        var isSpare: Bool?
    }
}

struct NewItem: Codable, Sendable {
    @HeaderValue var traceID: String?
    var kind: Kind
    var title: String
    var count: UInt8

    init(kind: Kind, title: String, count: UInt8, trace: String?) {
        self.kind = kind
        self.title = title
        self.count = count
        traceID = trace
    }
}

struct Created: Codable, Sendable {
    @HeaderValue var location: URL
    @BodyValue var item: Item

    static let sample = Created(location: URL("http://127.0.0.1/v1/items/1"), item: .sample)
}

extension Item {
    static let sample = Item(
        id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), kind: .book, title: "Dune", count: 2,
        madeAt: Date(timeIntervalSince1970: 0), parts: [])
}

struct StockFilter: Codable, Sendable, PropertySchemaProviding {
    var kinds: [Kind]
    var titles: [String]
    var least: Int?

    static var propertySchemas: JSONValue.Object {
        ["kinds": ["minItems": 1, "maxItems": 2], "titles": ["maxItems": 3], "least": ["minimum": 0, "maximum": 5]]
    }
}

/// An output with a case for each status.
enum Stock: StatusAlternatives {
    case ok([Count])
    case accepted
    case partialContent(Count)

    struct Count: Codable, Sendable {
        var kind: Kind
        var count: Int
    }
}

struct Refusal: Codable, HTTPStatusConvertible {
    var titles: [String]

    var responseStatus: HTTPStatus { titles.count == 2 ? .conflict : .forbidden }
}

struct ItemID: Codable, Sendable { var id: UUID }

struct Replacement: Codable, Sendable {
    var id: UUID
    @CookieValue var session: String?
    @HeaderValue var ifMatch: Int?
    @BodyValue var item: Item
}

struct Change: Codable, Sendable {
    var id: UUID
    var title: String?
    var count: Int?
    var notes: [String: String]?
}

struct Saved: Codable, Sendable {
    @ResponseStatus var status: HTTPStatus
    @HeaderValue var eTag: String
    @BodyValue var item: Item
}

struct FilePath: Codable, Sendable { var path: String }

struct FileContent: Codable, Sendable {
    var path: String
    @BodyValue var content: Data
}

struct TextInput: Codable, Sendable {
    var prefix: String
    var times: Int16?
}

struct Tick: Codable, Sendable, StreamElement { var price: Double }

struct Numbers: Codable, Sendable {
    var small: Int8
    var large: UInt64
    var middle: Int?
    var double: Double
    var isTrue: Bool
    var values: [Int32]
    var byName: [String: Double]
    var day: Date
}

struct Link: Codable, Sendable {
    var link: URL
    var data: Data?
}

struct Fields: Codable, Sendable {
    @HeaderValue var level: Int
    @HeaderValue var requestID: UUID?
    @CookieValue var theme: Kind?
}

struct Upload: Codable, Sendable {
    var title: String
    var image: FileValue
    var more: [FileValue]?
}

struct Receipt: Codable, Sendable { var size: Int }
#endif
