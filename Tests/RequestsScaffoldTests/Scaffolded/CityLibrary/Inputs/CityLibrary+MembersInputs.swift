extension CityLibrary {
    /// The input of `list`.
    struct MembersListInput: Codable, Hashable, Sendable {
        var level: MembersListLevel?
    }

    enum MembersListLevel: Int, Codable, CaseIterable, Sendable {
        case value1 = 1
        case value2 = 2
    }
}
