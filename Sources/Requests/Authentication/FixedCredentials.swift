public import Foundation

extension Transport {
    /// Adds the same credentials, such as an app's key, to all messages to an API.
    ///
    /// ```swift
    /// let session = URLSession.shared.authenticating(with: .bearerToken(key), for: api.baseURL)
    /// ```
    ///
    /// Each endpoint declares whether it needs credentials: see ``AuthenticationRequirement``. If the server refuses
    /// the credentials, the call returns the server's 401.
    ///
    /// - Parameters:
    ///   - provider: The provider that adds the credentials to a message.
    ///   - baseURL: The URL of the API. Messages to a different origin get no credentials.
    /// - Returns: A transport that authenticates.
    public func authenticating(with provider: AuthenticationProvider, for baseURL: URL) -> some Transport {
        authenticating(with: FixedCredentials(provider, for: baseURL))
    }
}

/// A store of credentials that never change.
package struct FixedCredentials: CredentialStore {
    package let baseURL: URL

    private let provider: AuthenticationProvider

    package init(_ provider: AuthenticationProvider, for baseURL: URL) {
        self.provider = provider
        self.baseURL = baseURL
    }

    /// The only credentials of the store.
    package struct Credential: Hashable, Sendable {}

    package func credential() -> Credential? { Credential() }

    /// Returns the same credentials; never called.
    package func refresh(_ credential: Credential) -> Credential { credential }

    /// Returns `false`: there are no other credentials.
    package func canRefresh(_ credential: Credential) -> Bool { false }

    package func provider(for credential: Credential) -> AuthenticationProvider { provider }
}
