extension Request {
    /// Sets whether the request needs credentials.
    ///
    /// ```swift
    /// api.post(.form(login), to: "/login").authentication(.none)
    /// api.get(.json(Account.self), from: "/account").authentication(.required)
    /// ```
    ///
    /// With ``AuthenticationRequirement/none``, the request leaves out the credentials of every provider: that of its API
    /// (``RequestProviding/request(to:using:)``), its own (``authenticated(with:)``), and that of a transport. A field that was set by hand
    /// stays. The last call in a chain wins: `.authentication(.none).authenticated(with: key)` sends the key, and nothing else.
    ///
    /// With ``AuthenticationRequirement/required``, every transport checks for credentials before anything is sent. They come either from
    /// the request (``authenticated(with:)``) or from `Transport.authenticating(with:)`.
    ///
    /// - Parameter requirement: The requirement.
    /// - Returns: A new request; this one is unchanged.
    public consuming func authentication(_ requirement: AuthenticationRequirement) -> Self {
        setting(\.authentication, requirement)
    }
}
