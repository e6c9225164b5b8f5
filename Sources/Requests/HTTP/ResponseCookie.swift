public import Foundation

/// A cookie of an answer, with its attributes (RFC 6265, section 4.1).
///
/// ```swift
/// let (head, _) = try await session.response(for: request)
/// let session = head.cookies.first { $0.name == "session" }
/// session?.value
/// session?.expires
/// ```
///
/// Nothing is stored and nothing is sent back by itself. No description shows a value.
///
/// A server sets one by an output:
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

    /// The value, with its quotes where it has any.
    public let value: String

    /// The host that the cookie is for, together with all hosts below, in small letters; `nil` for the host that sent it alone.
    public internal(set) var domain: String?

    /// The path that the cookie is for; `nil` for that of the request.
    public internal(set) var path: String?

    /// When the cookie ends; `nil` where it has no such date.
    ///
    /// ``maxAge`` comes first.
    public internal(set) var expires: Date?

    /// In how many seconds the cookie ends, at once where that is none or less; `nil` where it does not say.
    public internal(set) var maxAge: Int?

    /// Whether the cookie is for https alone.
    public internal(set) var isSecure = false

    /// Whether the cookie is kept from scripts.
    public internal(set) var isHTTPOnly = false

    /// Whether the cookie goes with requests from other sites; `nil` where it does not say, or not in a known word.
    public internal(set) var sameSite: SameSite?

    /// Whether a cookie goes with requests from other sites (draft-ietf-httpbis-rfc6265bis, section 4.1.2.7).
    public enum SameSite: String, Hashable, Sendable {
        /// Never.
        case strict
        /// Only when a person follows a link.
        case lax
        /// Always.
        case none
    }

    init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension ResponseCookie {
    /// Makes a cookie for an answer to set.
    ///
    /// It is checked when the answer is made: a name, a value or an attribute that a cookie can't have is an error there.
    ///
    /// - Parameters:
    ///   - name: The name, a token.
    ///   - value: The value, in the characters of a cookie: no spaces, commas and semicolons.
    ///   - domain: The host that the cookie is for, together with all hosts below; by default the one that sends it alone.
    ///   - path: The path that the cookie is for, beginning with `/`; by default that of the request.
    ///   - expires: When the cookie ends, to the second; by default with the session.
    ///   - maxAge: In how many seconds the cookie ends, at once if that is none or less.
    ///   - isSecure: Whether the cookie is for https alone.
    ///   - isHTTPOnly: Whether the cookie is kept from scripts.
    ///   - sameSite: Whether the cookie goes with requests from other sites.
    public init(
        _ name: String, _ value: String, domain: String? = nil, path: String? = nil, expires: Date? = nil,
        maxAge: Int? = nil, isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil
    ) {
        self.init(name: name, value: value)
        // As they are read.
        self.domain = domain.map { $0.hasPrefix(".") ? $0.dropFirst().lowercased() : $0.lowercased() }
        self.path = path
        self.expires = expires.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
        self.maxAge = maxAge
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }
}

extension ResponseCookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name, and that there is a value.
    public var description: String { "\(name.shownPlain)=\(Redaction.placeholder)" }

    /// The same text as `description`.
    public var debugDescription: String { description }

    /// What `dump` shows: name and attributes, not the value.
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
    /// The cookies of the answer, in order; what is none is left out (RFC 6265, section 5.2).
    public var cookies: [ResponseCookie] {
        header[values: .setCookie].compactMap { ResponseCookie($0) }
    }
}
