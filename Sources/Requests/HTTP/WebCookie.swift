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
/// A ``CookieJar`` keeps cookies and sends them back. No description shows a value.
///
/// A server sets a cookie in an output:
///
/// ```swift
/// struct SignedIn: Codable {
///     @CookieValue var session: WebCookie
/// }
///
/// SignedIn(session: WebCookie("session", token, path: "/", maxAge: 3_600, isSecure: true, isHTTPOnly: true))
/// ```
public struct WebCookie: Hashable, Sendable {
    /// The name.
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

    /// The reason why a new cookie can't be sent; `nil` for a received one, because the other side reads what it wrote.
    var issue: Issue?

    /// A reason why a cookie can't be sent.
    enum Issue {
        /// The value was not one text.
        case value
        /// The name or the value has characters that a cookie can't have.
        case characters
    }

    /// Makes a cookie from the name and the value of a received one.
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
    /// The name and the attributes, with a placeholder for the value.
    public var description: String { "\(name.shownPlain)=\(Redaction.placeholder)\(attributes.withoutControls)" }
}

extension ResponseHead {
    /// The cookies of the response, in order; invalid ones are left out (RFC 6265, section 5.2).
    public var cookies: [WebCookie] { header[values: .setCookie].compactMap { WebCookie($0) } }
}
