extension Wire {
    /// The input of `issue`.
    struct IssueInput: Codable, Hashable, Sendable {
        var key: String
    }
}
