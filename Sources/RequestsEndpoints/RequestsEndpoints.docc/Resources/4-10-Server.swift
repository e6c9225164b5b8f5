import RequestsEndpoints

actor Tracker {
    private var issues: [Issue] = []

    func issues(of query: IssueQuery) -> [Issue] {
        Array(issues.prefix(query.perPage ?? 30))
    }

    func add(_ new: NewIssue) throws -> Issue {
        guard !new.title.isEmpty else { throw Problem(message: "An issue needs a title.") }
        let issue = Issue(number: issues.count + 1, title: new.title)
        issues.insert(issue, at: 0)
        return issue
    }

    nonisolated var routes: Routes<GitHub> {
        Routes(GitHub.live)
            .on(\.user) { login in User(login: login, publicRepos: 1) }
            .on(\.issues) { query in await self.issues(of: query) }
            .on(\.create) { new in try await self.add(new) }
    }
}
