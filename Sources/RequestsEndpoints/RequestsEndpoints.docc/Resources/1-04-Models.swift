nonisolated struct User: Codable {
    let login: String
    let publicRepos: Int
}
