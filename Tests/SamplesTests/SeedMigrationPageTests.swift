import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The samples of the pages for users of other libraries, which must do what these promise.
@Suite("Samples of the pages on earlier libraries", .timeLimit(.minutes(1)))
struct SeedMigrationPageTests {
    private let example = FromRequests0.ExampleAPI(baseURL: URL("https://api.example.com/v1"))

    @Test func `a function gets the response and the text`() async {
        let server = MigrationServer { request in
            #expect(request.description == "PATCH https://api.example.com/v1/users/7")
            #expect(request.header["X-Application-Key"] == "DEAD-BEEF")
            #expect(request.header[.authorization] == "Bearer t")
            #expect(request.header[.contentType] == "application/json")
            return .text("renamed")
        }
        let shown = await withCheckedContinuation { continuation in
            FromRequests0.rename(.init(id: 7, name: "Ada"), "t", example, server) { continuation.resume(returning: $0) }
        }
        #expect(shown == "200: renamed")
    }

    @Test func `the same request can be awaited`() async throws {
        let server = MigrationServer { _ in .text("renamed") }
        #expect(try await FromRequests0.rename(example.put(to: "/users/7").receiving(.text), server) == "renamed")
    }

    @Test func `a request type puts each property in its place`() async throws {
        let server = MigrationServer { request in
            #expect(request.description == "GET https://example.org/app/123/contacts/ABC456?other_text=bar")
            #expect(request.header[.authorization] == nil)
            return .data(Data(#"{"name":"Ada"}"#.utf8), .json)
        }
        let found = try await FromPostie.find(server)
        #expect(found.body?.name == "Ada")
        #expect(found.errorBody == nil)
        #expect(found.statusCode == .ok)
    }

    @Test func `a header field is named after its property`() throws {
        let request = FromPostie.FindContact(id: 1, contactId: "2", authorization: "Bearer t")
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

    @Test func `a response from another client is decoded`() throws {
        let url = URL("https://example.org/app/1/contacts/2")
        let type = ["Content-Type": "application/json"]
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: type))
        let request = FromPostie.FindContact(id: 1, contactId: "2")
        let found = try FromPostie.decode(request, Data(#"{"name":"Ada"}"#.utf8), response)
        #expect(found.body?.name == "Ada")
    }

    private let todos = FromPapyrus.TodosAPI(baseURL: URL("https://todos.example"))

    @Test func `a group of endpoints is called, served and stubbed`() async throws {
        try todos.check()
        let loopback = Loopback(FromPapyrus.serve(todos))
        #expect(try await FromPapyrus.call(todos, loopback) == [FromPapyrus.Todo(title: "List 7")])
        #expect(try await FromPapyrus.Todos(api: todos, session: loopback).add("Tea", to: 7).title == "Tea")
        #expect(try await FromPapyrus.call(todos, FromPapyrus.stub(todos)).map(\.title) == ["Tea for 7"])
    }

    private let service = FromDecree.ExampleService(baseURL: URL("https://example.com"), token: "t")

    private func shown(by session: some Transport) async -> String {
        await withCheckedContinuation { continuation in
            FromDecree.logIn(service, session) { continuation.resume(returning: $0) }
        }
    }

    @Test func `a login needs no credentials and gets the token`() async throws {
        let server = MigrationServer { request in
            #expect(request.description == "POST https://example.com/login")
            #expect(request.header[.authorization] == nil)
            return .data(Data(#"{"token":"t2"}"#.utf8), .json)
        }
        #expect(await shown(by: server) == "t2")
        let stub = FromDecree.mocked(service)
        #expect(await shown(by: stub) == "t")
        try stub.verify()
    }

    @Test func `a refused login shows the message of the service`() async {
        let server = MigrationServer { _ in .data(Data(#"{"message":"no"}"#.utf8), .json, status: .forbidden) }
        #expect(await shown(by: server) == "no")
    }

    @Test func `an endpoint that requires credentials is not sent without them`() async {
        let anonymous = FromDecree.ExampleService(baseURL: service.baseURL)
        let stub = Stub(anonymous).on(\.status) {}
        let error = await #expect(throws: RequestError<FromDecree.ExampleService.Failure>.self) {
            try await FromDecree.others(anonymous, stub, URL(filePath: "/nowhere"))
        }
        #expect(error?.code == .credentialsMissing)
    }

    @Test func `a document is downloaded to a file`() async throws {
        let server = MigrationServer { request in
            #expect(request.header[.authorization] == "Bearer t")
            return .data(Data("page".utf8), "text/plain")
        }
        let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try await FromDecree.others(service, server, file)
        #expect(try Data(contentsOf: file) == Data("page".utf8))
    }
}

/// A transport that returns a prescribed response.
private struct MigrationServer: Transport {
    let response: @Sendable (OutgoingRequest) throws -> TransportResponse

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try response(request).fitting(request)
    }
}
