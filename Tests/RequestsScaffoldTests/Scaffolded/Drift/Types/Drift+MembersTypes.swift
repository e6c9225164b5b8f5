extension Drift {
    struct MaybeMember: Codable, Hashable, Sendable {
        var email: String?
        var role: String?
        var since: String?
    }

    struct Member: Codable, Hashable, Sendable {
        var email: String?
        var role: String?
    }
}
