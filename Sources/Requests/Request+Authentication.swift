extension Request {
    /// Says whether the request needs credentials.
    ///
    /// ```swift
    /// api.post(.form(login), to: "/login").authentication(.none)
    /// api.get(.json(Account.self), from: "/account").authentication(.required)
    /// ```
    ///
    /// With ``AuthenticationRequirement/none``, the request leaves out all that a provider adds: that of its API
    /// (``RequestProviding/request(to:using:)``), its own (``authenticated(with:)``), and that of a transport. A field that was
    /// set by hand stays. The last call in a chain wins: `.authentication(.none).authenticated(with: key)` sends the key, and
    /// nothing else.
    ///
    /// What is required is checked before anything is sent, on every transport: either the request has credentials of its own
    /// (``authenticated(with:)``), or `Transport.authenticating(with:)` has some for it.
    ///
    /// - Parameter requirement: Whether it does.
    /// - Returns: A new request; this one is unchanged.
    public consuming func authentication(_ requirement: AuthenticationRequirement) -> Self {
        setting(\.authentication, requirement)
    }
}
