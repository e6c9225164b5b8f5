extension Request {
    /// Adds a cookie, which no description shows.
    ///
    /// ```swift
    /// // Cookie: session=31d4d96e407aad42; theme=dark
    /// api.get(.json(User.self), from: "/me").adding(cookie: "session", token).adding(cookie: "theme", Theme.dark)
    /// ```
    ///
    /// All cookies are sent in one field, unless the header already has a Cookie field. Redirects don't send them to another origin.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: A text, a number, a `Bool`, an enum by its raw value, and the like; a `nil` adds no cookie. A space, a comma, a semicolon
    ///     or another character that a cookie can't contain is an error when the request is resolved
    ///     (``RequestErrorCode/invalidHeaderValue``). Write such a value in base64 or percent-encoded, as the server reads it.
    /// - Returns: A new request; this one is unchanged.
    @inlinable
    public consuming func adding(cookie name: String, _ value: some Encodable) -> Self {
        guard let cookie = WebCookie.encoding(value, name: name) else { return self }
        parts.cookies.append(cookie)
        return self
    }

    /// Sets a cookie, which no description shows.
    ///
    /// Any previous cookie with the same name is discarded; with `nil`, no cookie replaces it.
    @inlinable
    public consuming func setting(cookie name: String, _ value: some Encodable) -> Self {
        parts.cookies.removeAll { $0.name == name }
        return adding(cookie: name, value)
    }

    /// Adds cookies, which no description shows.
    ///
    /// Cookies that a server sent go back unchanged:
    ///
    /// ```swift
    /// let (head, _) = try await session.response(for: login)
    /// let me = api.get(.json(User.self), from: "/me").adding(cookies: head.cookies)
    /// ```
    ///
    /// Only their names and values are sent: hosts, paths and expiry dates are not checked.
    @inlinable
    public consuming func adding(cookies: some Sequence<WebCookie>) -> Self {
        parts.cookies.append(contentsOf: cookies)
        return self
    }
}
