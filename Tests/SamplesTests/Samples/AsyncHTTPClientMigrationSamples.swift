import Foundation
import Requests

/// The samples of the page for code that uses AsyncHTTPClient directly.
enum AsyncHTTPClientMigration {
    static func open(_ session: some Transport, title: String, repo: String, token: String) async throws -> Issue {
        let issue = try await session.perform(
            GitHub.live.post(.json(NewIssue(title: title)), to: "/repos/ada/\(repo)/issues")
                .receiving(.json(Issue.self))
                .authenticated(with: .bearerToken(token))
                .setting(\.policy.totalTimeout, .seconds(30))
                .setting(\.policy.responseSizeLimit, 1 << 20))
        return issue
    }
}
