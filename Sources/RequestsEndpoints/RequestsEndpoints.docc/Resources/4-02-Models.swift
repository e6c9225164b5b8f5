struct User: Codable {
    let login: String
    let publicRepos: Int
}

struct Issue: Codable {
    let number: Int
    let title: String
}

struct IssueQuery: Codable {
    var owner: String
    var repo: String
    var labels: [String] = []
    var perPage: Int?
}

struct NewIssue: Codable {
    var owner: String
    var repo: String
    var title: String
}

struct Problem: Codable {
    let message: String
}
