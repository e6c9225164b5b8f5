import Foundation
import Observation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The models of the tutorial's screen at the end of its chapter about apps, with the tests of its reader.
enum TutorialApp {
    struct GitHubAPI: RequestProviding {
        typealias Failure = Problem

        static let live = GitHubAPI(baseURL: URL("https://api.github.com"))

        let baseURL: URL

        func repositories() -> Request<GitHubAPI, [Repository]> {
            get(.json([Repository].self), from: "/orgs/swiftlang/repos")
        }

        func search(_ text: String) -> Request<GitHubAPI, SearchResult> {
            get(.json(SearchResult.self), from: "/search/repositories")
                .adding(query: "q", "\(text) org:swiftlang")
        }

        func source(of repository: Repository) -> Request<GitHubAPI, Void> {
            get(from: "/repos/swiftlang/\(repository.name)/zipball")
        }
    }

    nonisolated struct Repository: Codable, Equatable, Identifiable {
        let id: Int
        let name: String
    }

    nonisolated struct SearchResult: Codable {
        let items: [Repository]
    }

    nonisolated struct Problem: Codable {
        let message: String
    }

    @MainActor @Observable
    final class RepositoryList {
        nonisolated enum Phase: Equatable {
            case idle
            case loading
            case loaded
            case failed(String)
        }

        var text = ""
        private(set) var phase = Phase.idle
        private(set) var repositories: [Repository] = []
        let transport: any Transport

        init(transport: any Transport) {
            self.transport = transport
        }

        func load() async {
            if repositories.isEmpty { phase = .loading }
            let text = text
            do {
                let found = try await repositories(matching: text)
                guard text == self.text else { return }
                repositories = found
                phase = .loaded
            } catch {
                guard text == self.text, error.code != .cancelled else { return }
                phase = .failed(error.failure?.message ?? error.localizedDescription)
            }
        }

        private func repositories(matching text: String) async throws(RequestError<Problem>) -> [Repository] {
            guard !text.isEmpty else { return try await transport.perform(GitHubAPI.live.repositories()) }
            return try await transport.perform(GitHubAPI.live.search(text)).items
        }

        func download(of repository: Repository) -> Download {
            Download(repository, transport: transport)
        }
    }

    @MainActor @Observable
    final class Download {
        nonisolated enum Phase: Equatable {
            case idle
            case running(Double?)
            case saved(URL)
            case failed(String)
        }

        let repository: Repository
        private(set) var phase = Phase.idle
        private let transport: any Transport

        init(_ repository: Repository, transport: any Transport) {
            self.repository = repository
            self.transport = transport
        }

        func save(to file: URL) async {
            phase = .running(nil)
            do {
                let source = GitHubAPI.live.source(of: repository)
                for try await event in transport.events(ofDownloading: source, to: file) {
                    if case .received(let progress) = event { phase = .running(progress.fractionCompleted) }
                }
                phase = .saved(file)
            } catch {
                guard error.code != .cancelled else { return }
                phase = .failed(error.failure?.message ?? error.localizedDescription)
            }
        }
    }

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
}
