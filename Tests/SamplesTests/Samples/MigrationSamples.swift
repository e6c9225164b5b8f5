import Foundation
import Requests
import RequestsEndpoints

/// The page for users of Requests 0.x.
enum FromRequests0 {
    struct ExampleAPI: RequestProviding {
        let baseURL: URL
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
}

/// The page for users of Postie.
enum FromPostie {
    struct FindContact: EndpointRequest {
        static let declaration = Endpoint<Self, FoundContact>(.get, "/contacts/{id}")
        var baseURL: URL { URL("https://example.org") }

        var id: Int  // in the path
        var text: String?  // in the query, because the method is GET
        @HeaderValue var authorization: String? = nil  // Authorization
    }

    struct FoundContact: Codable {
        @BodyValue var body: Contact?
        @ErrorBody var errorBody: Refusal?
        @ResponseStatus var statusCode: HTTPStatus
    }

    struct Contact: Codable { var name: String }
    struct Refusal: Codable { var message: String }

    static func find(_ session: some Transport) async throws -> FoundContact {
        let found = try await session.perform(FindContact(id: 123, text: "bar"))
        return found
    }
}

/// The page for users of Papyrus.
enum FromPapyrus {
    struct TodosAPI: RequestProviding {
        let baseURL: URL

        @GET("/lists/:list/todos") var all: Endpoint<Todos, [Todo]>

        struct Todos: Codable {
            var list: Int  // in the path
            var limit: Int  // in the query, because the method is GET
        }
    }

    struct Todo: Codable, Equatable { var title: String }

    static func call(_ api: TodosAPI, _ session: some Transport) async throws -> [Todo] {
        let todos = try await session.perform(api.request(\.all, .init(list: 7, limit: 50)))
        return todos
    }
}

/// The page for users of Decree.
enum FromDecree {
    struct ExampleService: RequestProviding {
        struct Failure: Codable, Error { let message: String }
        let baseURL: URL
        let login = Endpoint<Login, Token>(.post, "/login").authentication(.none)
    }

    struct Token: Codable { let token: String }

    static func logIn(_ service: ExampleService, _ session: some Transport) async throws -> String {
        let login = ExampleService.Login(username: "ada", password: "secret")
        let token = try await session.perform(service.request(\.login, login)).token
        return token
    }
}

extension FromDecree.ExampleService {
    struct Login: Codable, Equatable {
        let username: String
        let password: String
    }
}
