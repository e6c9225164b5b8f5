import Requests

struct IssueList {
    let owner: String
    let repo: String
    let transport: any Transport
    private(set) var titles: [String] = []
    private(set) var problem: String?

    mutating func load() async {
        do {
            let query = IssueQuery(owner: owner, repo: repo)
            titles = try await transport.perform(GitHub.live.issues(query)).map(\.title)
            problem = nil
        } catch {
            problem = error.failure?.message ?? error.localizedDescription
        }
    }
}
