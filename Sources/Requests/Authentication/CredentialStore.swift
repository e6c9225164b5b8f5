public import Foundation

/// Where the credentials of an API are kept, and where new ones come from: what `Transport.authenticating(with:)` asks.
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
/// Send what refreshes by a transport that does not authenticate, or by one that does with ``AuthenticationRequirement/none``.
/// ``BearerTokens`` is one that is ready.
public protocol CredentialStore: Sendable {
    /// What proves who sends a request.
    associatedtype Credential: Sendable & Equatable

    /// The URL of the API, which stays the same. Messages to another origin (scheme, host and port) get no credentials.
    var baseURL: URL { get }

    /// The credentials, as they are now.
    ///
    /// It is asked for each message: keep them in memory.
    ///
    /// - Returns: The credentials; `nil` where nobody is signed in.
    /// - Throws: What keeps them from being read, which ends the call.
    func credential() async throws -> Credential?

    /// Gets new credentials in the place of some that were refused or are about to expire, and keeps them.
    ///
    /// It runs in a task of its own, one at a time, however many calls wait for it, and goes on where they are cancelled.
    ///
    /// Keep the new ones only where the old ones are still there, checked in one step with the keeping: otherwise it brings back
    /// somebody who has signed out in the meantime, or takes the place of somebody else. Throw then. ``credential()`` is asked
    /// once more afterwards.
    ///
    /// - Parameter credential: The credentials that are of no use.
    /// - Returns: The new ones, of the same user, which ``credential()`` returns from now on.
    /// - Throws: What refuses them. All calls that wait end with ``RequestErrorCode/authenticationFailed``, or with the code of
    ///   a ``RequestError`` that passes: of the network, or with one of ``RetryPolicy/statuses``.
    func refresh(_ credential: Credential) async throws -> Credential

    /// When credentials expire; `nil`, the default, where that is not known. They are refreshed before.
    func expiry(of credential: Credential) -> Date?

    /// How credentials become part of a message.
    func provider(for credential: Credential) -> AuthenticationProvider

    /// Whether credentials are of the same user as earlier ones, and in their place: may a refused call go out with them?
    ///
    /// What a transport has refreshed itself it knows, and does not ask. By default nothing else is: where somebody signs in, or
    /// something else refreshes, calls that are out and refused end with ``RequestErrorCode/credentialsMissing``.
    func isRenewal(_ credential: Credential, of old: Credential) -> Bool

    /// What no text may show of credentials, beside what ``provider(for:)`` adds: a refresh token, say. Nothing by default.
    func secrets(of credential: Credential) -> [String]
}

extension CredentialStore {
    /// It is not known when they expire.
    public func expiry(of credential: Credential) -> Date? { nil }

    /// It is not known whose they are.
    public func isRenewal(_ credential: Credential, of old: Credential) -> Bool { false }

    /// Nothing beside what is added.
    public func secrets(of credential: Credential) -> [String] { [] }
}
