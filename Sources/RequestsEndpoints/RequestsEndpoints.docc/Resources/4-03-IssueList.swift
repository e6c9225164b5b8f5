import RequestsEndpoints

struct IssueList {
    let owner: String
    let repo: String
    let transport: any Transport
    private(set) var titles: [String] = []
    private(set) var problem: String?

    mutating func load() async {
        do {
            let query = IssueQuery(owner: owner, repo: repo)
            titles = try await transport.perform(GitHub.live.request(\.issues, query)).map(\.title)
            problem = nil
        } catch {
            problem = error.failure?.message ?? error.localizedDescription
        }
    }

    mutating func add(_ title: String) async {
        do {
            let new = NewIssue(owner: owner, repo: repo, title: title)
            titles.insert(try await transport.perform(GitHub.live.request(\.create, new)).title, at: 0)
            problem = nil
        } catch {
            problem = error.failure?.message ?? error.localizedDescription
        }
    }
}
