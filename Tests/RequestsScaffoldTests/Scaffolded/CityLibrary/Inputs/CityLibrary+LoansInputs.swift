import RequestsEndpoints

extension CityLibrary {
    /// The input of `changes`.
    struct LoansChangesInput: Codable, Hashable, Sendable {
        @HeaderValue var lastEventID: String? = nil
    }
}
