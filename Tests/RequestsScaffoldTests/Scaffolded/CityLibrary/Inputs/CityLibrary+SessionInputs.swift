extension CityLibrary {
    /// The input of `signIn`.
    struct SignInInput: Codable, Hashable, Sendable {
        var grantType: String = "password"
        var userName: String
        var scopes: [String]?
    }
}
