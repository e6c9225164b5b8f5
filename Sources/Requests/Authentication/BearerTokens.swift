public import Foundation

/// A token that proves who sends a request, and what gets the next one (RFC 6749, section 5.1; RFC 6750).
///
/// No description shows it.
public struct BearerToken: Hashable, Sendable, Codable {
    /// What goes into `Authorization`.
    public var accessToken: String

    /// What the next token is got by; `nil` where there is nothing of the kind.
    public var refreshToken: String?

    /// When it expires; `nil` where that is not known.
    public var expires: Date?

    /// Makes a token.
    public init(_ accessToken: String, refreshToken: String? = nil, expires: Date? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expires = expires
    }
}

extension BearerToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// That it is a token, and when it expires.
    public var description: String { "a bearer token" + (expires.map { ", until \($0)" } ?? "") }

    /// The same text as `description`.
    public var debugDescription: String { description }

    /// What `dump` shows: the description alone.
    public var customMirror: Mirror { Mirror(self, children: ["description": description], displayStyle: .struct) }
}

/// Keeps a bearer token in memory, and refreshes it by a function: OAuth 2, and what is like it.
///
/// ```swift
/// let tokens = BearerTokens(for: api.baseURL, saved) { old in
///     let grant = try await URLSession.shared.perform(api.request(\.token, Refresh(token: old.refreshToken)))
///     return BearerToken(grant.accessToken, refreshToken: grant.refreshToken, expires: .now + grant.expiresIn)
/// }
/// let session = URLSession.shared.authenticating(with: tokens)
///
/// tokens.token = BearerToken(grant.accessToken)     // somebody has signed in
/// tokens.token = nil                                // and out
/// ```
public final class BearerTokens: CredentialStore {
    /// The URL of the API.
    public let baseURL: URL

    private let renew: @Sendable (BearerToken) async throws -> BearerToken
    private let current: Guarded<BearerToken?>

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - baseURL: The URL of the API, whose origin alone gets the token.
    ///   - token: The token; `nil` where nobody is signed in.
    ///   - refresh: Gets a new token in the place of one, and saves it where it is to last.
    public init(
        for baseURL: URL, _ token: BearerToken? = nil,
        refresh: @escaping @Sendable (BearerToken) async throws -> BearerToken
    ) {
        self.baseURL = baseURL
        renew = refresh
        current = Guarded(token)
    }

    /// The token; `nil` where nobody is signed in.
    public var token: BearerToken? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// The token, as it is now.
    public func credential() async throws -> BearerToken? { token }

    /// Gets a new token, and keeps it, unless somebody has signed in or out in the meantime: then it is let go.
    ///
    /// - Throws: ``RequestErrorCode/credentialsMissing`` where nobody is signed in any more, or what the function throws.
    public func refresh(_ token: BearerToken) async throws -> BearerToken {
        let new = try await renew(token)
        let kept = current.withLock { current in
            if current == token { current = new }
            return current
        }
        guard let kept else {
            throw TransportError(code: .credentialsMissing, message: "somebody has signed out during the refresh")
        }
        return kept
    }

    /// When a token expires.
    public func expiry(of token: BearerToken) -> Date? { token.expires }

    /// The field `Authorization`, with the token.
    public func provider(for token: BearerToken) -> AuthenticationProvider { .bearerToken(token.accessToken) }
}

extension BearerTokens: CustomStringConvertible, CustomReflectable {
    /// Where the token goes, and nothing of it.
    public var description: String { "bearer tokens for \(baseURL.host() ?? "")" }

    /// What `dump` shows: the description alone.
    public var customMirror: Mirror { Mirror(self, children: ["description": description], displayStyle: .class) }
}
