public import Foundation
public import Requests
import RequestsEndpoints

extension OpenAPI {
    /// The credentials that an API's requests require (OpenAPI 3.1.1, section 4.8.27).
    public struct SecurityScheme: Hashable, Sendable {
        /// The schemes by their names in the document; a request needs only one of these schemes.
        let schemes: JSONValue.Object

        private init(_ name: String, _ content: JSONValue.Object) {
            schemes = [name: .object(content)]
        }

        private init(schemes: JSONValue.Object) {
            self.schemes = schemes
        }

        /// `Authorization: Basic …` (RFC 7617).
        public static let basic = SecurityScheme("basic", ["type": "http", "scheme": "basic"])

        /// `Authorization: Bearer …` (RFC 6750).
        public static let bearerToken = SecurityScheme("bearer", ["type": "http", "scheme": "bearer"])

        /// Makes the scheme of an API key in a header field.
        public static func apiKey(inHeader name: HeaderField.Name) -> SecurityScheme {
            SecurityScheme("key", ["type": "apiKey", "in": "header", "name": .string(name.rawValue)])
        }

        /// Makes the scheme of an API key in the query.
        public static func apiKey(inQuery name: String) -> SecurityScheme {
            SecurityScheme("key", ["type": "apiKey", "in": "query", "name": .string(name)])
        }

        /// Makes the scheme of a key in a cookie, such as a session ID.
        public static func apiKey(inCookie name: String) -> SecurityScheme {
            SecurityScheme("cookie", ["type": "apiKey", "in": "cookie", "name": .string(name)])
        }

        /// Makes the scheme of OpenID Connect, with the URL of the provider's configuration.
        public static func openIDConnect(_ configuration: URL) -> SecurityScheme {
            SecurityScheme(
                "openID", ["type": "openIdConnect", "openIdConnectUrl": .string(configuration.absoluteString)])
        }

        /// Makes an OAuth 2.0 scheme (RFC 6749) with authorization codes or, without an authorization page, client credentials.
        ///
        /// - Parameters:
        ///   - authorizationURL: The page on which users grant access; without one, the scheme uses client credentials.
        ///   - tokenURL: The endpoint that issues tokens.
        ///   - scopes: The scopes, each with its description.
        /// - Returns: The scheme.
        public static func oauth2(
            authorizationURL: URL? = nil, tokenURL: URL, scopes: KeyValuePairs<String, String> = [:]
        ) -> SecurityScheme {
            let flow = JSONValue.Object.present([
                ("authorizationUrl", authorizationURL.map { .string($0.absoluteString) }),
                ("tokenUrl", .string(tokenURL.absoluteString)),
                ("scopes", .object(JSONValue.Object(scopes.map { (key: $0.key, value: .string($0.value)) }))),
            ])
            let name = authorizationURL == nil ? "clientCredentials" : "authorizationCode"
            return SecurityScheme("oauth2", ["type": "oauth2", "flows": .object([name: .object(flow)])])
        }

        /// Makes a scheme that accepts any one of several schemes.
        public static func anyOf(_ schemes: SecurityScheme...) -> SecurityScheme { any(of: schemes) }

        fileprivate static func any(of schemes: [SecurityScheme]) -> SecurityScheme {
            var all = JSONValue.Object()
            for (key, value) in schemes.flatMap(\.schemes) where !all.contains(where: { $0.value == value }) {
                let names = [key] + (2...schemes.count + 1).lazy.map { "\(key)\($0)" }
                if let name = names.first(where: { all[$0] == nil }) { all[name] = value }
            }
            return SecurityScheme(schemes: all)
        }
    }
}

extension OpenAPI.SecurityScheme {
    /// Makes a scheme that accepts any one of the routes' schemes; `nil` if all of them are custom.
    init?(of routes: Routes<some RequestProviding>) {
        let schemes = routes.credentialPlaces.compactMap { Self(of: $0) }
        if schemes.isEmpty { return nil }
        self = schemes.count == 1 ? schemes[0] : .any(of: schemes)
    }

    /// Makes the scheme of the credentials that an API adds to its requests; `nil` if there are no credentials, or if a
    /// function adds them.
    init?(of place: AuthenticationProvider.Place?) {
        switch place {
        case .field(.authorization, scheme: let scheme?) where scheme.lowercased() == "basic": self = .basic
        case .field(.authorization, scheme: let scheme?) where scheme.lowercased() == "bearer": self = .bearerToken
        case .field(let name, _)?: self = .apiKey(inHeader: name)
        case .query(let name)?: self = .apiKey(inQuery: name)
        case .cookie(let name)?: self = .apiKey(inCookie: name)
        case nil: return nil
        }
    }
}
