import RequestsTesting
import Testing

@testable import Repos

extension RepositoryListTests {
    @Test func `a new search replaces a cancelled one`() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let stub = Stub(GitHubAPI.live)
            .on(.get, "/search/repositories", .once) { _ in
                arrival.finish()
                let never = AsyncStream<Void> { _ in }
                for await _ in never {}  // until the call is cancelled
                throw CancellationError()
            }
            .on(.get, "/search/repositories", .once) { _ in
                try .json(SearchResult(items: [Repository(id: 2, name: "swift-docc")]))
            }
        let list = RepositoryList(transport: stub)
        list.text = "tea"
        let first = Task { await list.load() }
        for await _ in arrivals {}  // until the first search has arrived
        list.text = "docc"
        first.cancel()
        await first.value
        #expect(list.phase == .loading)
        await list.load()
        #expect(list.repositories.map(\.name) == ["swift-docc"])
        try stub.verify()
    }
}
