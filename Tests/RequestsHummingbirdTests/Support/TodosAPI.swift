#if Hummingbird
import Foundation
import Requests
import RequestsEndpoints

/// An API with a value in every place of a message.
struct TodosAPI: RequestProviding {
    var baseURL = URL("http://127.0.0.1/v1")

    @GET("/lists/{list}/todos") var all: Endpoint<Todos, [Todo]>
    @POST("/lists/{list}/todos") var add: Endpoint<NewTodo, Todo>
    @DELETE("/lists/:list/todos/:id") var remove: Endpoint<TodoID, Void>
    let report = Endpoint<Int, String>("REPORT", "/lists/{list}")
    @GET("/lists/{list}/name") var name: Endpoint<String, String>
    @PUT("/lists/{list}/todos") var replace: Endpoint<Replacement, Void>
    @GET("/ping") var ping: Endpoint<Void, Void>
    @POST("/search") var search: Endpoint<Search, [Todo]>
    @GET("/todo/{id}") var declared: Endpoint<Int, DeclaredTodo>
    @GET("/lines/{count}") var lines: Endpoint<Int, ElementStream<String>>
    @POST("/prompt") var prompt: Endpoint<String, ElementStream<String>>

    let login = Endpoint<SignIn, SignIn>(.post, "/login").body(.form).status(.created)
}

struct Todos: Codable, Hashable, Sendable {
    var list: Int
    var limit: Int?
    var incompleteOnly = false
}

struct NewTodo: Codable, Hashable, Sendable {
    var list: Int
    var title: String
    @HeaderValue var idempotencyKey: String?

    init(list: Int, title: String, idempotencyKey: String? = nil) {
        self.list = list
        self.title = title
        self.idempotencyKey = idempotencyKey
    }
}

struct Todo: Codable, Hashable, Sendable {
    var id: Int
    var title: String
}

struct TodoID: Codable, Hashable, Sendable {
    var list: Int
    var id: Int
}

struct Replacement: Codable, Hashable, Sendable {
    @PathValue var list: Int
    @QueryValue var notify: Bool?
    @CookieValue var session: String?
    @BodyValue var todos: [Todo]
}

struct Search: Codable, Hashable, Sendable {
    enum Order: String, Codable { case newest, oldest }
    var order: Order
    var tags: [String]
    var since: Date?
    @HeaderValue var ids: [Int]
}

struct SignIn: Codable, Hashable, Sendable {
    var userName: String
    var password: String
}

struct DeclaredTodo: Codable, Hashable, Sendable {
    @HeaderValue var etag: String?
    @ResponseStatus var status: HTTPStatus
    @BodyValue var todo: Todo?
}
#endif
