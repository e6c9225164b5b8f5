import RequestsTesting
import Testing

@testable import Issues

extension IssueListTests {
    @Test func `the user reads the message of the API`() async {
        let stub = Stub(GitHub.live)
            .on(\.create) { _ in throw Problem(message: "Validation Failed") }
        let session = stub.authenticating(with: .bearerToken("test"), for: GitHub.live.baseURL)
        var list = IssueList(owner: "ada", repo: "tea", transport: session)
        await list.add("")
        #expect(list.titles == [])
        #expect(list.problem == "Validation Failed")
    }
}
