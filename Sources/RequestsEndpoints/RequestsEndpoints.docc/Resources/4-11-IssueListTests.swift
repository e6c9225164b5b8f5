import RequestsTesting
import Testing

@testable import Issues

@Suite struct IssueListTests {
    @Test func `the API is declared without a mistake`() throws {
        try GitHub.live.check()
    }

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

    @Test func `the user reads the message of the API`() async {
        let stub = Stub(GitHub.live)
            .on(\.create) { _ in throw Problem(message: "Validation Failed") }
        let session = stub.authenticating(with: .bearerToken("test"), for: GitHub.live.baseURL)
        var list = IssueList(owner: "ada", repo: "tea", transport: session)
        await list.add("")
        #expect(list.titles == [])
        #expect(list.problem == "Validation Failed")
    }

    @Test func `a server that is busy is asked again`() async throws {
        let clock = ImmediateClock()
        let stub = Stub(GitHub.live)
            .on(\.issues, .once) { _ in
                throw ServingError(.serviceUnavailable, "busy", header: ["Retry-After": "30"])
            }
            .on(\.issues, .once) { _ in [Issue(number: 1, title: "The tea is cold")] }
        var list = IssueList(owner: "ada", repo: "tea", transport: stub.retrying(clock: clock))
        await list.load()
        #expect(list.titles == ["The tea is cold"])
        #expect(clock.sleeps.first ?? .zero >= .seconds(30))
        try stub.verify()
    }

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
