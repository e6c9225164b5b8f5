import Foundation
import Requests
import RequestsEndpoints
import TestSupport

/// The API that the tests of endpoints declare.
struct TodosAPI: RequestProviding {
    var baseURL = URL("https://todos.example/v1")
    var coding = Coding.standard

    @GET("/lists/{list}/todos") var all: Endpoint<Todos, [Todo]>
    @POST("/lists/{list}/todos") var add: Endpoint<NewTodo, Todo>
    @DELETE("/lists/:list/todos/:id") var remove: Endpoint<TodoID, Void>
    let report = Endpoint<ListID, Report>("REPORT", "/lists/{list}")
    @GET("/lists/{list}/name") var name: Endpoint<Int, String>
    @PUT("/lists/{list}/todos") var replace: Endpoint<Replacement, Void>
    @GET("/ping") var ping: Endpoint<Void, Void>
    @POST("/search") var search: Endpoint<Search, [Todo]>
    @GET("/todo/{id}") var declared: Endpoint<Int, DeclaredTodo>

    let login = Endpoint<SignIn, SignInToken>(.post, "/login").body(.form).status(.created)
}

struct Todos: Codable, Hashable, Sendable {
    var list: Int
    var limit: Int?
    var incompleteOnly: Bool = false
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

struct ListID: Codable, Hashable, Sendable { var list: Int }
struct Report: Codable, Hashable, Sendable { var text: String }

struct Replacement: Codable, Hashable, Sendable {
    @PathValue var list: Int
    @QueryValue var notify: Bool?
    @CookieValue var session: String?
    @BodyValue var todos: [Todo]
}

struct Search: Codable, Hashable, Sendable {
    enum Order: String, Codable, CaseIterable { case newest, oldest }
    var order: Order
    var tags: [String]
    var since: Date?
    @HeaderValue var ids: [Int]
}

struct SignIn: Codable, Hashable, Sendable {
    var userName: String
    var password: String
}

struct SignInToken: Codable, Hashable, Sendable { var accessToken: String }

struct DeclaredTodo: Codable, Hashable, Sendable {
    @HeaderValue var etag: String?
    @ResponseStatus var status: HTTPStatus
    @BodyValue var todo: Todo?
}
