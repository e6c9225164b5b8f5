import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The samples of the pages for users of other libraries, which must do what the pages promise.
@Suite("Samples of the pages on earlier libraries", .timeLimit(.minutes(1)))
struct SeedMigrationPageTests {
    private let example = FromRequests0.ExampleAPI(baseURL: URL("https://api.example.com/v1"))

    @Test func `a function gets the response and the text`() async {
        let server = MigrationServer { request in
            #expect(request.description == "PATCH https://api.example.com/v1/users/7")
            #expect(request.header[.authorization] == "Bearer t")
            #expect(request.header[.contentType] == "application/json")
            return .text("renamed")
        }
        let shown = await withCheckedContinuation { continuation in
            FromRequests0.rename(.init(id: 7, name: "Ada"), "t", example, server) { continuation.resume(returning: $0) }
        }
        #expect(shown == "200: renamed")
    }

    @Test func `a request type puts each property in its place`() async throws {
        let server = MigrationServer { request in
            #expect(request.description == "GET https://example.org/contacts/123?text=bar")
            #expect(request.header[.authorization] == nil)
            return .data(Data(#"{"name":"Ada"}"#.utf8), .json)
        }
        let found = try await FromPostie.find(server)
        #expect(found.body?.name == "Ada")
        #expect(found.errorBody == nil)
        #expect(found.statusCode == .ok)
    }

    @Test func `a header field is named after its property`() throws {
        let request = FromPostie.FindContact(id: 1, authorization: "Bearer t")
        #expect(try request.resolve().header[.authorization] == "Bearer t")
        try FromPostie.FindContact.check()
    }

    @Test func `the body of a failure is a property`() async throws {
        let server = MigrationServer { _ in
            .data(Data(#"{"message":"no such contact"}"#.utf8), .json, status: .notFound)
        }
        let found = try await FromPostie.find(server)
        #expect(found.body == nil)
        #expect(found.errorBody?.message == "no such contact")
    }

    private let todos = FromPapyrus.TodosAPI(baseURL: URL("https://todos.example"))

    @Test func `a group of endpoints is called, served and stubbed`() async throws {
        try todos.check()
        let loopback = Loopback(Routes(todos).on(\.all) { input in [FromPapyrus.Todo(title: "List \(input.list)")] })
        #expect(try await FromPapyrus.call(todos, loopback) == [FromPapyrus.Todo(title: "List 7")])
        let stub = Stub(todos).on(\.all) { input in [FromPapyrus.Todo(title: "Tea for \(input.list)")] }
        #expect(try await FromPapyrus.call(todos, stub).map(\.title) == ["Tea for 7"])
    }

    private let service = FromDecree.ExampleService(baseURL: URL("https://example.com"))

    @Test func `a login returns the token of the service`() async throws {
        let server = MigrationServer { request in
            #expect(request.description == "POST https://example.com/login")
            return .data(Data(#"{"token":"t2"}"#.utf8), .json)
        }
        #expect(try await FromDecree.logIn(service, server) == "t2")
    }

    @Test func `a stub expects the input of a login`() async throws {
        let login = FromDecree.ExampleService.Login(username: "ada", password: "secret")
        let stub = Stub(service).on(\.login, expecting: login, .once) { _ in .init(token: "t") }
        #expect(try await FromDecree.logIn(service, stub) == "t")
        try stub.verify()
    }

    @Test func `a refused login throws the failure of the service`() async {
        let server = MigrationServer { _ in .data(Data(#"{"message":"no"}"#.utf8), .json, status: .forbidden) }
        let error = await #expect(throws: RequestError<FromDecree.ExampleService.Failure>.self) {
            try await FromDecree.logIn(service, server)
        }
        #expect(error?.failure?.message == "no")
    }
}

/// A transport that returns a prescribed response.
private struct MigrationServer: Transport {
    let response: @Sendable (OutgoingRequest) throws -> TransportResponse

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try response(request).fitting(request)
    }
}
