import Foundation
import RequestsEndpoints

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
