import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The page for users of Requests 0.x.
enum FromRequests0 {
    struct ExampleAPI: RequestProviding {
        let baseURL: URL

        func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<ExampleAPI, Void> {
            Request(api: self, endpoint: endpoint, method: method)
                .adding(headerField: "X-Application-Key", "DEAD-BEEF")
        }
    }

    struct User: Codable {
        let id: Int
        let name: String
    }

    static func rename(
        _ user: User, _ token: String, _ api: ExampleAPI, _ session: some Transport,
        show: @escaping @MainActor @Sendable (String) -> Void
    ) {
        let request = api.patch(.json(user), to: "/users/\(user.id)")
            .authenticated(with: .bearerToken(token))
            .receiving(.text)
        session.perform(request) { result in
            switch result {
            case .success((let response, let text)): show("\(response.statusCode): \(text)")
            case .failure(let error): show(error.localizedDescription)
            }
        }
    }

    static func rename(_ request: Request<ExampleAPI, String>, _ session: some Transport) async throws -> String {
        let text = try await session.perform(request)
        return text
    }
}

/// The page for users of Postie.
enum FromPostie {
    struct FindContact: EndpointRequest {
        static let declaration = Endpoint<Self, FoundContact>(
            .get, "/app/{id}/contacts/{contactId}")
        var baseURL: URL { URL("https://example.org") }

        var id: Int  // in the path
        var contactId: String
        var text: String?  // in the query, because the method is GET
        @HeaderValue var authorization: String? = nil  // Authorization

        enum CodingKeys: String, CodingKey {
            case id, contactId, text = "other_text", authorization
        }
    }

    struct FoundContact: Codable {
        @BodyValue var body: Contact?
        @ErrorBody var errorBody: Refusal?
        @ResponseStatus var statusCode: HTTPStatus
    }

    struct Contact: Codable { var name: String }
    struct Refusal: Codable { var message: String }

    static func find(_ session: some Transport) async throws -> FoundContact {
        let found = try await session.perform(
            FindContact(id: 123, contactId: "ABC456", text: "bar"))
        print(found.statusCode, found.body?.name ?? "", found.errorBody?.message ?? "")
        return found
    }

    static func decode(_ request: FindContact, _ data: Data, _ response: HTTPURLResponse) throws -> FoundContact {
        let urlRequest = try request.toURLRequest()
        let found = try request.resource(from: ResponseHead(response), data)
        print(urlRequest)
        return found
    }
}

/// The page for users of Papyrus.
enum FromPapyrus {
    struct TodosAPI: RequestProviding {
        let baseURL: URL

        @GET("/lists/:list/todos") var all: Endpoint<Todos, [Todo]>
        @POST("/lists/:list/todos") var add: Endpoint<NewTodo, Todo>

        struct Todos: Codable {
            var list: Int  // in the path
            var limit: Int  // in the query, because the method is GET
        }

        struct NewTodo: Codable {
            var list: Int
            var title: String  // in the body, because the method is POST
            @HeaderValue var idempotencyKey: String? = nil  // Idempotency-Key
        }
    }

    struct Todo: Codable, Equatable { var title: String }

    static func call(_ api: TodosAPI, _ session: some Transport) async throws -> [Todo] {
        let todos = try await session.perform(api.request(\.all, .init(list: 7, limit: 50)))
        return todos
    }

    static func serve(_ api: TodosAPI) -> Routes<TodosAPI> {
        let routes = Routes(api)  // on Hummingbird: router.mount(routes)
            .on(\.all) { input in [Todo(title: "List \(input.list)")] }
            .on(\.add) { input in Todo(title: input.title) }
        return routes
    }

    struct Todos {
        let api: TodosAPI
        let session: any Transport

        func add(_ title: String, to list: Int) async throws -> Todo {
            try await session.perform(
                api.request(\.add, .init(list: list, title: title)))
        }
    }

    static func stub(_ api: TodosAPI) -> Stub<TodosAPI> {
        let stub = Stub(api).on(\.all) { input in [Todo(title: "Tea for \(input.list)")] }
        return stub
    }
}

/// The page for users of Decree.
enum FromDecree {
    struct ExampleService: RequestProviding {
        // Errors are of the form {"message": "<reason>"}
        struct Failure: Codable, Error { let message: String }

        let baseURL: URL
        var token: String?

        func request(
            to endpoint: URLPath, using method: HTTPMethod
        ) -> Request<ExampleService, Void> {
            Request(api: self, endpoint: endpoint, method: method)
                .authenticated(with: token.map { .bearerToken($0) } ?? .none)
        }

        let login = Endpoint<Login, Token>(.post, "/login").authentication(.none)
        let status = Endpoint<Void, Void>(.get, "/status").authentication(.required)
        @GET("/documents/{id}") var document: Endpoint<Int, Data>

        struct Login: Codable, Equatable {
            let username: String
            let password: String
        }

        struct Token: Codable { let token: String }
    }

    static func logIn(
        _ service: ExampleService, _ session: some Transport, show: @escaping @MainActor @Sendable (String) -> Void
    ) {
        let login = ExampleService.Login(username: "ada", password: "secret")
        session.perform(service.request(\.login, login)) { result in
            switch result {
            case .success((_, let output)): show(output.token)
            case .failure(let error):
                show(error.failure?.message ?? error.localizedDescription)
            }
        }
    }

    static func others(_ service: ExampleService, _ session: some Transport, _ file: URL) async throws {
        try await session.perform(service.request(\.status))
        try await session.download(service.request(\.document, 42), to: file)
    }

    static func wait(_ service: ExampleService, _ session: some Transport) throws {
        try session.performAndWait(service.request(\.status))
    }

    static func mocked(_ service: ExampleService) -> Stub<ExampleService> {
        let stub = Stub(service)
            .on(\.login, expecting: .init(username: "ada", password: "secret"), .once) {
                _ in .init(token: "t")
            }
        return stub
    }
}
