import RequestsTesting
import Testing

@testable import Issues

extension IssueListTests {
    @Test func `every endpoint is served`() throws {
        try Tracker().routes.check()
    }

    @Test func `the client and the server understand each other`() async {
        let server = Loopback(Tracker().routes)
        let session = server.authenticating(with: .bearerToken("test"), for: GitHub.live.baseURL)
        var list = IssueList(owner: "ada", repo: "tea", transport: session)
        await list.add("The tea is cold")
        await list.load()
        #expect(list.titles == ["The tea is cold"])
        await list.add("")
        #expect(list.problem == "An issue needs a title.")
    }
}
