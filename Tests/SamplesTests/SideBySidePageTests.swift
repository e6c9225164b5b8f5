import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The samples of the page beside the earlier libraries, which must do what it promises.
@Suite("Samples of the page side by side", .timeLimit(.minutes(1)))
struct SideBySidePageTests {
    @Test func `a declared request, and its declared response`() async throws {
        let transport = SideBySideServer { request in
            #expect(request.url == "https://example.org/profile/my-user-id")
            #expect(request.header[.authorization] == "Bearer my-oauth-token")
            return .data(Data("some_number_value=43".utf8), .form)
        }
        let response = try await SideBySide.update(transport)
        #expect(response.statusCode == .ok)
        #expect(response.body?.someNumberValue == 43)
        #expect(response.errorBody == nil)
        let failing = SideBySideServer { _ in .data(Data("message=no".utf8), .form, status: .notFound) }
        #expect(try await SideBySide.update(failing).errorBody?.message == "no")
    }

    @Test func `a group of endpoints`() async throws {
        let api = SideBySide.TodosAPI(baseURL: URL("http://localhost:8888"))
        let routes = SideBySide.serve(api)
        #expect(try await SideBySide.todos(Loopback(routes), api).map(\.name) == ["Do laundry"])
        let response = await routes.respond(to: IncomingRequest(method: .get, target: "/todos?incompleteOnly=true"))
        #expect(response.head.status == .badRequest)
        let body = try await response.body.collect(upTo: 100)
        #expect(body == Data(#"{"message":"expected query value `limit`"}"#.utf8))
    }

    @Test func `a web service with its failure and envelope`() async throws {
        let service = SideBySide.ExampleService.shared
        let transport = SideBySideServer { request in
            switch request.url.split(separator: "/").last {
            case "status": .data(Data(#"{"success":true}"#.utf8), .json)
            case "login": .data(Data(#"{"success":true,"data":{"token":"t"}}"#.utf8), .json)
            default: .data(Data("page".utf8), "text/plain")
            }
        }
        let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try await SideBySide.logIn(transport, service, file) == "t")
        #expect(try Data(contentsOf: file) == Data("page".utf8))
        let refusing = SideBySideServer { _ in .data(Data(#"{"success":false}"#.utf8), .json) }
        let error = await #expect(throws: RequestError<SideBySide.ExampleService.Failure>.self) {
            try await SideBySide.logIn(refusing, service, file)
        }
        #expect(error?.code == .validationFailed)
    }

    @Test func `a stub`() async throws {
        let stub = SideBySide.mocked()
        try await stub.perform(SideBySide.ExampleService.shared.request(\.checkStatus))
        #expect(throws: StubError.self) { try stub.verify() }
        let error = await #expect(throws: RequestError<SideBySide.ExampleService.Failure>.self) {
            try await stub.perform(SideBySide.ExampleService.shared.request(\.document, 1))
        }
        #expect(error?.failure?.message == "there is no such document")
    }

    @Test func `chained calls`() async throws {
        let transport = SideBySideServer { request in
            request.method == .post
                ? .text("thank you") : .data(Data(#"{"id":1,"name":"Ada"}"#.utf8), .json)
        }
        #expect(try await SideBySide.addUser(transport, SideBySide.User(id: 1, name: "Ada")) == "thank you")
        let name = await withCheckedContinuation { continuation in
            SideBySide.getUser(transport, withId: 1) { continuation.resume(returning: try? $0.get().1.name) }
        }
        #expect(name == "Ada")
    }
}

/// A transport that returns a prescribed response.
private struct SideBySideServer: Transport {
    let response: @Sendable (OutgoingRequest) throws -> TransportResponse

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try response(request).fitting(request)
    }
}
