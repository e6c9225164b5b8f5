import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import TestSupport
import Testing

// Every sample from the documentation of the library from which this one grew, in the same order. Names that have
// changed since then are marked with "was"; everything else compiles unchanged.

// MARK: - Getting started

private enum ExampleAPI: RequestProviding {
    case development
    case production

    var baseURL: URL {
        switch self {
        case .development:
            return URL("https://dev.api.example.com/v1")
        case .production:
            return URL("https://api.example.com/v1")
        }
    }
}

/// An API whose base URL is that of a server on this machine.
private struct LocalAPI: RequestProviding {
    let baseURL: URL
}

// was: Result<Resource> with three states
private typealias Response<Resource> = Result<(HTTPURLResponse, Resource), TransportError>

private final class ExampleService<API: RequestProviding>: Sendable where API.Failure == Never {
    let api: API

    private let session: URLSession

    init(api: API, session: URLSession = .shared) {
        self.api = api
        self.session = session
    }
}

// MARK: - GETting a resource

private struct User: Codable, Equatable {
    let id: Int
    let name: String
    let email: String
}

extension ExampleService {
    func getUser(withId id: Int, completionHandler: @escaping @MainActor @Sendable (Response<User>) -> Void) {
        let request = api.get(.json(User.self), from: "/users/\(id)")  // was: .json(encoded: User.self)
        session.perform(request, completionHandler: completionHandler)
    }
}

// MARK: - POSTing some data, and modifying requests

extension ExampleService {
    func addUser(_ user: User, completionHandler: @escaping @MainActor @Sendable (Response<String>) -> Void) throws {
        let encoder = JSONEncoder()
        let encodedUser = try encoder.encode(user)
        let request = api.post(encodedUser, to: "/users")
            .adding(headerField: .contentType("application/json"))
            .receiving(.text)
        session.perform(request, completionHandler: completionHandler)
    }
}

// MARK: - RequestConvertible

private protocol ExampleAPIRequest: RequestConvertible {}

extension ExampleAPIRequest {
    var baseURL: URL { return URL("https://api.example.com/v1") }
}

private struct GetUserRequest: ExampleAPIRequest {
    let userId: Int

    typealias Resource = User
    var endpoint: URLPath { return "/users/\(userId)" }  // was: String
    var method: HTTPMethod { return .get }
    var responseDecoder: ResponseDecoder<User> { return .json() }
}

private struct AddUserRequest: ExampleAPIRequest {
    let user: User

    typealias Resource = String  // The response decoder is inferred for this request
    var endpoint: URLPath { return "/users" }
    var method: HTTPMethod { return .post }
    var bodyProvider: BodyProvider { return .json(user) }  // was: httpBody, a Data?
}

@Suite(.timeLimit(.minutes(1)))
struct SeedLibraryTests {
    private static let ada = User(id: 1, name: "Ada", email: "ada@example.com")
    private static let adaJSON = #"{"email":"ada@example.com","id":1,"name":"Ada"}"#

    @Test func `a provider can have a case for each environment`() throws {
        let request = ExampleAPI.production.get(.json(User.self), from: "/users/\(1)")
        #expect(try request.toURLRequest().url == URL("https://api.example.com/v1/users/1"))
        #expect(try ExampleAPI.development.head("/").resolve().urlText == "https://dev.api.example.com/v1/")
        #expect(type(of: request) == Request<ExampleAPI, User>.self)
    }

    @Test func `a service gets a user with a completion handler`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok(Self.adaJSON) }) { server in
            let service = ExampleService(api: LocalAPI(baseURL: server.baseURL))
            let (status, user) = try await withCheckedThrowingContinuation { continuation in
                service.getUser(withId: 1) { result in
                    switch result {
                    case .success((let response, let user)):
                        continuation.resume(returning: (response.statusCode, user))
                    case .failure(let error):  // was: .failed(response?, error)
                        continuation.resume(throwing: error)
                    }
                }
            }
            #expect(status == 200)
            #expect(user == Self.ada)
            #expect(server.requests.map(\.target) == ["/users/1"])
        }
    }

    @Test(arguments: [(500, 500), (0, nil)] as [(Int, Int?)])
    func `a failure has a response if the server sent one`(status: Int, expected: Int?) async throws {
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            if status > 0 { try connection.send(RawServer.response(status: status, reason: "No")) }
        }) { server in
            let service = ExampleService(api: LocalAPI(baseURL: server.baseURL))
            let response = await withCheckedContinuation { continuation in
                service.getUser(withId: 1) { continuation.resume(returning: $0) }
            }
            let error = try #require(throws: TransportError.self) { try response.get() }
            #expect(error.response?.statusCode == expected)
        }
    }

    @Test func `a service posts data and receives text`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("added", contentType: "text/plain") }) { server in
            let service = ExampleService(api: LocalAPI(baseURL: server.baseURL))
            let text = try await withCheckedThrowingContinuation { continuation in
                do {
                    try service.addUser(Self.ada) { continuation.resume(with: $0.map(\.1)) }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
            #expect(text == "added")
            let request = try #require(server.requests.first)
            #expect(request.method == "POST")
            #expect(request["Content-Type"] == ["application/json"])
            #expect(try JSONDecoder().decode(User.self, from: Data(request.bodyText.utf8)) == Self.ada)
        }
    }

    @Test func `the methods of a provider`() {
        let api = ExampleAPI.production
        let data = Data("x".utf8)
        #expect(api.get(.text, from: "/").method == .get)
        #expect(api.post(data, to: "/").method == .post)
        #expect(api.put(data, to: "/").method == .put)
        #expect(api.patch(data, to: "/").method == .patch)
        #expect(api.delete("/").method == .delete)
        #expect(api.head("/").method == .head)
        #expect(api.request(to: "/", using: HTTPMethod("PURGE")).method.rawValue == "PURGE")
    }

    @Test func `predefined decoders and a function decode`() throws {
        let response = try #require(
            HTTPURLResponse(url: URL("https://h"), statusCode: 200, httpVersion: nil, headerFields: nil)
        )
        let head = ResponseHead(response)
        let data = Data(Self.adaJSON.utf8)
        try ResponseDecoder.none.decode(head, data)
        #expect(try ResponseDecoder.data.decode(head, data) == data)
        #expect(try ResponseDecoder.text(encoding: .utf8).decode(head, data) == Self.adaJSON)
        #expect(try ResponseDecoder.json(User.self, decoder: JSONDecoder()).decode(head, data) == Self.ada)
        let own = ResponseDecoder<Int> { (response: HTTPURLResponse, data: Data) in response.statusCode + data.count }
        #expect(try own.decode(head, data) == 200 + data.count)
    }

    @Test func `a type for each request, sharing by inheritance`() throws {
        let get = try GetUserRequest(userId: 1).toURLRequest()
        #expect(get.url == URL("https://api.example.com/v1/users/1"))
        #expect(get.httpMethod == "GET")

        let add = try AddUserRequest(user: Self.ada).toURLRequest()
        #expect(add.url == URL("https://api.example.com/v1/users"))
        #expect(add.httpBody == Data(Self.adaJSON.utf8))
    }

    @Test func `functions take any request`() throws {
        func urlRequest(_ request: some RequestConvertible) throws -> URLRequest { try request.toURLRequest() }
        #expect(try urlRequest(ExampleAPI.production.delete("/users/1")).httpMethod == "DELETE")
        #expect(try urlRequest(GetUserRequest(userId: 1)).httpMethod == "GET")
    }
}
