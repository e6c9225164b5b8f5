import RequestsTesting
import Testing

@testable import Issues

extension IssueListTests {
    @Test func `a server that is busy is asked again`() async throws {
        let clock = ImmediateClock()
        let stub = Stub(GitHub.live)
            .on(.get, "/repos/ada/tea/issues", .once) { _ in
                .status(.serviceUnavailable, header: ["Retry-After": "30"])
            }
            .on(.get, "/repos/ada/tea/issues", .once) { _ in
                try .json([Issue(number: 1, title: "The tea is cold")])
            }
        var list = IssueList(owner: "ada", repo: "tea", transport: stub.retrying(clock: clock))
        await list.load()
        #expect(list.titles == ["The tea is cold"])
        #expect(clock.sleeps.first ?? .zero >= .seconds(30))
        try stub.verify()
    }
}
