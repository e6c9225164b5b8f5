import Foundation
public import Requests

/// The way in which requests carry credentials to ``Routes`` (RFC 9110, section 11).
///
/// ```swift
/// .authenticating(by: .bearerToken) { token in try await sessions.user(of: token) }
/// ```
///
/// For a custom scheme, pass a function that reads the credentials from a request:
///
/// ```swift
/// extension AuthenticationScheme where Credentials == Signature {
///     static let signature = AuthenticationScheme(challenge: "Signature") { request in
///         try request.header["Signature"].map(Signature.init)
///     }
/// }
/// ```
public struct AuthenticationScheme<Credentials: Sendable>: Sendable {
    let read: @Sendable (IncomingRequest) throws -> Credentials?

    /// The challenges to requests without credentials, and to requests with rejected credentials.
    let challenges: (absent: String, refused: String)

    /// The place of the credentials in a request; `nil` for a custom scheme.
    let place: AuthenticationProvider.Place?

    private init(
        _ place: AuthenticationProvider.Place?, absent: String, refused: String? = nil,
        _ read: @escaping @Sendable (IncomingRequest) throws -> Credentials?
    ) {
        self.read = read
        self.place = place
        challenges = (absent, refused ?? absent)
    }

    /// Makes a custom scheme.
    ///
    /// - Parameters:
    ///   - challenge: The value of `WWW-Authenticate` in a 401, such as `Signature realm="Todos"` (RFC 9110, section 11.6.1).
    ///   - read: A function that returns the credentials of a request, or `nil` if the request has no credentials of
    ///     this scheme. If the credentials are invalid, the function throws a ``ServingError``, such as a 401.
    public init(challenge: String, _ read: @escaping @Sendable (IncomingRequest) throws -> Credentials?) {
        self.init(nil, absent: challenge, read)
    }
}

extension AuthenticationScheme<String> {
    /// The token of `Authorization: Bearer …` (RFC 6750, section 2.1).
    public static var bearerToken: AuthenticationScheme {
        let place = AuthenticationProvider.Place.field(.authorization, scheme: "Bearer")
        return AuthenticationScheme(place, absent: "Bearer", refused: #"Bearer error="invalid_token""#) { request in
            try request.header.credentials(of: "Bearer")
        }
    }

    /// Makes the scheme of an API key in a header field.
    ///
    /// Descriptions of the request redact the field's value.
    public static func apiKey(inHeader name: HeaderField.Name) -> AuthenticationScheme {
        let challenge = "ApiKey name=\(name.rawValue.quotedString)"
        return AuthenticationScheme(.field(name, scheme: nil), absent: challenge) { request in
            try only(request.header[values: name])
        }
    }

    /// Makes the scheme of an API key in the query.
    ///
    /// Descriptions of the request redact the key, but proxies log URLs. Use a header field if you can.
    public static func apiKey(inQuery name: String) -> AuthenticationScheme {
        let challenge = "ApiKey name=\(name.quotedString)"
        return AuthenticationScheme(.query(name), absent: challenge) { request in
            let items = PercentEncoding.items(ofQuery: request.query)
            // In forms, a plus means a space; elsewhere, it may mean a plus. So both readings of a name are compared.
            let formItems = PercentEncoding.items(ofQuery: request.query.replacing("+", with: "%20"))
            let values = zip(items, formItems).filter { $0.name == name || $1.name == name }
            return try only(values.map(\.0.value))
        }
    }

    /// Makes the scheme of a key in a cookie, such as a session ID.
    ///
    /// If several cookies have the name, the first cookie counts, because clients send the cookie with the longest path
    /// first (RFC 6265, section 5.4).
    public static func apiKey(inCookie name: String) -> AuthenticationScheme {
        let challenge = "Cookie name=\(name.quotedString)"
        return AuthenticationScheme(.cookie(name), absent: challenge) { request in
            WebCookie.list(in: request.header[values: .cookie]).first { $0.name == name }?.value
        }
    }

    /// Returns the only value; `nil` for an empty list.
    private static func only(_ values: some Collection<String>) throws -> String? {
        // Proxies and servers may disagree on which of several values counts.
        guard values.count <= 1 else {
            throw ServingError(.unauthorized, "the request contains more than one set of credentials")
        }
        return values.first
    }
}

extension AuthenticationScheme<(user: String, password: String)> {
    /// Makes the scheme of a user and a password in `Authorization: Basic …` (RFC 7617).
    ///
    /// - Parameter realm: The name of the protected area, which browsers show when they ask for the password.
    /// - Returns: The scheme.
    public static func basic(realm: String) -> AuthenticationScheme {
        let challenge = "Basic realm=\(realm.quotedString), charset=\"UTF-8\""
        let place = AuthenticationProvider.Place.field(.authorization, scheme: "Basic")
        return AuthenticationScheme(place, absent: challenge) { request in
            guard let text = try request.header.credentials(of: "Basic") else { return nil }
            guard let data = Data(base64Encoded: text), let pair = String(utf8: data),
                let colon = pair.utf8.firstIndex(of: UInt8(ascii: ":"))
            else { throw ServingError(.unauthorized, "the Basic credentials are malformed") }
            return (String(pair[..<colon]), String(pair[pair.utf8.index(after: colon)...]))
        }
    }
}

extension HeaderFields {
    /// Returns the credentials in `Authorization` if they use the given scheme; otherwise `nil` (RFC 9110, section 11.6.2).
    fileprivate func credentials(of scheme: String) throws(ServingError) -> String? {
        let values = self[values: .authorization]
        guard values.count <= 1 else {
            throw ServingError(.unauthorized, "the request has more than one Authorization field")
        }
        guard let value = values.first, let space = value.utf8.firstIndex(of: UInt8(ascii: " ")),
            value[..<space].equalsIgnoringASCIICase(scheme)
        else { return nil }
        // Only spaces separate the scheme from the credentials; any other character is part of the credentials.
        return String(Substring(value.utf8[space...].drop { $0 == UInt8(ascii: " ") }))
    }
}
