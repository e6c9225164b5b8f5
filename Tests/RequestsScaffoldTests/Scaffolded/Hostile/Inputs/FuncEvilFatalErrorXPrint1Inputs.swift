import RequestsEndpoints

extension Hostile {
    /// The input of `funcEvilFatalErrorXPrint1`.
    struct FuncEvilFatalErrorXPrint1Input: Codable, Hashable, Sendable {
        var `class`: String
        var inValid: String?
        var selfValue: String?
        @HeaderValue var selfValue2: String? = nil
        @CookieValue var body: String? = nil

        enum CodingKeys: String, CodingKey {
            case `class`
            case inValid = "in\"valid\u{A}"
            case selfValue = "self"
            case selfValue2 = "SELF"
            case body
        }
    }
}
