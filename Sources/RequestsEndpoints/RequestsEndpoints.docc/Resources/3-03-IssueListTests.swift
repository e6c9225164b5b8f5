import RequestsTesting
import Testing

@testable import Issues

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
}
