public import Foundation

/// A cookie of a request, a response or a ``CookieJar`` (RFC 6265).
///
/// A response sets cookies with attributes. A request sends only their names and values:
///
/// ```swift
/// let (head, _) = try await session.response(for: login)
/// head.cookies.first { $0.name == "session" }?.expires
/// let me = api.get(.json(User.self), from: "/me").adding(cookies: head.cookies)
/// ```
///
/// A ``CookieJar`` stores cookies and sends them back. Descriptions hide the values.
///
/// A server sets a cookie through a property of its output:
///
/// ```swift
/// struct SignedIn: Codable {
///     @CookieValue var session: WebCookie
/// }
///
/// SignedIn(session: WebCookie("session", token, path: "/", maxAge: 3_600, isSecure: true, isHTTPOnly: true))
/// ```
public struct WebCookie: Hashable, Sendable {
    /// The name; empty for a received cookie without a `=`.
    public let name: String

    /// The value, including its quotes if it has any.
    public let value: String

    /// The domain in lower case; `nil` if the cookie is sent only to the host that set it.
    ///
    /// The cookie is sent to the domain and all its subdomains.
    public internal(set) var domain: String?

    /// The path; `nil` for the path of the request.
    public internal(set) var path: String?

    /// The date when the cookie expires; `nil` if it isn't set.
    ///
    /// ``maxAge`` takes precedence.
    public internal(set) var expires: Date?

    /// The number of seconds until the cookie expires; `nil` if it isn't set.
    ///
    /// If the number is zero or less, the cookie expires immediately.
    public internal(set) var maxAge: Int?

    /// Indicates whether the cookie is sent over https only.
    public internal(set) var isSecure = false

    /// Indicates whether scripts can't read the cookie.
    public internal(set) var isHTTPOnly = false

    /// The rule for requests from other sites; `nil` if it isn't set or is unknown.
    public internal(set) var sameSite: SameSite?

    /// A rule for sending a cookie with requests from other sites (draft-ietf-httpbis-rfc6265bis, section 4.1.2.7).
    public enum SameSite: String, Hashable, Sendable {
        /// The cookie is never sent with requests from other sites.
        case strict
        /// The cookie is sent with requests from other sites only if a person follows a link.
        case lax
        /// The cookie is always sent.
        case none
    }

    /// The reason why a new cookie can't be sent; `nil` for a received cookie, which its sender can read back.
    package var issue: Issue?

    /// A reason why a cookie can't be sent.
    package enum Issue {
        /// The value isn't a single string.
        case value
        /// The name or the value contains characters that are illegal in a cookie.
        case characters
    }

    /// Makes a cookie from a received name and value.
    init(received name: String, _ value: String) {
        (self.name, self.value) = (name, value)
    }

    /// Makes a new cookie without attributes.
    package init(name: String, value: String, isText: Bool = true) {
        (self.name, self.value) = (name, value)
        issue = !isText ? .value : Self.isSyntax(name, value) ? nil : .characters
    }
}

extension WebCookie: RedactedDescription {
    /// The name and the attributes, with the value hidden.
    public var description: String { "\(name.shownPlain)=\(Redaction.placeholder)\(attributes.withoutControls)" }
}

extension ResponseHead {
    /// The cookies of the response, in order; invalid cookies are omitted (RFC 6265bis, section 5.6).
    public var cookies: [WebCookie] { header[values: .setCookie].compactMap { WebCookie($0) } }
}
