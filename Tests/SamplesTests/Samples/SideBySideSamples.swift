import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The examples of the page that compares four earlier libraries with this one.
enum SideBySide {
    struct UpdateProfile: EndpointRequest {
        static let declaration =
            Endpoint<Self, UpdatedProfile>(.post, "/profile/{user_id}")
            .response(.form)
        var baseURL: URL { URL("https://example.org") }
        var coding: Coding { .snakeCase }

        var userId: String  // in the path
        var someNumberValue: Int  // in the body: {"some_number_value": 42}
        @HeaderValue var authorization: String? = nil
        @CookieValue var session: String? = nil
    }

    struct UpdatedProfile: Codable {
        struct Content: Codable { var someNumberValue: Int }
        struct ErrorContent: Codable { var message: String }

        @BodyValue var body: Content?
        @ErrorBody var errorBody: ErrorContent?
        @HeaderValue var contentType: String
        @ResponseStatus var statusCode: HTTPStatus
        @CookieValue var session: String?
    }

    static func update(_ transport: some Transport) async throws -> UpdatedProfile {
        let request = UpdateProfile(
            userId: "my-user-id", someNumberValue: 42,
            authorization: "Bearer my-oauth-token")
        let response = try await transport.perform(request)
        print(
            response.statusCode, response.body?.someNumberValue ?? 0,
            response.errorBody?.message ?? "")
        return response
    }

    struct TodosAPI: RequestProviding {
        let baseURL: URL

        @GET("/todos") var getAll: Endpoint<GetTodosRequest, [TodoDTO]>

        struct GetTodosRequest: Codable {
            var limit: Int
            var incompleteOnly: Bool
        }

        struct TodoDTO: Codable {
            var name: String
            var isComplete: Bool
        }
    }

    static func todos(_ transport: some Transport, _ todosAPI: TodosAPI) async throws -> [TodosAPI.TodoDTO] {
        let todos = try await transport.perform(
            todosAPI.request(\.getAll, .init(limit: 50, incompleteOnly: true)))
        for todo in todos { print("Got todo: \(todo.name)") }
        return todos
    }

    static func serve(_ todosAPI: TodosAPI) -> Routes<TodosAPI> {
        let routes = Routes(todosAPI).on(\.getAll) { input in
            [TodosAPI.TodoDTO(name: "Do laundry", isComplete: !input.incompleteOnly)]
        }
        return routes
    }

    struct ExampleService: RequestProviding {
        // Errors are of the form {"message": "<reason>"}
        struct Failure: Codable, Error { let message: String }

        // Responses of the form {"success": true, "data": …}
        struct BasicResponse: Codable { var success: Bool }
        var envelope: Envelope {
            Envelope(BasicResponse.self, content: "data") { response in
                if !response.success { throw Failure(message: "the service says no") }
            }
        }

        static let shared = ExampleService()
        let baseURL = URL("https://example.com")

        @GET("/status") var checkStatus: Endpoint<Void, Void>
        @POST("/login") var login: Endpoint<Login, Token>
        @GET("/documents/{id}") var document: Endpoint<Int, Data>

        struct Login: Codable, Equatable {
            let username: String
            let password: String
        }

        struct Token: Codable { let token: String }
    }

    static func logIn(_ session: some Transport, _ service: ExampleService, _ file: URL) async throws -> String {
        try await session.perform(service.request(\.checkStatus))
        let login = ExampleService.Login(username: "username", password: "secret")
        let token = try await session.perform(service.request(\.login, login)).token
        try await session.download(service.request(\.document, 42), to: file)
        return token
    }

    static func mocked() -> Stub<ExampleService> {
        let stub = Stub(ExampleService.shared)
            .on(\.checkStatus, .once) {}
            .on(\.login, expecting: .init(username: "ada", password: "key"), .once) { _ in
                .init(token: "t")
            }
            .on(\.document) { _ in
                throw ExampleService.Failure(message: "there is no such document")
            }
        return stub
    }

    enum ExampleAPI: RequestProviding {
        case development
        case production

        var baseURL: URL {
            switch self {
            case .development: URL("https://dev.api.example.com/v1")
            case .production: URL("https://api.example.com/v1")
            }
        }
    }

    struct User: Codable {
        let id: Int
        let name: String
    }

    static func getUser(
        _ session: some Transport, withId id: Int,
        completionHandler: @escaping @MainActor @Sendable (Result<(HTTPURLResponse, User), TransportError>) -> Void
    ) {
        let api = ExampleAPI.production
        let request = api.get(.json(User.self), from: "/users/\(id)")
        session.perform(request, completionHandler: completionHandler)
    }

    static func addUser(_ session: some Transport, _ user: User) async throws -> String {
        let api = ExampleAPI.production
        let message = try await session.perform(
            api.post(.json(user), to: "/users")
                .adding(headerField: .contentType("application/json"))
                .receiving(.text))
        return message
    }
}
