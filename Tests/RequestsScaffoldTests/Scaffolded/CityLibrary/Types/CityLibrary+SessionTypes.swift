extension CityLibrary {
    struct SignInOutput: Codable, Hashable, Sendable {
        var accessToken: String
        var expiresIn: Int?
    }
}
