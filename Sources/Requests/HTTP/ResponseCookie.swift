public import Foundation

/// A cookie of a response, with its attributes (RFC 6265, section 4.1).
///
/// ```swift
/// let (head, _) = try await session.response(for: request)
/// let session = head.cookies.first { $0.name == "session" }
/// session?.value
/// session?.expires
/// ```
///
/// A ``CookieJar`` keeps cookies and sends them back. No description shows a value.
///
/// A server sets a cookie in an output:
///
/// ```swift
/// struct SignedIn: Codable {
///     @CookieValue var session: ResponseCookie
/// }
///
/// SignedIn(session: ResponseCookie("session", token, path: "/", maxAge: 3_600, isSecure: true, isHTTPOnly: true))
/// ```
public struct ResponseCookie: Hashable, Sendable {
    /// The name, never empty.
    public let name: String

    /// The value, including its quotes if it has any.
    public let value: String

    /// The host of the cookie in lower case, which includes its subdomains; `nil` if only the host that sent it gets it back.
    public internal(set) var domain: String?

    /// The path of the cookie; `nil` for the path of the request.
    public internal(set) var path: String?

    /// The date when the cookie expires; `nil` if it has no such date.
    ///
    /// ``maxAge`` takes precedence.
    public internal(set) var expires: Date?

    /// The number of seconds until the cookie expires; zero or less expires it at once, and `nil` means that it is not set.
    public internal(set) var maxAge: Int?

    /// Indicates whether the cookie is sent over https only.
    public internal(set) var isSecure = false

    /// Indicates whether scripts can't read the cookie.
    public internal(set) var isHTTPOnly = false

    /// The rule for requests from other sites; `nil` if it is not set, or has an unknown value.
    public internal(set) var sameSite: SameSite?

    /// The rule whether a cookie is sent with requests from other sites (draft-ietf-httpbis-rfc6265bis, section 4.1.2.7).
    public enum SameSite: String, Hashable, Sendable {
        /// The cookie is never sent with them.
        case strict
        /// The cookie is sent only if a person follows a link.
        case lax
        /// The cookie is always sent.
        case none
    }

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension ResponseCookie {
    /// Makes a cookie that a response sets.
    ///
    /// The cookie is checked when the response is made. A name, a value or an attribute that a cookie can't have is an error then. So
    /// is a cookie that browsers drop: `__Host-…` without `isSecure` and the path `/`, or with a domain; and `__Secure-…`, or
    /// `sameSite: .none`, without `isSecure`.
    ///
    /// - Parameters:
    ///   - name: The name, which must be a token.
    ///   - value: The value, in the characters of a cookie: no spaces, commas and semicolons.
    ///   - domain: The host of the cookie, which includes its subdomains. By default only the host that sends the cookie gets it back.
    ///   - path: The path of the cookie, which begins with `/`. By default it is the path of the request.
    ///   - expires: The date when the cookie expires, to the second. By default it expires with the session.
    ///   - maxAge: The number of seconds until the cookie expires. Zero or less expires it at once.
    ///   - isSecure: Indicates whether the cookie is sent over https only.
    ///   - isHTTPOnly: Indicates whether scripts can't read the cookie.
    ///   - sameSite: The rule whether the cookie is sent with requests from other sites.
    public init(
        _ name: String, _ value: String, domain: String? = nil, path: String? = nil, expires: Date? = nil,
        maxAge: Int? = nil, isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil
    ) {
        self.init(name: name, value: value)
        // This is how a received domain is read, too.
        self.domain = domain.map { $0.hasPrefix(".") ? $0.dropFirst().lowercased() : $0.lowercased() }
        self.path = path
        self.expires = expires.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
        self.maxAge = maxAge
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }
}

extension ResponseCookie: RedactedDescription {
    /// The name, with a placeholder for the value.
    public var description: String { "\(name.shownPlain)=\(Redaction.placeholder)" }

    /// The mirror for `dump`, with the name and the attributes, but without the value.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "cookie": description, "domain": domain as Any, "path": path as Any, "expires": expires as Any,
                "maxAge": maxAge as Any, "isSecure": isSecure, "isHTTPOnly": isHTTPOnly, "sameSite": sameSite as Any,
            ],
            displayStyle: .struct
        )
    }
}

extension ResponseHead {
    /// The cookies of the response, in order; invalid ones are left out (RFC 6265, section 5.2).
    public var cookies: [ResponseCookie] {
        header[values: .setCookie].compactMap { ResponseCookie($0) }
    }
}
