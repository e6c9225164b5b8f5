import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting

struct TodosAPI: RequestProviding {
    let baseURL: URL

    @GET("/lists/{list}/todos") var all: Endpoint<Todos, [Todo]>
    @POST("/lists/{list}/todos") var add: Endpoint<NewTodo, Todo>
    @DELETE("/lists/{list}/todos/{id}") var remove: Endpoint<TodoID, Void>
    let report = Endpoint<Int, String>("REPORT", "/lists/{list}")
}

struct Todos: Codable {
    var list: Int  // in the path, at {list}
    var limit: Int?  // in the query
    // always in the query: only the client knows the default
    var incompleteOnly = false
}

struct NewTodo: Codable, Equatable {
    var list: Int
    var title: String  // in the body: {"title": "Tea"}
    @HeaderValue var idempotencyKey: String? = nil  // Idempotency-Key
}

struct Todo: Codable, Equatable {
    var id: Int
    var title: String
}

struct TodoID: Codable {
    var list: Int
    var id: Int
}

struct TracedSearch: Codable {
    var q: String
    @HeaderValue var `X-Trace`: String?
    var `page size`: Int
}

struct PagedSearch: Codable {
    var text: String
    var page: Int

    enum CodingKeys: String, CodingKey { case text = "q", page }
}

struct RenameTodo: EndpointRequest {
    static let declaration = Endpoint<Self, Todo>(
        .patch, "/lists/{list}/todos/{id}")

    let baseURL: URL  // depends on the environment; it is not sent
    var list: Int
    var id: Int
    var title: String
}

struct RenamingAPI: RequestProviding {
    let baseURL: URL
    let rename = RenameTodo.declaration
}

/// An API that shows an example of an input.
struct ShownTodosAPI: RequestProviding {
    let baseURL: URL
    @GET("/lists/{list}/todos") var all: Endpoint<Todos, [Todo]>
    let add = Endpoint<NewTodo, Todo>(.post, "/lists/{list}/todos")
        .example(input: NewTodo(list: 7, title: "Tea", idempotencyKey: "k1"))
}

/// Two endpoints with the same path, as on a server that the program only calls.
struct CallsAPI: RequestProviding {
    let baseURL: URL
    @GET("/todos/{id}") var todo: Endpoint<Int, Todo>
    @GET("/todos/{id}") var text: Endpoint<Int, String>
}

struct Quote: Codable, StreamElement {
    var price: Double
}

struct ExchangeAPI: RequestProviding {
    let baseURL: URL

    @GET("/quotes/{symbol}") var quotes: Endpoint<String, ElementStream<Quote>>
}

struct Sale: Codable, Equatable {
    var item: String
}

struct SalesInput: Codable {
    @HeaderValue var lastEventID: String?  // Last-Event-ID
}

struct SalesAPI: RequestProviding {
    let baseURL: URL

    @GET("/sales")  // the data of each event is JSON
    var sales: Endpoint<SalesInput, ElementStream<ServerSentEvent<Sale>>>
}

struct AlbumUpload: Codable {
    var album: Int  // in the path
    var title: String  // a text part
    var photos: [FileValue]  // file parts
}

struct AlbumsAPI: RequestProviding {
    let baseURL: URL

    let upload = Endpoint<AlbumUpload, Int>(.post, "/albums/{album}/photos")
        .body(.multipart)
}

struct NewLoan: Codable {
    var isbn: String
    var days: Int
}

struct Loan: Codable, Equatable {
    var id: Int
}

/// Each option of an endpoint.
struct LendingAPI: RequestProviding {
    let baseURL: URL

    let lend = Endpoint<NewLoan, Loan>(.post, "/books/{isbn}/loans")
        .status(.created).authentication(.required).idempotent(.keyed)
    let others = Endpoint<NewLoan, Loan>(.post, "/others")
        .body(.form).response(.form).input(in: .query).retrying(.never)
        .adding(headerField: HeaderField("X-Version", 2))
        .setting(\.policy.totalTimeout, .seconds(45))
}

actor TodoStore {
    private var todos: [Todo] = []

    func todos(of list: Int, limit: Int?) -> [Todo] { Array(todos.prefix(limit ?? .max)) }

    func add(_ title: String, to list: Int) -> Todo {
        todos.append(Todo(id: todos.count + 1, title: title))
        return todos[todos.count - 1]
    }

    func remove(_ id: Int) { todos.removeAll { $0.id == id } }
}

struct EndpointSamples {
    let api = TodosAPI(baseURL: URL("https://todos.example"))
    let exchange = ExchangeAPI(baseURL: URL("https://exchange.example"))
    let albums = AlbumsAPI(baseURL: URL("https://albums.example"))
    let renaming = RenamingAPI(baseURL: URL("https://todos.example"))
    let store = TodoStore()

    func rename() async throws -> Todo {
        let routes = Routes(renaming)
            .on(\.rename) { input in Todo(id: input.id, title: input.title) }
        return try await rename(Loopback(routes), staging: renaming.baseURL)
    }

    private func rename(_ transport: some Transport, staging: URL) async throws -> Todo {
        let renamed = try await transport.perform(
            RenameTodo(baseURL: staging, list: 1, id: 2, title: "Tea"))
        return renamed
    }

