nonisolated struct NewIssue: Codable {
    var owner: String
    var repo: String
    var title: String
}
