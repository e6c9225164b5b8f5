public import Foundation

/// A bearer token, with the refresh token to request the next one (RFC 6749, section 5.1; RFC 6750).
///
/// No description shows the token.
public struct BearerToken: Hashable, Sendable, Codable {
    /// The token in the `Authorization` field.
    public var accessToken: String

    /// The refresh token, to request the next bearer token; `nil` if there is none.
    public var refreshToken: String?

    /// The date on which the token expires; `nil` if unknown.
    public var expires: Date?

    /// Makes a token.
    public init(_ accessToken: String, refreshToken: String? = nil, expires: Date? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expires = expires
    }
}

extension BearerToken: RedactedDescription {
    /// The expiry date; the token itself is never shown.
    public var description: String { "a bearer token" + (withKnownExpiry.expires.map { ", until \($0)" } ?? "") }

    /// The token, without its expiry date if that date isn't a finite number.
    ///
    /// NaN differs from itself, and describing such a date in Foundation ends the process.
    fileprivate var withKnownExpiry: BearerToken {
        guard let expires, !expires.timeIntervalSinceReferenceDate.isFinite else { return self }
        return BearerToken(accessToken, refreshToken: refreshToken)
    }
}

/// A store that keeps a bearer token in memory and refreshes it with a function, for OAuth 2 and similar protocols.
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
    /// Indicates whether the store also fetches the first token.
    private let isFetched: Bool
    private let save: (@Sendable (BearerToken?) async -> Void)?
    private let state: Guarded<State>

    private struct State {
        var token: BearerToken?
        /// The tokens from refreshes since the last sign-in.
        var lineage = CredentialLineage<BearerToken>()
        /// The task that saves the token, after those that save earlier tokens.
        var saving: Task<Void, Never>?
    }

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - baseURL: The URL of the API. The token is sent only to its origin.
    ///   - token: The token; `nil` if nobody is signed in.
    ///   - refresh: Returns a new token to replace the given one.
    ///   - save: Saves each new token permanently, or receives `nil` after a sign-out. Tokens arrive one at a time, in order;
    ///     discarded tokens don't arrive. A refresh waits until its token is saved.
    public init(
        for baseURL: URL, _ token: BearerToken? = nil,
        refresh: @escaping @Sendable (BearerToken) async throws -> BearerToken,
        save: (@Sendable (BearerToken?) async -> Void)? = nil
    ) {
        self.baseURL = baseURL
        self.save = save
        isFetched = false
        renew = refresh
        state = Guarded(State(token: token?.withKnownExpiry))
    }

    /// Makes a store for a program that signs in by itself, such as a service with client credentials (RFC 6749, section 4.4).
    ///
    /// ```swift
    /// let tokens = BearerTokens(for: api.baseURL, fetching: {
    ///     let grant = try await URLSession.shared.perform(api.request(\.token, ClientCredentials()))
    ///     return BearerToken(grant.accessToken, expires: .now + grant.expiresIn)
    /// })
    /// let session = URLSession.shared.authenticating(with: tokens)
    /// ```
    ///
    /// The first call fetches a token, and all calls wait for it. After a 401, and shortly before the token expires, one of the
    /// calls fetches the next one. If you set ``token`` to `nil`, the next call fetches a token.
    ///
    /// - Parameters:
    ///   - baseURL: The URL of the API. The token is sent only to its origin.
    ///   - token: The token, such as one that an earlier process saved; `nil` to fetch one for the first call.
    ///   - fetch: Returns a new token.
    ///   - save: Saves each new token permanently, as in ``init(for:_:refresh:save:)``.
    public init(
        for baseURL: URL, _ token: BearerToken? = nil,
        fetching fetch: @escaping @Sendable () async throws -> BearerToken,
        save: (@Sendable (BearerToken?) async -> Void)? = nil
    ) {
        self.baseURL = baseURL
        self.save = save
        isFetched = true
        renew = { _ in try await fetch() }
        state = Guarded(State(token: token?.withKnownExpiry))
    }

    /// An expired token, used until the first token has been fetched.
    private static let unfetched = BearerToken("", expires: .distantPast)

    /// The token; `nil` if nobody is signed in, or if no token has been fetched.
    ///
    /// Set a new token to sign in, or `nil` to sign out. A call that was sent with the earlier token and refused is not
    /// sent again with the new one.
    public var token: BearerToken? {
        get { state.withLock { $0.token } }
        set {
            let token = newValue?.withKnownExpiry
            state.withLock { state in
                guard state.token != token else { return }
                state.lineage = CredentialLineage()
                adopt(token, in: &state)
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

    /// Returns the current token.
    public func credential() async throws -> BearerToken? { state.withLock { current($0) } }

    private func current(_ state: State) -> BearerToken? { state.token ?? (isFetched ? Self.unfetched : nil) }

    /// Gets a new token and stores it.
    ///
    /// If a user signs in or out in the meantime, the new token is discarded.
    ///
    /// - Throws: ``RequestErrorCode/credentialsMissing`` if the user has signed out or another user has signed in; otherwise the
    ///   error of the refresh function.
    public func refresh(_ token: BearerToken) async throws -> BearerToken {
        let new = try await renew(token).withKnownExpiry
        let saving: Task<Void, Never>? = state.withLock { state in
            guard current(state) == token || state.token == new else { return nil }
            state.lineage.add(new, after: token)
            if state.token != new { adopt(new, in: &state) }
            return state.saving
        }
        await saving?.value
        guard let kept = self.token else {
            throw TransportError(code: .credentialsMissing, message: "the user signed out during the token refresh")
        }
        guard isRenewal(kept, of: token) else { throw TransportError.signedInByAnother }
        return kept
    }

    /// Returns whether refreshes alone have led from an old token to the given one.
    public func isRenewal(_ token: BearerToken, of old: BearerToken) -> Bool {
        state.withLock { $0.lineage.leads(from: old, to: token) }
    }

    /// Returns the token and its refresh token.
    public func secrets(of token: BearerToken) -> [String] {
        [token.accessToken, token.refreshToken].compactMap(\.self).filter { !$0.isEmpty }
    }

    /// Returns the date on which a token expires.
    public func expiry(of token: BearerToken) -> Date? { token.expires }

    /// Returns the `Authorization` field with the token.
    public func provider(for token: BearerToken) -> AuthenticationProvider { .bearerToken(token.accessToken) }
}

extension BearerTokens: RedactedDescription {
    /// The host that receives the token; the token itself is never shown.
    public var description: String { "bearer tokens for \(baseURL.host() ?? "")" }
}
