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
}
