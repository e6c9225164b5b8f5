extension Wire {
    /// The input of `refresh`.
    struct RefreshInput: Codable, Hashable, Sendable {
        var old: String
    }
}
