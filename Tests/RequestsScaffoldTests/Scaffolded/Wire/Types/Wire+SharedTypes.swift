extension Wire {
    struct Attributes: Codable, Hashable, Sendable {
        var name: String
        var parentID: Nullable<String>
        var label: Label?

        enum CodingKeys: String, CodingKey {
            case name
            case parentID = "parent_id"
            case label
        }
    }

    struct Label: Codable, Hashable, Sendable {
        var text: String
    }
}
