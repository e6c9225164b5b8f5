extension Request {
    /// Adds a cookie, which no description shows.
    ///
    /// ```swift
    /// // Cookie: session=31d4d96e407aad42; theme=dark
    /// api.get(.json(User.self), from: "/me").adding(cookie: "session", token).adding(cookie: "theme", Theme.dark)
    /// ```
    ///
    /// All cookies make one field, unless the header has a Cookie of its own. They are not sent on to another origin.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: A text, a number, a `Bool`, an enum by its raw value, and the like; a `nil` adds none. One that has a space, a
    ///     comma, a semicolon or anything else that no cookie has is an error when the request is resolved
    ///     (``RequestErrorCode/invalidHeaderValue``): write it in base64 or percent-encoded, as the server reads it.
    /// - Returns: A new request; this one is unchanged.
    @inlinable
    public consuming func adding(cookie name: String, _ value: some Encodable) -> Self {
        guard let cookie = RequestCookie.encoding(value, name: name) else { return self }
        parts.add(cookies: CollectionOfOne(cookie))
        return self
    }

    /// Adds a cookie that a server sent, as it came.
    ///
    /// ```swift
    /// let (head, _) = try await session.response(for: login)
    /// for cookie in head.cookies { request = request.setting(cookie: cookie) }
    /// ```
    ///
    /// Whether it is for this host, path and time is not looked at.
    @inlinable
    public consuming func adding(cookie: ResponseCookie) -> Self {
        parts.add(cookies: CollectionOfOne(RequestCookie(cookie)))
        return self
    }

    /// Sets a cookie that a server sent, as it came.
    ///
    /// Any previous cookie of the same name is discarded.
    @inlinable
    public consuming func setting(cookie: ResponseCookie) -> Self {
        parts.removeCookies(cookie.name)
        parts.add(cookies: CollectionOfOne(RequestCookie(cookie)))
        return self
    }

    /// Sets a cookie, which no description shows.
    ///
    /// Any previous cookie of the same name is discarded; a `nil` sets none in its place.
    @inlinable
    public consuming func setting(cookie name: String, _ value: some Encodable) -> Self {
        parts.removeCookies(name)
        return adding(cookie: name, value)
    }

    /// Adds cookies, which no description shows.
    @inlinable
    public consuming func adding(cookies: some Sequence<RequestCookie>) -> Self {
        parts.add(cookies: cookies)
        return self
    }
}
