extension Wire {
    struct RefreshOutput: RawRepresentable, Codable, Hashable, Sendable {

        let rawValue: String
    }
}
