import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private let ada = #"{"login":"ada","followers":3}"#

/// The samples of the README, which must do what it promises.
@Suite("Samples of the README", .timeLimit(.minutes(1)))
struct ReadmeTests {
    @Test func `the first sample gets a user`() async throws {
        let user = try await FirstSample.user("ada", by: Canned(text: ada))
        #expect(user.login == "ada")
        #expect(user.followers == 3)
    }

    @Test func `a path escapes its values`() throws {
        let link = try #require(URL(string: "https://api.github.com/user/1/repos?page=2"))
        let texts = try ReadmeRequests.paths(login: "a/b", text: "c++", path: "src/a b.c", linkURL: link)
        #expect(
            texts == [
                "GET https://api.github.com/users/a%2Fb", "GET https://api.github.com/search/users?q=c%2B%2B",
                "GET https://api.github.com/files/src/a%20b.c", "GET https://api.github.com/user/1/repos?page=2",
            ]
        )
    }

    @Test func `a query contains its items in order`() throws {
        let message = try ReadmeRequests.queries().resolve()
        let query = "page=2&state=open&labels=bug&labels=urgent&sort_by=created&debug"
        #expect(message.description == "GET https://api.github.com/issues?\(query)")
    }

    @Test func `a header contains the fields of the API and of the request`() throws {
        let message = try ReadmeRequests.queries().resolve()
        #expect(message.header["X-GitHub-Api-Version"] == "2022-11-28")
        #expect(message.header["Accept-Language"] == "de, en;q=0.8")
        #expect(message.header["X-Request-ID"]?.count == 36)
    }

    @Test func `one declaration calls, serves and stubs`() async throws {
        let api = ReadmeEndpoints.TodosAPI(baseURL: URL("https://todos.example"))
        let store = TodoStore()
        _ = await store.add("Tea", to: 7)
        let (todos, loopback, stub) = try await ReadmeEndpoints.tour(api, store)
        #expect(todos == [Todo(id: 1, title: "Tea")])
        let new = ReadmeEndpoints.NewTodo(list: 7, title: "Milk", idempotencyKey: "1")
        #expect(try await loopback.perform(api.request(\.add, new)).title == "Milk")
        #expect(try await stub.perform(api.request(\.add, new)) == Todo(id: 1, title: "Milk"))
        try stub.verify()
    }

    private var requests: [any RequestConvertible] {
        ReadmeRequests.bodies(owner: "a", repo: "b", photo: URL(filePath: #filePath), text: "x", token: "s3cret")
    }

    @Test func `bodies and decoders name their media types`() throws {
        #expect(
            try requests.map { try text(of: $0) } == [
                "POST /repos/a/b/issues application/json -", "PATCH /repos/a/b application/json -",
                "POST /avatar multipart/form-data -", "POST /repos/a/b/issues application/json application/json",
                "GET /assignee - application/json",
                "GET /search/users?q=x - application/json", "GET /assignee - application/json",
            ]
        )
    }

    @Test func `no request shows its token`() {
        #expect(!requests.contains { String(reflecting: $0).contains("s3cret") })
    }

    // An existential has to be opened first.
    private func text(of request: some RequestConvertible) throws -> String {
        let message = try request.resolve()
        let target = message.url.dropFirst("https://api.github.com".count)
        let type = message.header["Content-Type"]?.prefix { $0 != ";" }
        return "\(message.method) \(target) \(type ?? "-") \(message.header["Accept"] ?? "-")"
    }

    @Test func `an error has the description on the page`() async throws {
        let missing = FixedResponse(status: 404, text: #"{"message":"Not Found"}"#)
        let error = await #expect(throws: RequestError<Problem>.self) {
            try await missing.perform(GitHub.live.get(.json(User.self), from: "/users/nobody"))
        }
        let description = try #require(error?.description)
        #expect(try Document.readme().blocks.contains { $0.text == description }, "\(description)")
    }

    @Test func `a timeout has the text for users on the page`() throws {
        let late = TransportError(code: .timedOut, message: "").localizedDescription
        #expect(try Document.readme().text.contains("*\(late)*"))
    }

    @Test @MainActor func `a screen shows the user`() async {
        let summary = await Screen(session: Canned(text: ada)).summary(of: "ada")
        #expect(summary == "ada has 3 followers.")
    }

    @Test @MainActor func `a screen logs the error whose text it shows`() async {
        let screen = Screen(session: Canned(text: "{}"))
        let text = await screen.summary(of: "ada")
        #expect(text == TransportError(code: .decodingFailed, message: "").localizedDescription)
        #expect(screen.journal.first?.hasPrefix("decodingFailed: ") == true)
    }

    @Test @MainActor func `a closure with a typed error shows the user`() async {
        let texts = await withCheckedContinuation { continuation in
            let request = GitHub.live.get(.json(User.self), from: "/users/ada")
            Screen(session: Canned(text: ada)).start(request) { continuation.resume(returning: $0) }
        }
        #expect(texts == "ada")
    }

    @Test @MainActor func `a callback gets the response`() async throws {
        let request = GitHub.live.issue(1, in: "engine")
        let text = try await withCheckedThrowingContinuation { continuation in
            do {
                let screen = Screen(session: Canned(text: #"{"number":1,"title":"Broken"}"#))
                _ = try screen.inspect(request) { continuation.resume(returning: $0) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
        #expect(text == "200: Broken")
    }

    @Test func `the words of an API build a request`() throws {
        let request = GitHub.live.issue(7, in: "engine").page(2)
        #expect(
            request.description == "GET https://api.github.com/repos/ada/engine/issues/7?page=2&per_page=100"
        )
    }

    @Test func `a type per request decodes its resource`() async throws {
        let user = try await Canned(text: ada).perform(GetUser(id: 1))
        #expect(user.login == "ada")
    }

    @Test func `a custom decoder reads a table`() async throws {
        let csv = try await Canned(text: "a,b\nc").perform(GitHub.live.get(.csv, from: "/table"))
        #expect(csv == [["a", "b"], ["c"]])
    }

    @Test func `a custom body has its media type`() throws {
        #expect(try GitHub.live.post(.csv("a,b"), to: "/table").resolve().header["Content-Type"] == "text/csv")
    }
}

/// A transport with one response of any status, as JSON unless its header says otherwise.
struct FixedResponse: Transport {
    var status: HTTPStatus = 200
    var header: HeaderFields = [.contentType(.json)]
    var text = ""

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let head = ResponseHead(status: status, header: header, url: request.url)
        return TransportResponse(head: head, body: MessageBody(Data(text.utf8)))
    }
}
