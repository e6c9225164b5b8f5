import RequestsTesting
import Testing

@testable import Issues

extension IssueListTests {
    @Test func `the user reads the message of the API`() async {
        let stub = Stub(GitHub.live)
            .on(.post, "/repos/ada/tea/issues") { _ in
                try .json(Problem(message: "Validation Failed"), status: .unprocessableContent)
            }
        let session = stub.authenticating(with: .bearerToken("test"), for: GitHub.live.baseURL)
        var list = IssueList(owner: "ada", repo: "tea", transport: session)
        await list.add("")
        #expect(list.titles == [])
        #expect(list.problem == "Validation Failed")
    }
}
