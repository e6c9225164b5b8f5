import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The code of the tutorial at its end, with the tests of its reader.
enum TutorialServer {
    struct GitHub: RequestProviding {
        typealias Failure = Problem

        static let live = GitHub(baseURL: URL("https://api.github.com"))
        private static let coding = Coding(keys: .snakeCase, arrays: .commaSeparated)

        let baseURL: URL
        var coding: Coding { Self.coding }

        @GET("/users/{login}") var user: Endpoint<String, User>
        @GET("/repos/{owner}/{repo}/issues") var issues: Endpoint<IssueQuery, [Issue]>
        let create = Endpoint<NewIssue, Issue>(.post, "/repos/{owner}/{repo}/issues").authentication(.required)
    }

    nonisolated struct User: Codable {
        let login: String
        let publicRepos: Int
    }

    nonisolated struct Issue: Codable {
        let number: Int
        let title: String
    }

    nonisolated struct IssueQuery: Codable {
        var owner: String
        var repo: String
        var labels: [String] = []
        var perPage: Int?
    }

    nonisolated struct NewIssue: Codable {
        var owner: String
        var repo: String
        var title: String
    }

    nonisolated struct Problem: Codable, HTTPStatusConvertible {
        let message: String

        var responseStatus: HTTPStatus { .unprocessableContent }
    }

    struct IssueList {
        let owner: String
        let repo: String
        let transport: any Transport
        private(set) var titles: [String] = []
        private(set) var problem: String?

        mutating func load() async {
            do {
                let query = IssueQuery(owner: owner, repo: repo)
                titles = try await transport.perform(GitHub.live.request(\.issues, query)).map(\.title)
                problem = nil
            } catch {
                problem = error.failure?.message ?? error.localizedDescription
            }
        }

        mutating func add(_ title: String) async {
            do {
                let new = NewIssue(owner: owner, repo: repo, title: title)
                titles.insert(try await transport.perform(GitHub.live.request(\.create, new)).title, at: 0)
                problem = nil
            } catch {
                problem = error.failure?.message ?? error.localizedDescription
            }
        }
    }

    actor Tracker {
        private var issues: [Issue] = []

        func issues(of query: IssueQuery) -> [Issue] {
            Array(issues.prefix(query.perPage ?? 30))
        }

        func add(_ new: NewIssue) throws -> Issue {
            guard !new.title.isEmpty else { throw Problem(message: "An issue needs a title.") }
            let issue = Issue(number: issues.count + 1, title: new.title)
            issues.insert(issue, at: 0)
            return issue
        }

        nonisolated var routes: Routes<GitHub> {
            Routes(GitHub.live)
                .authenticating(by: .bearerToken) { token in token == "test" }
                .on(\.user) { login in User(login: login, publicRepos: 1) }
                .on(\.issues) { query in await self.issues(of: query) }
                .on(\.create) { new in try await self.add(new) }
        }
    }

    @Suite struct IssueListTests {
        @Test func `the titles come from the API`() async throws {
            let stub = Stub(GitHub.live)
                .on(\.issues, .once) { _ in [Issue(number: 1, title: "The tea is cold")] }
            var list = IssueList(owner: "ada", repo: "tea", transport: stub)
            await list.load()
            #expect(list.titles == ["The tea is cold"])
            #expect(list.problem == nil)
            #expect(stub.inputs(of: \.issues).map(\.owner) == ["ada"])
            try stub.verify()
        }

        @Test func `the API is declared without a mistake`() throws {
            try GitHub.live.check()
        }

        @Test func `the user reads the message of the API`() async {
            let stub = Stub(GitHub.live)
                .on(\.create) { _ in throw Problem(message: "Validation Failed") }
            let session = stub.authenticating(with: .bearerToken("test"), for: GitHub.live.baseURL)
            var list = IssueList(owner: "ada", repo: "tea", transport: session)
            await list.add("")
            #expect(list.titles == [])
            #expect(list.problem == "Validation Failed")
        }

        @Test func `a server that is busy is asked again`() async throws {
            let clock = ImmediateClock()
            let stub = Stub(GitHub.live)
                .on(.get, "/repos/ada/tea/issues", .once) { _ in
                    .status(.serviceUnavailable, header: ["Retry-After": "30"])
                }
                .on(.get, "/repos/ada/tea/issues", .once) { _ in
                    try .json([Issue(number: 1, title: "The tea is cold")])
                }
            var list = IssueList(owner: "ada", repo: "tea", transport: stub.retrying(clock: clock))
            await list.load()
            #expect(list.titles == ["The tea is cold"])
            #expect(clock.sleeps.first ?? .zero >= .seconds(30))
            try stub.verify()
        }

        @Test func `every endpoint is served`() throws {
            try Tracker().routes.check()
        }

        @Test func `the client and the server understand each other`() async {
            let server = Loopback(Tracker().routes)
            let session = server.authenticating(with: .bearerToken("test"), for: GitHub.live.baseURL)
            var list = IssueList(owner: "ada", repo: "tea", transport: session)
            await list.add("The tea is cold")
            await list.load()
            #expect(list.titles == ["The tea is cold"])
            await list.add("")
            #expect(list.problem == "An issue needs a title.")
        }
    }
}
