import RequestsTesting
import Testing

@testable import Repos

@MainActor @Suite struct RepositoryListTests {
    @Test func `the repositories come from the API`() async throws {
        let stub = Stub(GitHubAPI.live)
            .on(.get, "/orgs/swiftlang/repos", .once) { _ in try .json([Repository(id: 1, name: "swift")]) }
        let list = RepositoryList(transport: stub)
        await list.load()
        #expect(list.phase == .loaded)
        #expect(list.repositories.map(\.name) == ["swift"])
        try stub.verify()
    }
}
