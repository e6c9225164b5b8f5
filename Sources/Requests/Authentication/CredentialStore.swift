public import Foundation

/// A store that keeps and refreshes the credentials of an API, for `Transport.authenticating(with:)`.
///
/// ```swift
/// struct Session: CredentialStore {
///     let keychain: Keychain
///     let baseURL = URL("https://api.example.com")
///
///     func credential() async throws -> Token? { try await keychain.token }
///
///     func refresh(_ token: Token) async throws -> Token {
///         let new = try await URLSession.shared.perform(api.request(\.refresh, token.refreshToken))
///         try await keychain.replace(token, by: new)  // throws where it is not there any more
///         return new
///     }
///
///     func expiry(of token: Token) -> Date? { token.expires }
///     func provider(for token: Token) -> AuthenticationProvider { .bearerToken(token.accessToken) }
/// }
/// ```
///
/// Send the refresh request with a transport that does not authenticate, or with ``AuthenticationRequirement/none``. Otherwise
/// the request would wait for its own refresh, so it fails with ``RequestErrorCode/authenticationFailed``.
/// ``BearerTokens`` is a ready-made store.
public protocol CredentialStore: Sendable {
    /// The credentials, such as a token.
    associatedtype Credential: Sendable & Equatable

    /// The URL of the API, which never changes. Messages to a different origin (scheme, host and port) get no
    /// credentials.
    var baseURL: URL { get }

    /// Returns the current credentials.
    ///
    /// This function is called for each message, so keep the credentials in memory.
    ///
    /// - Returns: The credentials; `nil` if nobody is signed in.
    /// - Throws: An error, which ends the call, if the credentials can't be read.
    func credential() async throws -> Credential?

    /// Replaces credentials that were refused or are about to expire, and stores the new ones.
    ///
    /// The refresh runs in a separate task, once for all calls that wait for it, and continues if these calls are
    /// cancelled.
    ///
    /// Store the new credentials only if the old ones are still in the store, with the check and the change in one step.
    /// Otherwise throw an error, because storing them would sign in a user who has signed out in the meantime, or replace another
    /// user's credentials. ``credential()`` is called once more afterwards.
    ///
    /// - Parameter credential: The refused or expiring credentials.
    /// - Returns: The new credentials of the same user, which ``credential()`` returns from now on.
    /// - Throws: An error if the refresh fails. All waiting calls end with ``RequestErrorCode/authenticationFailed``.
    ///   If the error is a temporary ``RequestError`` (a network error, or a status in ``RetryPolicy/statuses``), the
    ///   calls end with the code of that error instead.
    func refresh(_ credential: Credential) async throws -> Credential

    /// Returns whether credentials can be refreshed; by default `true`. If it returns `false`, a 401 ends the call.
    func canRefresh(_ credential: Credential) -> Bool

    /// Returns the expiry date, shortly before which the credentials are refreshed; `nil`, the default, if it is unknown.
    func expiry(of credential: Credential) -> Date?

    /// Returns the provider that adds credentials to a message.
    func provider(for credential: Credential) -> AuthenticationProvider

    /// Returns whether credentials belong to the same user as earlier ones, so refused calls may be sent again with the
    /// new ones.
    ///
    /// This function is called after a sign-in, or after a refresh by other code, but not for credentials that the
    /// transport refreshed. If it returns `false`, the default, calls that were refused with the old credentials end
    /// with ``RequestErrorCode/credentialsMissing``.
    func isRenewal(_ credential: Credential, of old: Credential) -> Bool

    /// Returns secrets to redact, such as a refresh token, besides those from ``provider(for:)``; none by default.
    func secrets(of credential: Credential) -> [String]
}

extension CredentialStore {
    /// Returns `true`.
    public func canRefresh(_ credential: Credential) -> Bool { true }

    /// Returns `nil`: the date is unknown.
    public func expiry(of credential: Credential) -> Date? { nil }

    /// Returns `false`: the user is unknown.
    public func isRenewal(_ credential: Credential, of old: Credential) -> Bool { false }

    /// Returns no secrets.
    public func secrets(of credential: Credential) -> [String] { [] }
}
