import Foundation
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

    @Test func `a download is saved`() async throws {
        let stub = Stub(GitHubAPI.live)
            .on(.get, "/repos/swiftlang/swift/zipball") { _ in .data(Data("source".utf8), "application/zip") }
        let file = URL.temporaryDirectory.appending(path: "\(UUID()).zip")
        defer { try? FileManager.default.removeItem(at: file) }
        let list = RepositoryList(transport: stub)
        let download = list.download(of: Repository(id: 1, name: "swift"))
        await download.save(to: file)
        #expect(download.phase == .saved(file))
        #expect(try String(contentsOf: file, encoding: .utf8) == "source")
    }
}
