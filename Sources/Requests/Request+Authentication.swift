extension Request {
    /// Sets whether the request needs credentials.
    ///
    /// ```swift
    /// api.post(.form(login), to: "/login").authentication(.none)
    /// api.get(.json(Account.self), from: "/account").authentication(.required)
    /// ```
    ///
    /// With ``AuthenticationRequirement/none``, no provider adds credentials: neither the API's
    /// (``RequestProviding/request(to:using:)``), nor the request's (``authenticated(with:)``), nor a transport's. Fields that
    /// you set are still sent. The last call in a chain wins: `.authentication(.none).authenticated(with: key)` sends only the
    /// key.
    ///
    /// With ``AuthenticationRequirement/required``, every transport checks for credentials before anything is sent. Either the
    /// request adds them (``authenticated(with:)``), or a transport does (`Transport.authenticating(with:)`).
    ///
    /// - Parameter requirement: The requirement.
    /// - Returns: A new request; this one is unchanged.
    public consuming func authentication(_ requirement: AuthenticationRequirement) -> Self {
        setting(\.authentication, requirement)
    }
}
