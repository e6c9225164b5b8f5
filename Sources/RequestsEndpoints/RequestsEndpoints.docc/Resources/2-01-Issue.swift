nonisolated struct Issue: Codable {
    let number: Int
    let title: String
}

nonisolated struct IssueQuery: Codable {
    var owner: String
    var repo: String
    var labels: [String] = []
    var perPage: Int?
}
