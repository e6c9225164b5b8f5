extension Wire {
    /// The input of `search`.
    struct SearchInput: Codable, Hashable, Sendable {
        /// The words.
        var q: String
        var perPage: Int?
        var sort: [String]?
        var page: Int?

        enum CodingKeys: String, CodingKey {
            case q
            case perPage = "per_page"
            case sort, page
        }
    }
}
