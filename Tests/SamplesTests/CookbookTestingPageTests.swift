import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import Testing

/// The recipes for tests, logs and servers, which must do what their page promises.
///
/// The tests on the page itself run with the samples.
@Suite("Recipes for tests, logs and servers", .timeLimit(.minutes(1)))
struct CookbookTestingPageTests {
    private typealias Recipes = CookbookTesting

    private let todos = TodosAPI(baseURL: URL("https://todos.example"))

    /// The lines of a log, from any thread.
    private final class Lines: Sendable {
        private let lines = Guarded<[String]>([])

        var all: [String] { lines.withLock { $0 } }
        var add: @Sendable (String) -> Void { { line in self.lines.withLock { $0.append(line) } } }
    }

    @Test func `a recorded response is replayed`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recordings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = Loopback { _ in try .json(User(login: "ada", followers: 3)) }
        let request = GitHub.live.get(.json(User.self), from: "/users/ada")
        _ = try await server.recording(to: folder.appending(path: "user.har")).perform(request)
        let user = try await Recipes.Recordings().recorded("user", in: folder, from: server).perform(request)
        #expect(user.login == "ada")
    }

    @Test func `a mock in the app responds with the types of the endpoints`() async throws {
        let mock = Loopback(Recipes.routes(todos))
        #expect(
            try await mock.perform(todos.request(\.all, Todos(list: 7))) == [Todo(id: 1, title: "Tea for list 7")])
        let added = try await mock.perform(todos.request(\.add, NewTodo(list: 7, title: "Milk")))
        #expect(added == Todo(id: 2, title: "Milk"))
    }

    @Test func `the path on the page leads to the mock`() async throws {
        let page = try Document(page: "CookbookTesting.md")
        let target = "/lists/7/todos?incompleteOnly=false"
        #expect(page.blocks.contains { $0.text == "curl 'http://127.0.0.1:8080\(target)'" })
        let response = await Recipes.routes(todos).respond(to: IncomingRequest(method: .get, target: target))
        #expect(response.head.status == .ok)
    }

    @Test func `a stub times out twice`() async throws {
        let stub = Recipes.flaky(todos)
        let request = todos.request(\.all, Todos(list: 7))
        for _ in 0..<2 {
            let error = await #expect(throws: TransportError.self) { try await stub.perform(request) }
            #expect(error?.code == .timedOut)
        }
        #expect(try await stub.perform(request) == [Todo(id: 1, title: "Tea")])
    }

    @Test func `a mock can be offline`() async {
        let error = await #expect(throws: TransportError.self) {
            try await Recipes.offline(Recipes.routes(todos)).perform(todos.request(\.all, Todos(list: 7)))
        }
        #expect(error?.code == .offline)
    }

    @Test func `an error has a text for the user and one for the developer`() async throws {
        let (shown, logged) = (Lines(), Lines())
        let refusing = Loopback { _ in try .json(["message": "Issues are closed"], status: .gone) }
        let offline = Loopback { _ in throw TransportError(code: .offline, message: "no network") }
        for server in [refusing, offline] {
            await Recipes.open(NewIssue(title: "Broken"), by: server, show: shown.add, log: logged.add)
        }
        #expect(shown.all.count == 2)
        #expect(shown.all.first == "Issues are closed")
        #expect(shown.all.last?.contains("There is no connection to the internet.") == true)
        #expect(logged.all.count == 2)
        #expect(logged.all.first?.contains("POST https://api.github.com/issues returned 410 Gone") == true)
    }

    @Test func `the curl command equals the one on the page`() throws {
        let page = try Document(page: "CookbookTesting.md")
        let command = try Recipes.command(NewIssue(title: "Broken"), token: "s3cret")
        #expect(page.blocks.contains { $0.text.replacing("\n", with: " ") == command }, "\(command)")
    }

    @Test func `only failed calls are logged as curl commands`() async throws {
        let lines = Lines()
        let server = Loopback { request in request.target == "/a" ? .text("ok") : .status(.notFound) }
        let logged = Recipes.failing(server, lines.add)
        try await logged.perform(GitHub.live.get(from: "/a"))
        #expect(lines.all == [])
        _ = try? await logged.perform(GitHub.live.get(from: "/b"))
        #expect(lines.all == ["curl --globoff 'https://api.github.com/b'"])
    }

    @Test func `a log hides tokens and the values that a request marks`() async throws {
        let lines = Lines()
        let logged = Recipes.logged(Loopback { _ in .text("ok") }, lines.add)
        try await logged.perform(Recipes.secret("4111").authenticated(with: .bearerToken("s3cret")))
        #expect(lines.all.count == 2)
        #expect(lines.all.allSatisfy { $0.contains("/cards?number=<redacted>") })
        #expect(!lines.all.joined().contains("s3cret"))
    }

    @Test func `calls of a task share an identifier, and other calls have new ones`() async throws {
        let ids = Guarded<[String?]>([])
        let server = Loopback { request in
            ids.withLock { $0.append(request.header["X-Request-ID"]) }
            if request.target == "/user" { return try .json(User(login: "ada", followers: 3)) }
            return try .json([Issue(number: 1, title: "Broken")])
        }
        let (user, issues) = try await Recipes.correlating(server, "call 1")
        #expect(user.login == "ada")
        #expect(issues.map(\.number) == [1])
        for _ in 0..<2 { try await server.correlated().perform(GitHub.live.get(from: "/user")) }
        let seen = ids.withLock { $0.compactMap { $0 } }
        #expect(seen.count == 4)
        #expect(seen[..<2] == ["call 1", "call 1"])
        #expect(Set(seen).count == 3)
    }
}
