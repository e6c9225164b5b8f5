import RequestsEndpoints

extension Drift {
    /// The input of `changeSearch`.
    struct ChangeSearchInput: Codable, Hashable, Sendable {
        var ids: [Int]
        var name: String?
    }

    /// The input of `dropSearches`.
    struct DropSearchesInput: Codable, Hashable, Sendable {
        var before: Int?
    }

    /// The input of `importSearches`.
    struct ImportSearchesInput: Codable, Hashable, Sendable {
        var files: [FileValue]
        var names: [String]
    }

    /// The input of `search`.
    struct SearchInput: Codable, Hashable, Sendable {
        var ids: [Int]
        var codes: [String]
        var marks: [String]
        var states: [SearchStatesItem]
    }

    enum SearchStatesItem: String, Codable, CaseIterable, Sendable {
        case on
        case off
    }

    /// The input of `startSearch`.
    struct StartSearchInput: Codable, Hashable, Sendable {
        var ids: [Int]
        var name: String
    }
}
