public import Foundation

/// Credentials that stay the same, such as the key of an app.
///
/// ```swift
/// let session = URLSession.shared.authenticating(with: .fixed(.bearerToken(token), for: api.baseURL))
/// ```
///
/// Each endpoint says whether it needs them: see ``AuthenticationRequirement``. If the server refuses them, its 401 is the
/// response.
public struct FixedCredentials: CredentialStore {
    /// The URL of the API.
    public let baseURL: URL

    private let provider: AuthenticationProvider

    fileprivate init(_ provider: AuthenticationProvider, for baseURL: URL) {
        self.provider = provider
        self.baseURL = baseURL
    }

    /// The only credentials of the store.
    public struct Credential: Hashable, Sendable {}

    /// Returns the credentials.
    public func credential() -> Credential? { Credential() }

    /// Returns the same credentials; it is not called.
    public func refresh(_ credential: Credential) -> Credential { credential }

    /// Returns `false`: there are no other credentials.
    public func canRefresh(_ credential: Credential) -> Bool { false }

    /// Returns the provider.
    public func provider(for credential: Credential) -> AuthenticationProvider { provider }
}

extension CredentialStore where Self == FixedCredentials {
    /// Makes a store of credentials that stay the same.
    ///
    /// - Parameters:
    ///   - provider: The provider that adds the credentials to a message.
    ///   - baseURL: The URL of the API. Messages to another origin get no credentials.
    /// - Returns: The store.
    public static func fixed(_ provider: AuthenticationProvider, for baseURL: URL) -> FixedCredentials {
        FixedCredentials(provider, for: baseURL)
    }
}
