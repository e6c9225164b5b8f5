import RequestsTesting
import Testing

@testable import Issues

@Suite struct IssueListTests {
    @Test func `the titles come from the API`() async throws {
        let stub = Stub(GitHub.live)
            .on(\.issues, .once) { _ in [Issue(number: 1, title: "The tea is cold")] }
        var list = IssueList(owner: "ada", repo: "tea", transport: stub)
        await list.load()
        #expect(list.titles == ["The tea is cold"])
        #expect(list.problem == nil)
        #expect(stub.inputs(of: \.issues).map(\.owner) == ["ada"])
        try stub.verify()
    }
}
