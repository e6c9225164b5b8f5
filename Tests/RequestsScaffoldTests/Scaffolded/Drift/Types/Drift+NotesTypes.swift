extension Drift {
    struct Note: Codable, Hashable, Sendable {
        var id: Int?
        var text: String
    }
}