    func explain(staging: URL) {
        print(api.explain(\.all, Todos(list: 7, limit: 50)))
        print(api.explain(\.all))
        print(RenameTodo(baseURL: staging, list: 1, id: 2, title: "Tea").explain())
    }

    func check() throws {
        try api.check()
        try RenameTodo.check()
    }

    func checkCalls() throws {
        let calls = CallsAPI(baseURL: URL("https://todos.example"))
        try calls.check(isServed: false)
    }

    func checkSome() throws -> [String] {
        let api = ShownTodosAPI(baseURL: URL("https://todos.example"))
        try api.check(\.all, \.add)
        return try api.check()
    }

    func call(_ transport: some Transport) async throws -> ([Todo], Todo) {
        let request = api.request(\.all, Todos(list: 7, limit: 50))
            .timeout(after: .seconds(5))
        let todos = try await transport.perform(request)
        let todo = try await transport.perform(
            api.request(\.add, NewTodo(list: 7, title: "Tea")))
        return (todos, todo)
    }

    func send(_ png: Data) async throws -> (OutgoingRequest, Int) {
        let photos = [
            FileValue(png, fileName: "1.png"), .text("calm", fileName: "sea.txt"),
        ]
        let request = albums.request(
            \.upload, AlbumUpload(album: 7, title: "Sea", photos: photos))
        let routes = Routes(albums).on(\.upload) { input in input.photos.count }
        let count = try await Loopback(routes).perform(request)
        return (try request.resolve(), count)
    }

    func serve() async -> (Routes<TodosAPI>, TransportResponse) {
        let store = store
        let routes = Routes(api)
            .on(\.all) { input in await store.todos(of: input.list, limit: input.limit) }
            .on(\.add) { input in
                guard !input.title.isEmpty else {
                    throw ServingError(.unprocessableContent, "a todo needs a title")
                }
                return await store.add(input.title, to: input.list)
            }
            .on(\.remove) { input in await store.remove(input.id) }
        let incoming = IncomingRequest(
            method: .get, target: "/lists/7/todos?incompleteOnly=false")
        let response = await routes.respond(to: incoming)
        return (routes, response)
    }

    func loopback(_ routes: Routes<TodosAPI>) async throws -> [Todo] {
        let transport = Loopback(routes)
        let todos = try await transport.perform(api.request(\.all, Todos(list: 7)))
        return todos
    }

    func stubbed() -> Stub<TodosAPI> {
        let stub = Stub(api)
            .on(\.all) { input in [Todo(id: 1, title: "Tea")] }
            .on(\.add, expecting: NewTodo(list: 7, title: "Tea"), .once) { input in
                Todo(id: 2, title: input.title)
            }
            .on(\.remove) { _ in throw ServingError(.conflict, "it is being made") }
            .on(.get, "/health") { _ in .status(.ok) }
        return stub
    }

    func stream(_ source: @escaping @Sendable (String) -> AsyncStream<Quote>) async throws {
        @Sendable func prices(of symbol: String) -> AsyncStream<Quote> { source(symbol) }
        let routes = Routes(exchange)
            .on(\.quotes) { symbol in ElementStream(prices(of: symbol)) }
        let quotes = try await Loopback(routes).stream(exchange.request(\.quotes, "AAPL"))
        for try await quote in quotes { print(quote.price) }
        try await patiently(Loopback(routes))
    }

    func sell(_ sale: Sale) -> Routes<SalesAPI> {
        let routes = Routes(SalesAPI(baseURL: URL("https://shop.example")))
            .on(\.sales) { input in
                guard input.lastEventID != "7" else {
                    throw ServingError(.noContent, "no more sales")
                }
                return ElementStream([ServerSentEvent(type: "sale", data: sale, id: "7")])
            }
        return routes
    }

    private func patiently(_ transport: some Transport) async throws {
        let patient = exchange.request(\.quotes, "AAPL").timeout(after: nil)
        for try await quote in try await transport.stream(patient) { print(quote.price) }
    }
}

struct Registry: RequestProviding {
    let baseURL: URL
    // "library/swift" → /v2/library/swift/tags/list
    @GET("/v2/{name*}/tags/list") var tags: Endpoint<String, Tags>
}

struct Tags: Codable, Equatable {
    var tags: [String]
}

struct Loans: RequestProviding {
    let baseURL: URL

    let lend = Endpoint<NewLoan, Loan>(.post, "/loans")
        .failures(.notFound).failures(.conflict, as: AlreadyLent.self)
    let books = Endpoint<BookFilter, [String]>(.get, "/books")
    let shred = Endpoint<NewNote, Void>(.delete, "/notes")
        .authentication(scopes: "notes:write")

    struct NewLoan: Codable { var book: Int }
    struct Loan: Codable { var id: Int }
}

struct AlreadyLent: Codable, Error {
    var dueOn: String
}

struct BookFilter: Codable {
    var title: String
    var limit: Int?
}

extension BookFilter: PropertySchemaProviding {
    static var propertySchemas: JSONValue.Object {
        [
            "title": "Words in the title",
            "limit": [
                "description": "The size of a page", "minimum": 1, "maximum": 100,
                "default": 20,
            ],
        ]
    }
}

struct NewNote: Codable {
    var text: String
}
