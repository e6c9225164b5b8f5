import Foundation
import RequestsTesting
import Testing

@testable import Repos

extension RepositoryListTests {
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
