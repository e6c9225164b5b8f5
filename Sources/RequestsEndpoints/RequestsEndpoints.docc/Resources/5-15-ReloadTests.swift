import RequestsTesting
import Testing

@testable import Repos

extension RepositoryListTests {
    @Test func `a failed reload keeps the list and shows the message of the API`() async {
        let stub = Stub(GitHubAPI.live)
            .on(.get, "/orgs/swiftlang/repos", .once) { _ in try .json([Repository(id: 1, name: "swift")]) }
            .on(.get, "/orgs/swiftlang/repos") { _ in
                try .json(Problem(message: "API rate limit exceeded"), status: .forbidden)
            }
        let list = RepositoryList(transport: stub)
        await list.load()
        await list.load()
        #expect(list.phase == .failed("API rate limit exceeded"))
        #expect(list.repositories.map(\.name) == ["swift"])
    }
}
