public import Foundation

/// The store that keeps the credentials of an API and gets new ones, for `Transport.authenticating(with:)`.
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
/// Send the refresh with a transport that does not authenticate. You can also use one that does, with
/// ``AuthenticationRequirement/none``. Any other request would wait for the refresh that it belongs to: it fails with
/// ``RequestErrorCode/authenticationFailed``. ``BearerTokens`` is a ready-made store.
public protocol CredentialStore: Sendable {
    /// The proof of who sends a request.
    associatedtype Credential: Sendable & Equatable

    /// The URL of the API, which never changes. Messages to another origin (scheme, host and port) get no credentials.
    var baseURL: URL { get }

    /// Returns the current credentials.
    ///
    /// It is called for each message, so keep the credentials in memory.
    ///
    /// - Returns: The credentials; `nil` if nobody is signed in.
    /// - Throws: An error if the credentials can't be read. It ends the call.
    func credential() async throws -> Credential?

    /// Gets new credentials to replace some that were refused or are about to expire, and keeps them.
    ///
    /// It runs in a separate task, once at a time, however many calls wait for it. It goes on if they are cancelled.
    ///
    /// Keep the new credentials only if the old ones are still in the store. Do the check and the change in one step. Otherwise
    /// the refresh brings back somebody who has signed out in the meantime, or replaces somebody else's credentials. Throw an
    /// error in this case. ``credential()`` is called once more afterwards.
    ///
    /// - Parameter credential: The credentials that are of no use.
    /// - Returns: The new credentials of the same user. ``credential()`` returns them from now on.
    /// - Throws: An error if the refresh fails. All calls that wait end with ``RequestErrorCode/authenticationFailed``. If the
    ///   error is a temporary ``RequestError``, they end with its code: one of the network, or one with a status of
    ///   ``RetryPolicy/statuses``.
    func refresh(_ credential: Credential) async throws -> Credential

    /// Returns whether credentials can be refreshed; by default `true`. If they can't, a 401 is the response of the call.
    func canRefresh(_ credential: Credential) -> Bool

    /// Returns the date on which credentials expire; `nil`, the default, if it is not known. They are refreshed before that
    /// date.
    func expiry(of credential: Credential) -> Date?

    /// Returns the provider that adds credentials to a message.
    func provider(for credential: Credential) -> AuthenticationProvider

    /// Returns whether credentials replace earlier ones of the same user, so that a refused call may be sent again with them.
    ///
    /// It is not called for credentials that the transport has refreshed itself. By default it returns `false`. Then, if
    /// somebody signs in or other code refreshes the credentials, the refused calls on their way end with
    /// ``RequestErrorCode/credentialsMissing``.
    func isRenewal(_ credential: Credential, of old: Credential) -> Bool

    /// Returns the secrets of credentials that no text may show, such as a refresh token; none by default. Those that
    /// ``provider(for:)`` adds are hidden anyway.
    func secrets(of credential: Credential) -> [String]
}

extension CredentialStore {
    /// Returns `true`.
    public func canRefresh(_ credential: Credential) -> Bool { true }

    /// Returns `nil`: the date is not known.
    public func expiry(of credential: Credential) -> Date? { nil }

    /// Returns `false`: it is not known whose credentials they are.
    public func isRenewal(_ credential: Credential, of old: Credential) -> Bool { false }

    /// Returns no further secrets.
    public func secrets(of credential: Credential) -> [String] { [] }
}
