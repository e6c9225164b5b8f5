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
    /// you set are still sent. A provider that you add later in the chain is an exception:
    /// `.authentication(.none).authenticated(with: key)` sends only the key.
    ///
    /// With ``AuthenticationRequirement/required``, sending throws ``RequestErrorCode/credentialsMissing`` if neither the
    /// request (``authenticated(with:)``) nor a transport (`Transport.authenticating(with:)`) adds credentials.
    ///
    /// - Parameter requirement: The requirement.
    /// - Returns: A new request; this one is unchanged.
    public consuming func authentication(_ requirement: AuthenticationRequirement) -> Self {
        setting(\.authentication, requirement)
    }
}
