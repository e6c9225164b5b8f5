extension Request {
    /// Adds a cookie, which descriptions, logs and errors never show.
    ///
    /// ```swift
    /// // Cookie: session=31d4d96e407aad42; theme=dark
    /// api.get(.json(User.self), from: "/me").adding(cookie: "session", token).adding(cookie: "theme", Theme.dark)
    /// ```
    ///
    /// All cookies are sent in one Cookie field. If you set that field, they are ignored. After a redirect to a
    /// different origin, they are not sent.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: A string, a number, a `Bool`, an enum with a raw value, or another single value; `nil` adds no cookie. If the
    ///     value contains a space, a comma, a semicolon or another character that cookies can't contain, resolving the request
    ///     throws ``RequestErrorCode/invalidHeaderValue``. Encode it in base64 or percent-encoding, as the server expects.
    /// - Returns: A new request; this one is unchanged.
    @inlinable
    public consuming func adding(cookie name: String, _ value: some Encodable) -> Self {
        guard let cookie = WebCookie.encoding(value, name: name) else { return self }
        parts.cookies.append(cookie)
        return self
    }

    /// Sets a cookie, which descriptions, logs and errors never show.
    ///
    /// The new cookie replaces any cookies with the same name; `nil` removes them.
    @inlinable
    public consuming func setting(cookie name: String, _ value: some Encodable) -> Self {
        parts.cookies.removeAll { $0.name == name }
        return adding(cookie: name, value)
    }

    /// Adds cookies, which descriptions, logs and errors never show.
    ///
    /// Cookies from a response are sent back unchanged:
    ///
    /// ```swift
    /// let (head, _) = try await session.response(for: login)
    /// let me = api.get(.json(User.self), from: "/me").adding(cookies: head.cookies)
    /// ```
    ///
    /// Only the names and values of the cookies are sent. Hosts, paths and expiry dates are ignored.
    @inlinable
    public consuming func adding(cookies: some Sequence<WebCookie>) -> Self {
        parts.cookies.append(contentsOf: cookies)
        return self
    }
}
