extension Wire {
    struct IssueOutput: RawRepresentable, Codable, Hashable, Sendable {

        let rawValue: String
    }
}
