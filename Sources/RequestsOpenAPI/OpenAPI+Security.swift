public import Requests

extension OpenAPI {
    /// The credentials that the requests of an API need (OpenAPI 3.1.1, section 4.8.27).
    public struct SecurityScheme: Hashable, Sendable {
        /// The name of the scheme in the document.
        let name: String
        let content: JSONValue

        /// `Authorization: Basic …` (RFC 7617).
        public static let basic = SecurityScheme(name: "basic", content: ["type": "http", "scheme": "basic"])

        /// `Authorization: Bearer …` (RFC 6750).
        public static let bearerToken = SecurityScheme(name: "bearer", content: ["type": "http", "scheme": "bearer"])

        /// A key in a header field.
        public static func apiKey(inHeader name: HeaderField.Name) -> SecurityScheme {
            SecurityScheme(
                name: "key", content: ["type": "apiKey", "in": "header", "name": .string(name.rawValue)])
        }

        /// A key in the query.
        public static func apiKey(inQuery name: String) -> SecurityScheme {
            SecurityScheme(name: "key", content: ["type": "apiKey", "in": "query", "name": .string(name)])
        }
    }
}

extension OpenAPI.SecurityScheme {
    /// The scheme of credentials that an API adds to its requests; `nil` if there are none, or if a function adds them.
    init?(of place: AuthenticationProvider.Place?) {
        switch place {
        case .field(.authorization, scheme: let scheme?) where scheme.lowercased() == "basic": self = .basic
        case .field(.authorization, scheme: let scheme?) where scheme.lowercased() == "bearer": self = .bearerToken
        case .field(let name, _)?: self = .apiKey(inHeader: name)
        case .query(let name)?: self = .apiKey(inQuery: name)
        case nil: return nil
        }
    }
}
