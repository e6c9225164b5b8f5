import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The code of the tutorial at the end of its third chapter, with the tests of its reader.
enum TutorialClient {
    struct GitHub: RequestProviding {
        typealias Failure = Problem

        static let live = GitHub(baseURL: URL("https://api.github.com"))
        private static let coding = Coding(keys: .snakeCase, arrays: .commaSeparated)

        let baseURL: URL
        var coding: Coding { Self.coding }

        func issues(_ query: IssueQuery) -> Request<GitHub, [Issue]> {
            get(.json([Issue].self), from: "/repos/\(query.owner)/\(query.repo)/issues")
                .adding(query: "labels", query.labels)
                .adding(query: "per_page", query.perPage)
        }

        func create(_ issue: NewIssue) -> Request<GitHub, Issue> {
            post(.json(["title": issue.title]), to: "/repos/\(issue.owner)/\(issue.repo)/issues")
                .receiving(.json(Issue.self))
                .authentication(.required)
        }
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

    nonisolated struct Problem: Codable {
        let message: String
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
                titles = try await transport.perform(GitHub.live.issues(query)).map(\.title)
                problem = nil
            } catch {
                problem = error.failure?.message ?? error.localizedDescription
            }
        }

        mutating func add(_ title: String) async {
            do {
                let new = NewIssue(owner: owner, repo: repo, title: title)
                titles.insert(try await transport.perform(GitHub.live.create(new)).title, at: 0)
                problem = nil
            } catch {
                problem = error.failure?.message ?? error.localizedDescription
            }
        }
    }

    @Suite struct IssueListTests {
        @Test func `the titles come from the API`() async throws {
            let stub = Stub(GitHub.live)
                .on(.get, "/repos/ada/tea/issues", .once) { _ in
                    try .json([Issue(number: 1, title: "The tea is cold")])
                }
            var list = IssueList(owner: "ada", repo: "tea", transport: stub)
            await list.load()
            #expect(list.titles == ["The tea is cold"])
            #expect(list.problem == nil)
            try stub.verify()
        }

        @Test func `the user reads the message of the API`() async {
            let stub = Stub(GitHub.live)
                .on(.post, "/repos/ada/tea/issues") { _ in
                    try .json(Problem(message: "Validation Failed"), status: .unprocessableContent)
                }
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
    }
}
