struct User: Codable {
    let login: String
    let publicRepos: Int
}

struct Issue: Codable {
    let number: Int
    let title: String
}

struct IssueQuery {
    var owner: String
    var repo: String
    var labels: [String] = []
    var perPage: Int?
}

struct NewIssue {
    var owner: String
    var repo: String
    var title: String
}
