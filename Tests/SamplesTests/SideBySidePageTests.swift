import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The samples of the page beside the earlier libraries, which must do what it promises.
@Suite("Samples of the page side by side", .timeLimit(.minutes(1)))
struct SideBySidePageTests {
    @Test func `a declared request is sent with all its parts`() async throws {
        let transport = SideBySideServer { request in
            #expect(request.urlText == "https://example.org/profile/my-user-id")
            #expect(request.header[.authorization] == "Bearer my-oauth-token")
            #expect(request.wireFormat(showingBody: true).hasSuffix(#"{"some_number_value":42}"#))
            return .data(Data("some_number_value=43".utf8), .form)
        }
        let response = try await SideBySide.update(transport)
        #expect(response.statusCode == .ok)
        #expect(response.body?.someNumberValue == 43)
        #expect(response.errorBody == nil)
    }

    @Test func `a declared response contains the body of a failure`() async throws {
        let failing = SideBySideServer { _ in .data(Data("message=no".utf8), .form, status: .notFound) }
        #expect(try await SideBySide.update(failing).errorBody?.message == "no")
    }

    private let todos = SideBySide.TodosAPI(baseURL: URL("http://localhost:8888"))

    @Test func `a group of endpoints is called over its routes`() async throws {
        #expect(try await SideBySide.todos(Loopback(SideBySide.serve(todos)), todos).map(\.name) == ["Do laundry"])
    }

    @Test func `a missing item of the query is a bad request`() async throws {
        let request = IncomingRequest(method: .get, target: "/todos?incompleteOnly=true")
        let response = await SideBySide.serve(todos).respond(to: request)
        #expect(response.head.status == .badRequest)
        let body = try await response.body.collect(upTo: 100)
        #expect(body == Data(#"{"message":"expected query value `limit`"}"#.utf8))
    }

    @Test func `a login gets the token in the envelope`() async throws {
        let transport = SideBySideServer { request in
            switch request.urlText.split(separator: "/").last {
            case "status": .data(Data(#"{"success":true}"#.utf8), .json)
            case "login": .data(Data(#"{"success":true,"data":{"token":"t"}}"#.utf8), .json)
            default: .data(Data("page".utf8), "text/plain")
            }
        }
        let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try await SideBySide.logIn(transport, .shared, file) == "t")
        #expect(try Data(contentsOf: file) == Data("page".utf8))
    }

    @Test func `an envelope without success is an error`() async {
        let refusing = SideBySideServer { _ in .data(Data(#"{"success":false}"#.utf8), .json) }
        let error = await #expect(throws: RequestError<SideBySide.ExampleService.Failure>.self) {
            try await SideBySide.logIn(refusing, .shared, URL(filePath: "/nowhere"))
        }
        #expect(error?.code == .validationFailed)
    }

    @Test func `a stub reports a call that never came`() async throws {
        let stub = SideBySide.mocked()
        try await stub.perform(SideBySide.ExampleService.shared.request(\.checkStatus))
        #expect(throws: StubError.self) { try stub.verify() }
    }

    @Test func `a stub throws the failure of its API`() async {
        let stub = SideBySide.mocked()
        let error = await #expect(throws: RequestError<SideBySide.ExampleService.Failure>.self) {
            try await stub.perform(SideBySide.ExampleService.shared.request(\.document, 1))
        }
        #expect(error?.failure?.message == "there is no such document")
    }

    @Test func `a chain of calls builds a POST`() async throws {
        let transport = SideBySideServer { request in
            #expect(request.description == "POST https://api.example.com/v1/users")
            return .text("thank you")
        }
        #expect(try await SideBySide.addUser(transport, SideBySide.User(id: 1, name: "Ada")) == "thank you")
    }

    @Test func `a completion handler gets the user`() async {
        let transport = SideBySideServer { _ in .data(Data(#"{"id":1,"name":"Ada"}"#.utf8), .json) }
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
