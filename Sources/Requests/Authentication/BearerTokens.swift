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

extension BearerToken: SafelyDescribed {
    /// That it is a token, and when it expires.
    public var description: String { "a bearer token" + (expires.map { ", until \($0)" } ?? "") }
}

/// Keeps a bearer token in memory, and refreshes it by a function: OAuth 2, and what is like it.
///
/// ```swift
/// let tokens = BearerTokens(for: api.baseURL, saved) { old in
///     let grant = try await URLSession.shared.perform(api.request(\.token, Refresh(token: old.refreshToken)))
///     return BearerToken(grant.accessToken, refreshToken: grant.refreshToken, expires: .now + grant.expiresIn)
/// } save: { token in
///     await keychain.save(token)
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
    private let save: (@Sendable (BearerToken?) async -> Void)?
    private let state: Guarded<State>

    private struct State {
        var token: BearerToken?
        /// What refreshes have made of a token, since somebody signed in with it.
        var lineage = CredentialLineage<BearerToken>()
        /// Saves the token, after those before it.
        var saving: Task<Void, Never>?
    }

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - baseURL: The URL of the API, whose origin alone gets the token.
    ///   - token: The token; `nil` where nobody is signed in.
    ///   - refresh: Gets a new token in the place of one.
    ///   - save: Saves a token where it is to last; `nil` where somebody has signed out. It gets each token that takes the place of
    ///     another, one after the other in their order, and none that is let go. A refresh waits for it.
    public init(
        for baseURL: URL, _ token: BearerToken? = nil,
        refresh: @escaping @Sendable (BearerToken) async throws -> BearerToken,
        save: (@Sendable (BearerToken?) async -> Void)? = nil
    ) {
        self.baseURL = baseURL
        self.save = save
        renew = refresh
        state = Guarded(State(token: token))
    }

    /// The token; `nil` where nobody is signed in.
    ///
    /// Setting another is signing in or out. A call that is out with the one before, and is refused, does not get it.
    public var token: BearerToken? {
        get { state.withLock { $0.token } }
        set {
            state.withLock { state in
                guard state.token != newValue else { return }
                state.lineage = CredentialLineage()
                adopt(newValue, in: &state)
            }
        }
    }

    private func adopt(_ token: BearerToken?, in state: inout State) {
        state.token = token
        guard let save else { return }
        state.saving = Task { [last = state.saving] in
            await last?.value
            await save(token)
        }
    }

    /// The token, as it is now.
    public func credential() async throws -> BearerToken? { token }

    /// Gets a new token, and keeps it, unless somebody has signed in or out in the meantime: then it is let go.
    ///
    /// - Throws: ``RequestErrorCode/credentialsMissing`` where nobody is signed in any more, or somebody else is, or what the
    ///   function throws.
    public func refresh(_ token: BearerToken) async throws -> BearerToken {
        let new = try await renew(token)
        let saving: Task<Void, Never>? = state.withLock { state in
            guard state.token == token || state.token == new else { return nil }
            state.lineage.add(new, after: token)
            if state.token != new { adopt(new, in: &state) }
            return state.saving
        }
        await saving?.value
        guard let kept = self.token else {
            throw TransportError(code: .credentialsMissing, message: "somebody has signed out during the refresh")
        }
        guard isRenewal(kept, of: token) else { throw TransportError.signedInByAnother }
        return kept
    }

    /// Whether a token came from another by refreshes alone.
    public func isRenewal(_ token: BearerToken, of old: BearerToken) -> Bool {
        state.withLock { $0.lineage.leads(from: old, to: token) }
    }

    /// The token, and what refreshes it.
    public func secrets(of token: BearerToken) -> [String] {
        [token.accessToken, token.refreshToken].compactMap(\.self)
    }

    /// When a token expires.
    public func expiry(of token: BearerToken) -> Date? { token.expires }

    /// The field `Authorization`, with the token.
    public func provider(for token: BearerToken) -> AuthenticationProvider { .bearerToken(token.accessToken) }
}

extension BearerTokens: SafelyDescribed {
    /// Where the token goes, and nothing of it.
    public var description: String { "bearer tokens for \(baseURL.host() ?? "")" }
}
