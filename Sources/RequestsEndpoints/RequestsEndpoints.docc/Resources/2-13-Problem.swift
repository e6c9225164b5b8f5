nonisolated struct Problem: Codable {
    let message: String
}
