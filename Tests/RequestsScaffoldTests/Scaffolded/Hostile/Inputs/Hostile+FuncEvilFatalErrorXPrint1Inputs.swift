import RequestsEndpoints

extension Hostile {
    /// The input of `funcEvilFatalErrorXPrint1`.
    struct FuncEvilFatalErrorXPrint1Input: Codable, Hashable, Sendable {
        var `class`: String
        @HeaderValue var version: String? = nil
        var version2: String?
        var inValid: String?
        var selfValue: String?
        @HeaderValue var selfValue2: String? = nil
        @CookieValue var body: String? = nil

        enum CodingKeys: String, CodingKey {
            case `class`
            case version = "VERSION"
            case version2 = "version"
            case inValid = "in\"valid\u{A}"
            case selfValue = "self"
            case selfValue2 = "SELF"
            case body
        }
    }
}
